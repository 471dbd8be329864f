//! Final fields that have their values before anyone else can see the object.
//!
//! A final field is written in the constructor. If the constructor does not let its object out before it ends, every
//! other reader reads the last value, and reading it is not a step of its own. If the object gets out, the field is an
//! ordinary one, and a reader that sees it half-built is found.

use super::Translator;
use crate::classfile::{ClassFile, Code, Invoke, Op, flags};
use crate::descriptor::signature;
use crate::library::Origin;
use commute_ir::ClassId;

/// Classes of the library whose constructors are too complicated to be looked through, but let nothing out.
const SETTLED: &[&str] = &["java/lang/String", "java/lang/Enum"];

impl Translator<'_> {
    /// Whether the field `slot` of `class` has its last value before another thread can reach the object.
    pub(super) fn is_settled(&mut self, class: ClassId, slot: u32) -> bool {
        let decl = self.world.class(class);
        let Some(slot) = decl.layout.get(slot as usize).filter(|slot| slot.class == class) else {
            return false;
        };
        let field = decl.file.fields.iter().find(|f| f.name == slot.name && f.desc == slot.desc);
        let is_final = field.is_some_and(|field| field.flags & flags::FINAL != 0);
        is_final && self.keeps_its_object(class)
    }

    /// Whether no constructor of the class, or of those that it extends, lets its object out.
    fn keeps_its_object(&mut self, class: ClassId) -> bool {
        if let Some(&known) = self.settled.get(&class) {
            return known;
        }
        self.settled.insert(class, false);
        let decl = self.world.class(class);
        let (file, superclass, origin) = (decl.file.clone(), decl.superclass, decl.origin);
        let inherited = match superclass {
            Some(superclass) => self.keeps_its_object(superclass),
            None => true,
        };
        let constructors = file.methods.iter().filter(|m| m.name == "<init>");
        let keeps = inherited
            && (origin == Origin::Model
                || SETTLED.contains(&file.name.as_str())
                || constructors.filter_map(|m| m.code.as_ref()).all(|code| keeps(code, &file)));
        self.settled.insert(class, keeps);
        keeps
    }
}

/// Whether a constructor without jumps uses its object for nothing but its own fields and other constructors. Each entry
/// of the stack is known to be the object or not.
fn keeps(code: &Code, file: &ClassFile) -> bool {
    let Ok(ops) = code.ops(&file.pool) else { return false };
    let mut stack: Vec<bool> = Vec::new();
    for (_, op) in ops.iter() {
        match step(op, &mut stack, file) {
            Some(true) => {}
            _ => return false,
        }
    }
    true
}

/// Follows one instruction. `Some(false)` or `None`: the object may get out, or this is too complicated.
fn step(op: &Op, stack: &mut Vec<bool>, file: &ClassFile) -> Option<bool> {
    let pop = |stack: &mut Vec<bool>| stack.pop();
    Some(match op {
        Op::Nop | Op::Return(None) | Op::Increment(..) => true,
        Op::Push(_) | Op::GetStatic(_) => {
            stack.push(false);
            true
        }
        Op::Load(_, slot) => {
            stack.push(*slot == 0);
            true
        }
        Op::Store(_, slot) => *slot != 0 && !pop(stack)?,
        Op::New(_) => {
            stack.push(false);
            true
        }
        Op::NewArray(_)
        | Op::ArrayLength
        | Op::CheckCast(_)
        | Op::InstanceOf(_)
        | Op::Neg(_)
        | Op::Convert(_) => {
            !pop(stack)? && {
                stack.push(false);
                true
            }
        }
        Op::Binary(..) | Op::ArrayLoad(_) => {
            let both = (pop(stack)?, pop(stack)?);
            stack.push(false);
            both == (false, false)
        }
        Op::ArrayStore(_) => (pop(stack)?, pop(stack)?, pop(stack)?) == (false, false, false),
        Op::Dup { width: 1, over: 0 } => {
            let top = *stack.last()?;
            stack.push(top);
            true
        }
        Op::Pop => pop(stack).is_some(),
        Op::GetField(_) => {
            pop(stack)?;
            stack.push(false);
            true
        }
        Op::PutField(_) => {
            let value = pop(stack)?;
            pop(stack)?;
            !value
        }
        Op::Call(how, member) => {
            let types = signature(&member.desc).ok()?;
            let mut escapes = false;
            for _ in &types.params {
                escapes |= pop(stack)?;
            }
            if *how != Invoke::Static {
                let receiver = pop(stack)?;
                let constructor = member.name == "<init>"
                    && (Some(&member.class) == file.superclass.as_ref() || member.class == file.name);
                escapes |= receiver && !constructor;
            }
            stack.extend(types.ret.map(|_| false));
            !escapes
        }
        _ => false,
    })
}
