//! Variable handles of the library that see an array of bytes as one of longer words (`MethodHandles.byteArrayViewVarHandle`). They
//! are made of constants in an initialiser and kept in a static final field; reading and writing is done byte by byte.

use super::Translator;
use super::body::{Entry, Known, Lowering};
use super::intrinsics::Site;
use crate::classfile::{Const, Kind, Loadable, Op};
use commute_ir::{ClassId, Operand};

/// What a handle sees in an array of bytes.
struct View {
    is_long: bool,
    /// Whether the first byte of a word is its highest.
    is_big: bool,
}

impl Lowering<'_, '_> {
    /// A use of such a handle. Whether it was one.
    pub(super) fn use_byte_view(
        &mut self,
        name: &str,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, super::TranslateError> {
        let Some(Entry { known: Known::Static(class, index), .. }) = args.first() else { return Ok(false) };
        let Some(view) = self.t.byte_view(*class, *index) else { return Ok(false) };
        let (ours, desc) = match (name, view.is_long) {
            ("get", false) => ("commute/rt/Natives.getInt", "([BIZ)I"),
            ("get", true) => ("commute/rt/Natives.getLong", "([BIZ)J"),
            ("set", false) => ("commute/rt/Natives.setInt", "([BIIZ)V"),
            ("set", true) => ("commute/rt/Natives.setLong", "([BIJZ)V"),
            _ => return Ok(false),
        };
        let mut given = args[1..].to_vec();
        let is_big = Operand::Int(i64::from(view.is_big));
        given.push(Entry { operand: is_big, kind: Kind::Int, known: Known::Nothing });
        let dst = ret.map(|kind| self.out.temp(kind));
        let site = Site { func: self.func, phase: self.phase };
        self.t.emit_ours(&mut self.out, site, ours, desc, &given, dst)?;
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(true)
    }
}

impl Translator<'_> {
    /// The handle that a static final field keeps, read off the initialiser: the class of arrays, the order, the calls, the store.
    fn byte_view(&self, class: ClassId, index: u32) -> Option<View> {
        let file = &self.world.class(class).file;
        let name = &file.fields.get(index as usize).filter(|_| self.is_final(class, index))?.name;
        let code = file.method("<clinit>", "()V")?.code.as_ref()?;
        let ops = code.ops(&file.pool).ok()?;
        let ops: Vec<&Op> = ops.iter().map(|(_, op)| op).collect();
        let is_store = |op: &&Op| matches!(op, Op::PutStatic(m) if m.name == *name && m.class == file.name);
        let mut jumps = false;
        ops.iter().for_each(|op| op.targets(|_| jumps = true));
        let mut before = ops[..ops.iter().position(is_store).filter(|_| !jumps)?].iter().rev();
        let is_exact = |op: &&&Op| matches!(op, Op::Call(_, m) if m.name == "withInvokeExactBehavior");
        let made = before.find(|op| !is_exact(op))?;
        match (made, before.next()?, before.next()?) {
            (Op::Call(_, call), Op::GetStatic(order), Op::Push(Const::Loadable(Loadable::Class(array))))
                if call.name == "byteArrayViewVarHandle" && (array == "[I" || array == "[J") =>
            {
                Some(View { is_long: array == "[J", is_big: order.name == "BIG_ENDIAN" })
            }
            _ => None,
        }
    }
}
