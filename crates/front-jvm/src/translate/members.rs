//! Members that are known at run time only: each has a number, and a function with a case for each number calls, reads or writes
//! it. What can be called is translated when an execution calls it.

use super::builder::Builder;
use super::class_queries::{NUMBER, PRIMITIVES};
use super::intrinsics::Site;
use super::opened::Missing;
use super::serial::SERIAL_FORM;
use super::{CLASS, FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::{FieldPlace, LoadError};
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Place, Reg, StaticId, Ty};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is done to a member, or to a class, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dispatch {
    /// Its class is initialised.
    Ready,
    /// It is called, on an object and with an array of arguments.
    Call,
    /// The same, but the method is the one that the class has, whatever the object's class says.
    Special,
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// The class with this number among the names that are literals, or among all names, initialised or not.
    Named,
    NamedOfAll,
    /// An instance for an object stream, of the class with this number.
    Allocate,
    /// A class that implements interfaces, given in an array.
    Proxy,
    /// A bundle of texts of the library.
    Bundle,
    /// What is not told of a class is asked for.
    Unanswered(&'static str),
}

/// A field, method or constructor that a class declares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberKey {
    pub class: String,
    pub is_field: bool,
    /// Its place in the file of its class.
    pub index: u32,
}

/// The members that have numbers.
#[derive(Default)]
pub struct Members {
    all: Vec<MemberKey>,
    numbers: HashMap<MemberKey, u32>,
    /// Tables by number: words of fields, annotations.
    pub words: Option<StaticId>,
    pub annotations: Option<StaticId>,
    /// The tables of names of classes.
    pub names: Option<StaticId>,
    pub all_names: Option<StaticId>,
    /// The classes whose members are told.
    pub told: HashSet<String>,
    /// What object streams call.
    pub hooks: HashSet<MemberKey>,
    /// The classes of which object streams make instances, by number, each with the class whose constructor is called.
    pub allocated: BTreeMap<u32, (String, String)>,
    /// The forms of classes in object streams.
    pub forms: HashMap<String, StaticId>,
    /// How many of the classes that are objects were looked at for that, and those of them that were not loaded then.
    looked_at: usize,
    not_loaded: Vec<String>,
}

impl Members {
    pub fn number(&mut self, key: &MemberKey) -> u32 {
        if let Some(&known) = self.numbers.get(key) {
            return known;
        }
        self.all.push(key.clone());
        self.numbers.insert(key.clone(), self.all.len() as u32 - 1);
        self.all.len() as u32 - 1
    }

    pub fn all(&self) -> &[MemberKey] {
        &self.all
    }
}

impl Dispatch {
    /// The types of the parameters and of the result.
    pub fn types(self) -> (Vec<Ty>, Option<Ty>) {
        let object = Some(Ty::AnyRef);
        match self {
            Dispatch::Ready | Dispatch::Unanswered(_) => (vec![Ty::I32], None),
            Dispatch::Call | Dispatch::Special => (vec![Ty::I32, Ty::AnyRef, Ty::AnyRef], object),
            Dispatch::Read => (vec![Ty::I32, Ty::AnyRef], object),
            Dispatch::Write => (vec![Ty::I32, Ty::AnyRef, Ty::AnyRef], None),
            Dispatch::Named | Dispatch::NamedOfAll => (vec![Ty::I32, Ty::I32], object),
            Dispatch::Proxy => (vec![Ty::AnyRef], object),
            Dispatch::Bundle | Dispatch::Allocate => (vec![Ty::I32], object),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Dispatch::Ready => "initialise",
            Dispatch::Call | Dispatch::Special => "invoke",
            Dispatch::Read => "Field.get",
            Dispatch::Write => "Field.set",
            Dispatch::Named | Dispatch::NamedOfAll => "Class.forName",
            Dispatch::Proxy => "Proxy.newProxyInstance",
            Dispatch::Bundle => "ResourceBundle",
            Dispatch::Allocate => "readObject",
            Dispatch::Unanswered(query) => query,
        }
    }
}

/// What a case of a function with many does: it calls a function with the same arguments, or refuses.
pub enum Case {
    Call(FuncId),
    Give(Operand),
    Refuse(Instr),
}

impl Translator<'_> {
    /// Calls the function that does something to what has a number.
    pub(super) fn emit_dispatch(
        &mut self,
        out: &mut Builder,
        site: Site,
        what: Dispatch,
        args: &[Operand],
        dst: Option<Reg>,
    ) {
        let func = self.dispatch_function(what, site.phase, site.func);
        out.emit(Instr::Call { dst, func, args: args.to_vec().into_boxed_slice() });
    }

    pub(super) fn dispatch_function(&mut self, what: Dispatch, phase: Phase, from: FuncId) -> FuncId {
        self.function(FuncKey::Dispatch(what, phase), from, |_| {
            let (params, ret) = what.types();
            (what.name().to_owned(), params, ret)
        })
    }

    /// A refusal that ends when the program is translated again.
    pub(super) fn asks_for(&mut self, key: String, what: String) -> Instr {
        let number = self.notes.missing.len() as u32;
        self.notes.missing.push(Missing::Reflected(key));
        Instr::Refuse { message: what.into(), missing: Some(number) }
    }

    pub(super) fn dispatch_body(
        &mut self,
        what: Dispatch,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        self.close_classes()?;
        let (params, ret) = what.types();
        let mut out = Builder::new(what.name().to_owned(), &params, ret);
        match what {
            Dispatch::Proxy => {
                let first = self.proxy_function(&[], phase, func);
                let dst = out.temp(Kind::Ref);
                let args = Box::new([Operand::Reg(Reg(0))]);
                out.emit(Instr::Call { dst: Some(dst), func: first, args });
                out.emit(Instr::Return { value: Some(Operand::Reg(dst)) });
            }
            Dispatch::Named | Dispatch::NamedOfAll => {
                let cases = self.named_cases(what == Dispatch::NamedOfAll, phase, func)?;
                self.emit_cases(&mut out, &params, ret, &cases);
                let refusal = self.refusal("Class.forName of a name that is not known", func);
                out.emit(refusal);
            }
            Dispatch::Bundle => {
                let cases = self.bundle_cases(func);
                self.emit_cases(&mut out, &params, ret, &cases);
                let refusal = self.refusal("a bundle that is not known", func);
                out.emit(refusal);
            }
            Dispatch::Allocate => {
                let cases = self.allocated_cases(phase, func);
                self.emit_cases(&mut out, &params, ret, &cases);
                let refusal = self.refusal("an instance of a class that is not known", func);
                out.emit(refusal);
            }
            Dispatch::Unanswered(query) => {
                let cases = self.unanswered_cases(query);
                self.emit_cases(&mut out, &params, ret, &cases);
                out.emit(Instr::Return { value: None });
            }
            _ => {
                let cases = self.member_cases(what, phase, func);
                self.emit_cases(&mut out, &params, ret, &cases);
                let refusal = self.refusal("a member that is not known", func);
                out.emit(refusal);
            }
        }
        Ok(out.finish_plain())
    }

    /// A case for each number, found by halving. The cases end.
    pub(super) fn emit_cases(
        &mut self,
        out: &mut Builder,
        params: &[Ty],
        ret: Option<Ty>,
        cases: &[(i64, Case)],
    ) {
        let is = out.temp(Kind::Int);
        let dst = ret.map(|_| out.temp(Kind::Ref));
        emit_halves(out, cases, (is, dst), params.len());
    }

    fn member_cases(&mut self, what: Dispatch, phase: Phase, func: FuncId) -> Vec<(i64, Case)> {
        let all = self.statics.members.all().to_vec();
        let mut cases = Vec::new();
        for (number, key) in all.into_iter().enumerate() {
            let wanted = match what {
                Dispatch::Read | Dispatch::Write => key.is_field,
                Dispatch::Call | Dispatch::Special => !key.is_field,
                _ => true,
            };
            if !wanted {
                continue;
            }
            // Whoever calls one method of a class of the program soon calls others; of a library each is asked for.
            let opens = match self.is_own(&key.class) {
                true => format!("members called {}", key.class),
                false => format!("member called {} {}", key.class, key.index),
            };
            let is_known = key.is_field || self.statics.members.hooks.contains(&key);
            let case = match is_known || self.opened.is_reflected(&opens) {
                true => {
                    let (params, ret) = what.types();
                    let key = FuncKey::Member(what, number as u32, phase);
                    Case::Call(self.function(key, func, |_| (what.name().to_owned(), params, ret)))
                }
                false => {
                    let text = format!("{} of a member of {}", what.name(), dotted(&key.class));
                    Case::Refuse(self.asks_for(opens, text))
                }
            };
            cases.push((number as i64, case));
        }
        cases
    }

    /// What is done to one member.
    pub(super) fn member_body(
        &mut self,
        what: Dispatch,
        number: u32,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let key = self.statics.members.all()[number as usize].clone();
        let (params, ret) = what.types();
        let mut out = Builder::new(what.name().to_owned(), &params, ret);
        let site = Site { func, phase };
        if what == Dispatch::Ready {
            self.member_ready(&mut out, site, &key)?;
        } else if key.is_field {
            self.member_field(&mut out, site, &key, what)?;
        } else {
            self.member_call(&mut out, site, &key, what)?;
        }
        Ok(out.finish_plain())
    }

    /// The classes of which what they declare is not told, but can be.
    fn unanswered_cases(&mut self, query: &'static str) -> Vec<(i64, Case)> {
        let mut cases = Vec::new();
        self.find_told();
        for (index, name) in self.class_names().to_vec().iter().enumerate() {
            if self.can_tell_members(name, query) && !self.tells_members(name) {
                let text = format!("Class.{query} of {}", dotted(name));
                let refusal = self.asks_for(format!("members {name}"), text);
                cases.push((index as i64 + 1, Case::Refuse(refusal)));
            }
        }
        cases
    }

    /// Whether the members of a class are told: those of the program itself, and of others once they were asked for.
    pub(super) fn tells_members(&self, name: &str) -> bool {
        self.statics.members.told.contains(name)
    }

    /// Whether a class is of the program itself, not of a library that it uses.
    fn is_own(&mut self, name: &str) -> bool {
        let class = self.world.known(name);
        class.is_some_and(|class| self.origin(class) == Origin::User) && !self.world.path.is_aside(name)
    }

    /// Finds out of which classes members are told: who asks a class may ask all above it.
    pub(super) fn find_told(&mut self) {
        let new = self.class_names()[self.statics.members.looked_at..].to_vec();
        self.statics.members.looked_at += new.len();
        let again = std::mem::take(&mut self.statics.members.not_loaded);
        for name in again.into_iter().chain(new).filter(|name| !name.starts_with('[')) {
            let Some(class) = self.world.known(&name) else {
                self.statics.members.not_loaded.push(name);
                continue;
            };
            if self.statics.members.told.contains(&name) {
                continue;
            }
            let is_own = self.is_own(&name);
            if is_own || name.contains("$$Lambda") || self.opened.is_reflected(&format!("members {name}")) {
                let above =
                    self.world.all_above(class).into_iter().map(|above| self.world.name(above).to_owned());
                let above: Vec<String> = above.collect();
                self.statics.members.told.extend(above);
            }
        }
    }

    /// Whether they can be. What the library keeps in its fields is not told, as much of it is replaced; nor is what replaces it.
    pub(super) fn can_tell_members(&mut self, name: &str, query: &str) -> bool {
        let Ok(class) = self.world.load(name) else { return false };
        if query == SERIAL_FORM {
            return self.has_serial_form(class);
        }
        match self.origin(class) {
            Origin::User => true,
            Origin::Jdk => {
                let file = &self.world.class(class).file;
                let is_harmless = file.flags & flags::INTERFACE != 0 || file.fields.is_empty();
                query != "fieldsOf" || name == super::unsafe_ops::UNSAFE || is_harmless
            }
            Origin::Model => name.contains("$$Lambda"),
        }
    }

    /// The names by which classes are found, in ascending order: all, or the literals of the program that look like one.
    fn known_names(&mut self, all: bool) -> Vec<String> {
        let mut names = if all { self.world.path.names() } else { self.literal_names() };
        names.extend(self.class_names().iter().filter(|name| !is_made(name)).map(|name| dotted(name)));
        names.retain(|name| !PRIMITIVES.contains(&name.as_str()));
        // In the order of texts in Java.
        names.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        names.dedup();
        names
    }

    /// The literals that have the form of a name with a package, and those that name a class without one.
    fn literal_names(&mut self) -> Vec<String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
        let mut names = self.text_constants();
        names.retain(|text| {
            let last = text.rsplit(['.', '$']).next().unwrap_or_default();
            text.chars().all(is_name) && last.starts_with(|c: char| c.is_ascii_uppercase())
        });
        names.retain(|text| text.contains('.') || self.world.load(text).is_ok());
        names
    }

    fn named_cases(&mut self, all: bool, phase: Phase, func: FuncId) -> Result<Vec<(i64, Case)>, LoadError> {
        if all && !self.opened.is_reflected("names") {
            return Ok(Vec::new());
        }
        let mut cases = Vec::new();
        for (index, name) in self.known_names(all).into_iter().enumerate() {
            let class = name.replace('.', "/");
            let key = format!("class {class}");
            let case = if class.starts_with('[') {
                Case::Give(Operand::Static(self.class_object(&class)?))
            } else if matches!(self.world.path.class(&class), Ok(None)) {
                // There is none.
                Case::Give(Operand::Null)
            } else if self.opened.is_reflected(&key) {
                let (params, ret) = Dispatch::Named.types();
                let key = FuncKey::NamedClass(class.clone(), phase);
                Case::Call(self.function(key, func, |_| ("Class.forName".to_owned(), params, ret)))
            } else {
                Case::Refuse(self.asks_for(key, format!("Class.forName of {name}")))
            };
            cases.push((index as i64, case));
        }
        Ok(cases)
    }

    /// Gives the object of a class, which is initialised first if that is wanted.
    pub(super) fn named_class_body(
        &mut self,
        name: &str,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let (params, ret) = Dispatch::Named.types();
        let mut out = Builder::new("Class.forName".to_owned(), &params, ret);
        let object = Operand::Static(self.class_object(name)?);
        let mut guard = Builder::new(String::new(), &[], None);
        match self.world.load(name) {
            Ok(class) => self.guard(&mut guard, class, phase, func),
            Err(error) => {
                let refusal = self.refusal(&error.to_string(), func);
                guard.emit(refusal);
            }
        }
        out.when(Operand::Reg(Reg(1)), |b| {
            guard.finish_plain().code.into_iter().for_each(|instr| b.emit(instr));
        });
        out.emit(Instr::Return { value: Some(object) });
        Ok(out.finish_plain())
    }

    /// The number of the class that an object stands for.
    pub(super) fn emit_class_number(
        &mut self,
        out: &mut Builder,
        class: Operand,
    ) -> Result<Reg, TranslateError> {
        let of = self.world.load(CLASS)?;
        let Some(FieldPlace::Instance(of, field)) = self.world.field(of, NUMBER, "I") else {
            return Err(TranslateError::Program("java.lang.Class has not the fields that it should".into()));
        };
        let number = out.temp(Kind::Int);
        out.check_null(class);
        out.emit(Instr::Fixed { dst: number, place: Place::Field { obj: class, class: of, field } });
        Ok(number)
    }

    /// A look at a table by the number of a member.
    pub(super) fn emit_member_table(
        &mut self,
        out: &mut Builder,
        which: &'static str,
        index: Operand,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let table = self.member_table(which)?;
        if let Some(dst) = dst {
            let place = Place::Elem { arr: Operand::Static(table), index };
            out.emit(Instr::Fixed { dst, place });
        }
        Ok(())
    }

    fn member_table(&mut self, which: &'static str) -> Result<StaticId, LoadError> {
        let known = match which {
            "words" => self.statics.members.words,
            "names" => self.statics.members.names,
            "all names" => self.statics.members.all_names,
            _ => self.statics.members.annotations,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let shape = self.array_shape(match which {
            "words" => "[I",
            "names" | "all names" => "[Ljava/lang/String;",
            _ => "[[Ljava/lang/annotation/Annotation;",
        })?;
        let made = self.add_table(&format!("{which} of members"), shape, Vec::new());
        let table = Some(made);
        match which {
            "words" => self.statics.members.words = table,
            "names" => self.statics.members.names = table,
            "all names" => self.statics.members.all_names = table,
            _ => self.statics.members.annotations = table,
        }
        Ok(made)
    }

    /// The names of classes; a program that asks for all of them is translated again with them.
    pub(super) fn emit_names(
        &mut self,
        out: &mut Builder,
        all: bool,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        if all && !self.opened.is_reflected("names") {
            let refusal = self.asks_for("names".to_owned(), "Class.forName of any name".to_owned());
            out.emit(refusal);
            return Ok(());
        }
        let table = self.member_table(if all { "all names" } else { "names" })?;
        dst.into_iter().for_each(|dst| out.copy(dst, Operand::Static(table)));
        Ok(())
    }

    /// Fills the tables that are there.
    pub(super) fn fill_member_tables(&mut self) -> Result<(), LoadError> {
        let all = self.statics.members.all().to_vec();
        if let Some(table) = self.statics.members.words {
            let words = all.iter().map(|key| Operand::Int(self.word_of(key))).collect();
            self.program.statics[table.index()].data = words;
        }
        if let Some(table) = self.statics.members.annotations {
            let mut data = Vec::new();
            for key in &all {
                data.push(Operand::Static(self.annotations_of_member(key)?));
            }
            self.program.statics[table.index()].data = data;
        }
        for (table, all) in [(self.statics.members.names, false), (self.statics.members.all_names, true)] {
            let Some(table) = table else { continue };
            let mut data = Vec::new();
            for name in self.known_names(all) {
                data.push(Operand::Static(self.text_of(&name)?));
            }
            self.program.statics[table.index()].data = data;
        }
        Ok(())
    }

    fn word_of(&mut self, key: &MemberKey) -> i64 {
        let Some(class) = self.world.load(&key.class).ok().filter(|_| key.is_field) else { return -1 };
        let field = self.world.class(class).file.fields[key.index as usize].clone();
        match self.world.field(class, &field.name, &field.desc) {
            Some(FieldPlace::Instance(_, word)) => i64::from(word),
            _ => -1,
        }
    }
}

/// Whether a class is one that the translation makes, which no name leads to.
fn is_made(name: &str) -> bool {
    name.contains("$$")
}

/// The class of the box of a primitive type; other types as they are.
pub(super) fn boxed(desc: &str) -> String {
    let found = super::dynamic::BOXES.iter().find(|(_, primitive, _)| *primitive == desc);
    found.map_or_else(|| desc.to_owned(), |(class, _, _)| format!("L{class};"))
}

fn emit_halves(out: &mut Builder, cases: &[(i64, Case)], regs: (Reg, Option<Reg>), params: usize) {
    let (is, dst) = regs;
    let number = Operand::Reg(Reg(0));
    match cases {
        [] => {}
        [(of, case)] => {
            out.binary(is, BinOp::Eq, NumTy::I64, number, Operand::Int(*of));
            out.when(Operand::Reg(is), |b| match case {
                Case::Refuse(refusal) => b.emit(refusal.clone()),
                Case::Give(value) => b.emit(Instr::Return { value: Some(*value) }),
                Case::Call(func) => {
                    let args = (0..params).map(|i| Operand::Reg(Reg(i as u16))).collect();
                    b.emit(Instr::Call { dst, func: *func, args });
                    b.emit(Instr::Return { value: dst.map(Operand::Reg) });
                }
            });
        }
        _ => {
            let (low, high) = cases.split_at(cases.len() / 2);
            out.binary(is, BinOp::Lt, NumTy::I64, number, Operand::Int(high[0].0));
            out.when(Operand::Reg(is), |b| emit_halves(b, low, regs, params));
            emit_halves(out, high, regs, params);
        }
    }
}
