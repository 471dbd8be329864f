//! Annotations of our package where an object is made: `new @Unshared Cell()`. They say of the objects that are made there what they would
//! say of a class (`@Unshared`, `@SelfLocking`) or of each field (`@Communication`).
//!
//! What is made there gets a class of its own, which extends the class and has the same fields and no methods. Nothing else in the machine
//! has to know: rows of tables, assumptions, and checks of annotations are about kinds of objects. The program cannot tell, since
//! whoever asks for exactly the class means both. It is called `Cell@12`, by the line.

use super::TranslateError;
use super::Translator;
use super::annotations::{is_ours, wrong};
use super::claims::{Claim, Promise};
use crate::classfile::{Annotation as Written, Code, TypeAnnotation};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{Annotation, ClassId, FuncId, Instr, Shape, ShapeId};
use commute_mutants::mutant;
use std::collections::BTreeMap;

/// An instruction that makes an instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    method: MethodId,
    /// The offset of the instruction in the bytecode.
    at: u16,
}

/// The annotations of ours of what an instruction makes.
fn said(code: &Code, at: u16) -> impl Iterator<Item = &Written> {
    let here = move |a: &&TypeAnnotation| a.target == TypeAnnotation::NEW && a.at == at && a.is_whole;
    code.annotations.iter().filter(here).map(|a| &a.annotation).filter(|a| is_ours(a))
}

/// Whether something of ours is said of an object that a method makes.
pub fn says_something(code: &Code) -> bool {
    code.annotations.iter().any(|a| is_ours(&a.annotation))
}

impl Translator<'_> {
    /// The instruction `pc` of `func` makes an instance, and stands for the one at `at` of a method.
    pub(super) fn note_allocation(&mut self, func: FuncId, pc: u32, method: MethodId, at: u32) {
        let file = &self.world.class(method.class).file;
        let code = file.methods[method.index as usize].code.as_ref();
        let is_annotated = |at: u16| code.is_some_and(|code| said(code, at).next().is_some());
        if let Some(at) = u16::try_from(at).ok().filter(|&at| is_annotated(at)) {
            self.allocations.push((func, pc, Place { method, at }));
        }
    }

    /// An error if something of ours is said in the user's code that means nothing there.
    pub(super) fn check_type_annotations(&self, class: ClassId) -> Result<(), TranslateError> {
        let file = &self.world.class(class).file;
        // What is said of a field stands with its type, too.
        let of_fields = file.fields.iter().flat_map(|field| {
            let is_said = |a: &&TypeAnnotation| field.annotations.iter().any(|b| b.ty == a.annotation.ty);
            field.types.iter().filter(move |a| !is_said(a))
        });
        let declared = file.types.iter().chain(of_fields);
        let declared = declared.chain(file.methods.iter().flat_map(|method| &method.types));
        let in_code = file.methods.iter().filter_map(|method| method.code.as_ref());
        let in_code = in_code.flat_map(|code| &code.annotations);
        let is_made = |a: &&TypeAnnotation| a.target == TypeAnnotation::NEW && a.is_whole;
        let wrong_there = in_code.filter(|a| !is_made(a)).chain(declared);
        match wrong_there.map(|a| &a.annotation).find(|a| is_ours(a)) {
            Some(written) => Err(wrong(written, &dotted(&file.name), "no type has it but one that is made")),
            None => Ok(()),
        }
    }

    /// Gives what is made at annotated places a class of its own.
    pub(super) fn annotate_allocations(&mut self) -> Result<(), TranslateError> {
        let mut shapes: BTreeMap<Place, ShapeId> = BTreeMap::new();
        let mut copies: BTreeMap<ShapeId, Vec<ShapeId>> = BTreeMap::new();
        for (func, pc, place) in std::mem::take(&mut self.allocations) {
            let instr = &self.program.functions[func.index()].code[pc as usize];
            let Instr::New { shape, .. } = *instr else {
                unreachable!("[commute internal bug] an instance is made there")
            };
            let own = match shapes.get(&place) {
                Some(&known) => known,
                None => {
                    let own = self.shape_of_place(place, shape)?;
                    copies.entry(shape).or_default().push(own);
                    *shapes.entry(place).or_insert(own)
                }
            };
            if let Instr::New { shape, .. } = &mut self.program.functions[func.index()].code[pc as usize] {
                *shape = own;
            }
        }
        self.widen_shape_tests(&copies);
        Ok(())
    }

    /// The kind of what is made at a place, which is the kind `of` but for what is said.
    fn shape_of_place(&mut self, place: Place, of: ShapeId) -> Result<ShapeId, TranslateError> {
        let Shape::Instance(class) = self.program.shapes[of.index()] else {
            unreachable!("[commute internal bug] an instance is made there")
        };
        let file = self.world.class(place.method.class).file.clone();
        let code = file.methods[place.method.index as usize].code.as_ref();
        let code = code.expect("[commute internal bug] it was translated");
        let index = code.lines.partition_point(|&(start, _)| start <= place.at);
        let line = index.checked_sub(1).map_or(0, |i| code.lines[i].1);
        let mut own = self.program.classes[class.index()].clone();
        let name =
            std::mem::replace(&mut own.name, format!("{}@{line}", self.program.classes[class.index()].name));
        (own.superclass, own.interfaces, own.methods, own.annotations) = Default::default();
        own.superclass = Some(class);
        self.program.classes.push(own);
        let own = ClassId::new(self.program.classes.len() - 1);
        self.copy_claims(&name, own);
        for written in said(code, place.at) {
            let said = self.say_of_objects(class, own, written);
            said.map_err(|why| wrong(written, &format!("a new {name} (line {line})"), &why))?;
        }
        self.program.shapes.push(Shape::Instance(own));
        Ok(ShapeId::new(self.program.shapes.len() - 1))
    }

    /// What is said of the fields of a class is said of those of the objects that are made at one place.
    fn copy_claims(&mut self, name: &str, own: ClassId) {
        let new = &self.program.classes[own.index()].name;
        for claim in &mut self.notes.claims {
            let of_class = claim.fields.iter().filter_map(|(field, said)| {
                let field = field.strip_prefix(name)?.strip_prefix('.').filter(|rest| !rest.contains('.'))?;
                Some((format!("{new}.{field}"), *said))
            });
            let more: Vec<(String, bool)> = of_class.collect();
            claim.fields.extend(more);
        }
    }

    #[mutant("java-allocations-forget-annotations", Ok(()))]
    fn say_of_objects(&mut self, class: ClassId, own: ClassId, written: &Written) -> Result<(), String> {
        let whole = [Annotation::ByMethod, Annotation::ByClass];
        let above = self.program.with_all_above(class);
        let mut said = above.iter().flat_map(|above| &self.program.classes[above.index()].annotations);
        if said.any(|said| whole.contains(said)) {
            return Err("its class is accessed by whole methods".to_owned());
        }
        let annotation = match written.name() {
            "Unshared" if written.value("tentatively") == Some("true") => {
                self.claim_unshared(class, own);
                return Ok(());
            }
            "Unshared" => Annotation::Unshared,
            "Communication" => Annotation::Communication,
            "SelfLocking" => {
                self.program.classes[own.index()].annotations.push(Annotation::SelfLocking);
                return Ok(());
            }
            name => return Err(format!("@{name} is not for objects that are made")),
        };
        for field in self.own_fields(class) {
            let said = &mut self.program.classes[own.index()].fields[field].annotations;
            if !said.contains(&annotation) {
                said.push(annotation.clone());
            }
        }
        Ok(())
    }

    /// The objects are taken for unshared, and it is said whether they are.
    fn claim_unshared(&mut self, class: ClassId, own: ClassId) {
        let fields = self.own_fields(class);
        let of = &self.program.classes[own.index()];
        let fields = fields.into_iter().map(|at| (format!("{}.{}", of.name, of.fields[at].name), false));
        let claim = Claim { class: of.name.clone(), promise: Promise::Unshared, fields: fields.collect() };
        self.notes.claims.push(claim);
    }

    /// The fields of an instance that annotations of objects are about: if its class is the user's, those of the user's classes, else all.
    fn own_fields(&self, class: ClassId) -> Vec<usize> {
        match self.origin(class) {
            Origin::User => self.instance_fields(class).into_iter().map(|(slot, _)| slot as usize).collect(),
            _ => (0..self.program.classes[class.index()].fields.len()).collect(),
        }
    }
}
