//! Instructions on fields and arrays.

use super::exec::{Exec, State, What, ty_of};
use super::ops::wrap;
use super::value::{Class, Ty, Val};
use super::world::{FieldKind, OwnKind, class_of, is_reference, own_kind, range};
use super::{Stop, refuse};
use crate::fold;
use commute_front_jvm::methods::{ClassFile, Elem, Kind, Member, Op};
use commute_logic::{Stmt, StmtKind, Term};

type Result<T> = std::result::Result<T, Stop>;

impl Exec<'_> {
    /// The array and index that an access is to; its element type.
    pub fn element(&mut self, state: &mut State) -> Result<(Term, String)> {
        let index = state.pop()?.term;
        let array = state.pop()?;
        let term = self.plain(&array)?;
        self.present(&term);
        let length = self.length(&term);
        self.assume(fold::within(&length, &Term::int(0), &Term::int(1i128 << 31)));
        let inside = fold::within(&index, &Term::int(0), &length);
        self.assert_(What::Fault("index out of bounds"), inside);
        let Ty::Ref(class) = &array.ty else { return refuse("an element of something that is no array") };
        let Some(element) = class.name.strip_prefix('[') else {
            return Ok((term, "Ljava/lang/Object;".to_owned()));
        };
        self.assert_part(&term, &class.name)?;
        Ok((term, element.to_owned()))
    }

    pub fn array_load(&mut self, state: &mut State, elem: Elem) -> Result<()> {
        let (array, desc) = self.element(state)?;
        let desc = match elem {
            Elem::Of(Kind::Ref) => desc,
            _ if desc.len() == 1 => desc,
            _ => "I".to_owned(),
        };
        let value = self.any_value(&desc);
        let whole = self.whole(&array);
        self.got(&value.term, &desc, &whole);
        state.push(value);
        Ok(())
    }

    pub fn array_store(&mut self, state: &mut State, elem: Elem) -> Result<()> {
        let value = state.pop()?;
        let (array, desc) = self.element(state)?;
        if matches!(elem, Elem::Of(Kind::Ref)) {
            let term = self.plain(&value)?;
            let stored = Val { term, ty: self.as_reference(&value) };
            if let (Ty::Ref(class), false) = (&stored.ty, desc == "Ljava/lang/Object;")
                && class.name != "null"
                && !self.world.classes.is_below(&class.name.clone(), class_of(&desc))
            {
                return refuse("an element of a type that is not known to fit");
            }
            self.fits_all_arrays(&stored, &desc)?;
            let whole = self.whole(&array);
            self.put(&stored, &desc, &whole)?;
        }
        Ok(())
    }

    /// An array may be one of a smaller type than is known: whatever the program makes takes the value.
    fn fits_all_arrays(&mut self, value: &Val, element: &str) -> Result<()> {
        let Ty::Ref(class) = &value.ty else { return Ok(()) };
        let mut made = std::collections::BTreeSet::new();
        for file in self.world.classes.user() {
            for method in &file.methods {
                let Some(ops) = method.code.as_ref().and_then(|code| code.ops(&file.pool).ok()) else {
                    continue;
                };
                made.extend(ops.iter().filter_map(|(_, op)| match op {
                    Op::NewArray(class) => class.strip_prefix('[').map(str::to_owned),
                    _ => None,
                }));
            }
        }
        for other in made.into_iter().filter(|other| is_reference(other) && class.name != "null") {
            let classes = &mut self.world.classes;
            let may_be_there = classes.is_below(class_of(&other), class_of(element));
            if may_be_there && !classes.is_below(&class.name.clone(), class_of(&other)) {
                let (value, array) = (class.name.replace('/', "."), class_of(&other).replace('/', "."));
                return refuse(format!(
                    "a {value} is put into an array that may be one of {array}, which is made elsewhere"
                ));
            }
        }
        Ok(())
    }

    /// The type of a value as any reference.
    pub fn as_reference(&self, value: &Val) -> Ty {
        match &value.ty {
            Ty::Made { class, .. } => Ty::reference(class),
            Ty::NewCondition(_) => Ty::reference("java/util/concurrent/locks/Condition"),
            ty => ty.clone(),
        }
    }

    /// Another class is used, whose initialiser may run here: while the subject itself is initialised, nobody may use it.
    pub fn initialises(&mut self, class: &str) -> Result<()> {
        let subject = self.world.subject.name.clone();
        let first = self.frames.first();
        let at_first =
            first.is_some_and(|f| f.class.name == subject && f.class.methods[f.method].name == "<clinit>");
        let mut next = vec![class.to_owned()];
        while let Some(class) = next.pop().filter(|_| at_first) {
            let Some(file) = self.world.classes.class(&class).filter(|_| self.world.is_users(&class)) else {
                continue;
            };
            next.extend(file.superclass.iter().chain(&file.interfaces).cloned());
            if class != subject && self.calls_others(&file) {
                let name = class.replace('/', ".");
                return refuse(format!(
                    "the initialiser of {name}, which runs while this class is initialised and calls methods"
                ));
            }
        }
        Ok(())
    }

    /// Whether the initialiser of a class above the subject calls methods.
    pub fn is_above_busy(&mut self, class: &str) -> bool {
        let Some(file) = self.world.classes.class(class).filter(|_| self.world.is_users(class)) else {
            return false;
        };
        let above: Vec<String> = file.superclass.iter().chain(&file.interfaces).cloned().collect();
        self.calls_others(&file) || above.iter().any(|class| self.is_above_busy(class))
    }

    /// Whether the initialiser of a class does more than to make values of its own.
    fn calls_others(&self, file: &ClassFile) -> bool {
        let clinit = file.methods.iter().find(|m| m.name == "<clinit>");
        let ops = clinit.and_then(|m| m.code.as_ref()).and_then(|code| code.ops(&file.pool).ok());
        let users = |class: &str| self.world.is_users(class);
        ops.is_some_and(|ops| {
            ops.iter().any(|(_, op)| match op {
                Op::Call(_, m) => users(&m.class),
                Op::GetStatic(m) | Op::PutStatic(m) => users(&m.class) && m.class != file.name,
                Op::Dynamic { .. } => true,
                _ => false,
            })
        })
    }

    pub fn get_static(&mut self, state: &mut State, member: &Member) -> Result<()> {
        if member.name == "$assertionsDisabled" {
            state.push(Val::int(Term::int(0)));
            return Ok(());
        }
        let Some(f) = self.world.field(&member.class, &member.name) else {
            // A constant of the library, such as `System.out` or one of an enum.
            let library = ["java/lang/System", "java/util/concurrent/TimeUnit"];
            if !library.contains(&member.class.as_str()) {
                return refuse(format!("the field {}.{} of the library", member.class, member.name));
            }
            let value = self.some_object(class_of(&member.desc));
            state.push(value);
            return Ok(());
        };
        let f = if self.world.at_hand().contains(&f) { f } else { self.field_at_hand(member)? };
        let class = self.world.fields[f].class.clone();
        self.initialises(&class)?;
        let object = self.class_object(&class);
        let value = self.read(f, &object, &class)?;
        state.push(value);
        Ok(())
    }

    pub fn put_static(&mut self, state: &mut State, member: &Member) -> Result<()> {
        let value = state.pop()?;
        if member.name == "$assertionsDisabled" {
            return Ok(());
        }
        let Some(f) = self.world.field(&member.class, &member.name) else {
            return refuse(format!("the field {}.{} of the library", member.class, member.name));
        };
        let f = if self.world.at_hand().contains(&f) { f } else { self.field_at_hand(member)? };
        let class = self.world.fields[f].class.clone();
        self.initialises(&class)?;
        let object = self.class_object(&class);
        self.set(f, &object, &class, value)
    }

    pub fn get_field(&mut self, state: &mut State, member: &Member) -> Result<()> {
        let object = state.pop()?;
        let term = self.plain(&object)?;
        self.present(&term);
        let f = self.field_at_hand(member)?;
        let value = self.read(f, &term, &member.class)?;
        state.push(value);
        Ok(())
    }

    pub fn put_field(&mut self, state: &mut State, member: &Member) -> Result<()> {
        let value = state.pop()?;
        let object = state.pop()?;
        let term = self.plain(&object)?;
        self.present(&term);
        let f = self.field_at_hand(member)?;
        self.set(f, &term, &member.class, value)
    }

    /// The field that is named, if it is none of the library and none of another class that is made for many threads.
    pub fn field_at_hand(&mut self, member: &Member) -> Result<usize> {
        match self.world.field(&member.class, &member.name) {
            Some(f) if self.world.at_hand().contains(&f) => Ok(f),
            Some(f) => refuse(format!("the field {} of another class", self.world.field_name(f))),
            None => refuse(format!("the field {}.{} of the library", member.class, member.name)),
        }
    }

    /// The part's own check, where the field is one of a helper class.
    pub fn check_access(&mut self, f: usize, object: &Term, class: &str, writes: bool) -> Result<()> {
        let of = self.world.fields[f].class.clone();
        if !self.world.fields[f].is_static && self.world.is_part(&of) {
            return match self.world.fields[f].kind {
                FieldKind::Plain => self.assert_part(object, &of),
                _ => Ok(()),
            };
        }
        let _ = class;
        self.assert_guarded(f, object, writes);
        Ok(())
    }

    /// Reads a field.
    pub fn read(&mut self, f: usize, object: &Term, class: &str) -> Result<Val> {
        let field = self.world.fields[f].clone();
        let of_part = !field.is_static && self.world.is_part(&field.class);
        match &field.kind {
            FieldKind::Constant(n) => return Ok(Val { ty: ty_of(&field.desc), term: Term::int(*n) }),
            FieldKind::Own(_) => {
                let set = self.is_set(f).term().select(object);
                let own = self.owned(object);
                self.assert_(What::Fault("null dereference"), fold::implies(&own, &set));
                return Ok(Val { ty: Ty::Own(f), term: object.clone() });
            }
            FieldKind::Volatile => {
                let class = if of_part { &field.class } else { class };
                self.environment(object, class, field.is_static)?;
            }
            _ => {}
        }
        self.check_access(f, object, class, false)?;
        let map = self.map(f);
        let ty = ty_of(&field.desc);
        let mut value = map.term().select(object);
        if of_part && field.kind == FieldKind::Plain {
            // Nobody keeps track of parts but of those that are new.
            let (own, any) = (self.owned(object), self.any_of(f));
            value = fold::ite(&own, &value, &any);
        }
        let value = self.keep(value);
        if let Some((lo, hi)) = range(&field.desc) {
            self.assume(fold::within(&value, &Term::int(lo), &Term::int(hi)));
        }
        if let Ty::Ref(Class { name, .. }) = &ty {
            let own = self.owned(object);
            let name = name.clone();
            // Others may have written to what is a part of nothing that is known.
            self.typed(&value, &name);
            self.not_own(&value);
            let whole = if of_part { self.whole(object) } else { self.owner(f, object) };
            let before = self.out.len();
            self.got(&value, &field.desc, &whole);
            self.only_if_shared(before, &own);
        }
        Ok(Val { ty, term: value })
    }

    /// What was assumed since then holds only of objects that others have too.
    pub fn only_if_shared(&mut self, since: usize, own: &Term) {
        for stmt in &mut self.out[since..] {
            if let StmtKind::Assume(fact) = &mut stmt.kind {
                *fact = fold::or([own.clone(), fact.clone()]);
            }
        }
    }

    /// To whom parts in a field belong: to the object, if it is one of the subject.
    pub fn owner(&mut self, f: usize, object: &Term) -> Term {
        let subject = self.world.subject.name.clone();
        let of = self.world.fields[f].class.clone();
        if !self.world.fields[f].is_static && self.world.classes.is_below(&subject, &of) {
            return object.clone();
        }
        Term::null()
    }

    /// Writes a field.
    pub fn set(&mut self, f: usize, object: &Term, class: &str, value: Val) -> Result<()> {
        if self.is_typing() {
            self.note_own(f, &value);
        }
        let field = self.world.fields[f].clone();
        let own = self.owned(object);
        let of_part = !field.is_static && self.world.is_part(&field.class);
        match &field.kind {
            FieldKind::Own(kind) => return self.set_own(f, kind, object, &value),
            FieldKind::Final if !field.is_static || self.method().name != "<clinit>" => {
                self.assert_(
                    What::Fault("a final field is written after its object was given to others"),
                    own.clone(),
                );
                let (block, info) = (self.frame().block, self.frame().info.clone());
                if info.heads.iter().any(|(head, last)| (*head..=*last).contains(&block)) {
                    return refuse("a final field that is written in a loop");
                }
            }
            FieldKind::Volatile => self.environment(object, class, field.is_static)?,
            _ => {}
        }
        self.check_access(f, object, class, true)?;
        let mut term = self.plain(&value)?;
        if is_reference(&field.desc) {
            let whole = if of_part { self.whole(object) } else { self.owner(f, object) };
            let stored = Val { term: term.clone(), ty: self.as_reference(&value) };
            self.put(&stored, &field.desc, &whole)?;
        } else if let Some((lo, hi)) = range(&field.desc) {
            term = wrap(&term, (lo, hi - 1));
        } else {
            term = Term::int(0);
        }
        self.write(f, object, class, &term)
    }

    /// While kinds are found: a private final field that gets an object of the library that was just made may be the only one that has it.
    pub fn note_own(&mut self, f: usize, value: &Val) {
        let field = &self.world.fields[f];
        if !field.is_final || !field.is_private || self.world.given_away.contains(&f) {
            return;
        }
        let kind = match &value.ty {
            Ty::Made { class, ready: true, .. } => own_kind(class),
            Ty::NewCondition(lock) => Some(OwnKind::Condition(*lock)),
            _ => None,
        };
        match kind {
            Some(kind) => self.world.fields[f].kind = FieldKind::Own(kind),
            None => {
                self.world.given_away.insert(f);
                self.world.fields[f].kind = FieldKind::Final;
            }
        }
    }

    /// An own field gets its object.
    pub fn set_own(&mut self, f: usize, kind: &OwnKind, object: &Term, value: &Val) -> Result<()> {
        let fits = match (&value.ty, kind) {
            (Ty::NewCondition(lock), OwnKind::Condition(of)) => lock == of,
            (Ty::Made { class, ready: true, .. }, kind) => own_kind(class).as_ref() == Some(kind),
            _ => false,
        };
        if !fits {
            return Err(self.give_away(f));
        }
        let is_static = self.world.fields[f].is_static;
        if !is_static {
            let own = self.owned(object);
            self.assert_(What::Fault("a final field is written after its object was given to others"), own);
        }
        if matches!(kind, OwnKind::Number(..) | OwnKind::Flag | OwnKind::Reference | OwnKind::Collection(_)) {
            let map = self.map(f);
            let stored = map.term().store(object, &value.term);
            self.push(Stmt::assign(map.var(), stored));
        }
        let set = self.is_set(f);
        let stored = set.term().store(object, &Term::bool(true));
        self.push(Stmt::assign(set.var(), stored));
        Ok(())
    }
}
