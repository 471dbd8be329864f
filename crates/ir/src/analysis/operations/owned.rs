//! What only an instance can reach: the arrays and objects in fields to which nothing is ever assigned but new ones and what the
//! instance has already, and whose references are used for nothing but to access what they refer to.
//!
//! The fields are those of the class, and for `by_class` those of its parts (a list has the fields of its nodes).

use super::fresh::Fresh;
use super::region::is_of_data;
use super::{THIS, grains, object_of, place};
use crate::{BinOp, ClassId, Function, Instr, Operand, Pc, Place, Program, Reg, Shape, StaticObject};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

pub(super) struct Owned<'a> {
    fresh: &'a Fresh<'a>,
    fields: BTreeSet<(ClassId, u32)>,
    /// For each function what its registers refer to; none if it does not access these fields.
    references: Vec<Option<References>>,
}

/// Which registers refer to what is owned when control comes to each instruction.
struct References {
    /// On some way there.
    may: Vec<FixedBitSet>,
    /// On all ways.
    must: Vec<FixedBitSet>,
}

impl<'a> Owned<'a> {
    pub(super) fn new(program: &Program, fresh: &'a Fresh<'a>, class: ClassId) -> Self {
        let mut fields = BTreeSet::new();
        let whole = grains(program).0.whole;
        // What is there before the program begins may be in several fields at once.
        if !program.statics.iter().any(|object| refers(program, object, &whole, class)) {
            for part in (0..whole.len()).filter(|&part| whole[part] == Some(class)) {
                let declared =
                    (0..).zip(&program.classes[part].fields).filter(|(_, field)| field.ty.is_ref());
                fields.extend(declared.map(|(at, _)| (ClassId::new(part), at)));
            }
        }
        let mut this = Self { fresh, fields, references: Vec::new() };
        loop {
            let functions = program.functions.iter().enumerate();
            this.references = functions.clone().map(|(f, function)| this.follow(f, function)).collect();
            let wrong = functions.clone().find(|&(f, function)| !this.is_right(f, function));
            let Some((_, function)) = wrong else { return this };
            // Whichever of its fields it is.
            for instr in &function.code {
                if let Some(field) = this.touched(instr) {
                    this.fields.remove(&field);
                }
            }
        }
    }

    /// Whether an operand refers to something that is owned, whichever way control has come.
    pub(super) fn is_reference(&self, (f, at): (usize, usize), operand: Operand) -> bool {
        self.references[f].as_ref().is_some_and(|references| has(&references.must[at], operand))
    }

    /// Whether it may.
    pub(super) fn may_be(&self, (f, at): (usize, usize), operand: Operand) -> bool {
        self.references[f].as_ref().is_some_and(|references| has(&references.may[at], operand))
    }

    /// The owned field that an instruction reads or writes.
    fn touched(&self, instr: &Instr) -> Option<(ClassId, u32)> {
        match read_or_written(instr)? {
            Place::Field { class, field, .. } => {
                Some((class, field)).filter(|field| self.fields.contains(field))
            }
            _ => None,
        }
    }

    /// Follows references through a function, to a fixpoint: more and more may refer to what is owned, and fewer must.
    fn follow(&self, f: usize, function: &Function) -> Option<References> {
        function.code.iter().find(|instr| self.touched(instr).is_some())?;
        let none = FixedBitSet::with_capacity(function.regs.len());
        let mut all = none.clone();
        all.insert_range(..);
        let count = function.code.len();
        let mut found = References { may: vec![none.clone(); count], must: vec![all; count] };
        found.must[0] = none;
        let mut work: Vec<usize> = (0..count).rev().collect();
        while let Some(at) = work.pop() {
            let instr = &function.code[at];
            let (mut may, mut must) = (found.may[at].clone(), found.must[at].clone());
            for handler in
                function.handlers.iter().filter(|h| h.from.0 as usize <= at && at < h.to.0 as usize)
            {
                let (mut may, mut must) = (may.clone(), must.clone());
                may.set(handler.dst.0 as usize, false);
                must.set(handler.dst.0 as usize, false);
                found.flow(handler.target, &may, &must, &mut work);
            }
            self.change((f, at), instr, &mut may);
            self.change((f, at), instr, &mut must);
            instr.successors(Pc(at as u32), |to| found.flow(to, &may, &must, &mut work));
        }
        Some(found)
    }

    /// What an instruction makes of the registers that refer to what is owned.
    fn change(&self, here: (usize, usize), instr: &Instr, owned: &mut FixedBitSet) {
        let is_owned = match instr {
            Instr::Load { .. } | Instr::Fixed { .. } => self.touched(instr).is_some(),
            Instr::Move { src, .. } => has(owned, *src),
            _ => false,
        };
        if let Some(Reg(dst)) = instr.dst() {
            owned.set(dst as usize, is_owned);
        }
        if let Instr::Store { src: Operand::Reg(Reg(src)), .. } = instr
            && self.touched(instr).is_some()
            && self.fresh.at(here.0, here.1, Operand::Reg(Reg(*src)))
        {
            owned.insert(*src as usize);
        }
    }

    fn is_right(&self, f: usize, function: &Function) -> bool {
        self.references[f].is_none()
            || (0..).zip(&function.code).all(|(at, instr)| self.keeps((f, at), instr))
    }

    /// Whether a word belongs to the instance of the method, or to what that owns.
    fn is_of_this(&self, here: (usize, usize), place: Place) -> bool {
        object_of(place).is_some_and(|object| object == THIS || self.is_reference(here, object))
    }

    /// Whether an instruction puts nothing but what is new or owned into an owned field, and uses references to what is owned only to
    /// access that, to compare them, or to put them elsewhere in the same instance.
    fn keeps(&self, here: (usize, usize), instr: &Instr) -> bool {
        if let Some(place) = read_or_written(instr).filter(|_| self.touched(instr).is_some())
            && !self.puts_what_is_owned(here, instr, place)
        {
            return false;
        }
        let mut read = 0;
        instr.operands(|operand| read += usize::from(self.may_be(here, operand)));
        let through = |place: Place| object_of(place).is_some_and(|object| self.may_be(here, object));
        match instr {
            _ if read == 0 => true,
            Instr::Load { place, .. } | Instr::Fixed { place, .. } => through(*place) && read == 1,
            Instr::Store { place, src, .. } => {
                let puts = self.may_be(here, *src);
                if puts { self.touched(instr).is_some() } else { through(*place) && read == 1 }
            }
            Instr::Invoke { op, obj, .. } => is_of_data(*op) && self.may_be(here, *obj) && read == 1,
            Instr::Length { .. } | Instr::Move { .. } => true,
            Instr::Binary { op, .. } => matches!(op, BinOp::Eq | BinOp::Ne),
            _ => false,
        }
    }

    /// Whether an owned field is read of the method's instance alone, and what is written to one is new, null, or that instance's already.
    fn puts_what_is_owned(&self, here: (usize, usize), instr: &Instr, place: Place) -> bool {
        let (f, at) = here;
        match instr {
            Instr::Load { .. } | Instr::Fixed { .. } => self.is_of_this(here, place),
            Instr::Store { src, .. } => {
                *src == Operand::Null
                    || self.fresh.at(f, at, *src)
                    || self.is_of_this(here, place) && self.is_reference(here, *src)
            }
            _ => false,
        }
    }
}

impl References {
    /// Control comes to `to` with these registers.
    fn flow(&mut self, to: Pc, may: &FixedBitSet, must: &FixedBitSet, work: &mut Vec<usize>) {
        let to = to.0 as usize;
        let before = (self.may[to].count_ones(..), self.must[to].count_ones(..));
        self.may[to].union_with(may);
        self.must[to].intersect_with(must);
        if before != (self.may[to].count_ones(..), self.must[to].count_ones(..)) {
            work.push(to);
        }
    }
}

/// The shared word that an instruction accesses, also one that nobody writes any more.
fn read_or_written(instr: &Instr) -> Option<Place> {
    if let Instr::Fixed { place, .. } = instr { Some(*place) } else { place(instr) }
}

fn has(registers: &FixedBitSet, operand: Operand) -> bool {
    matches!(operand, Operand::Reg(Reg(r)) if registers.contains(r as usize))
}

/// Whether an instance of the class, or of a part of it, that is there before the program begins refers to another object that is.
fn refers(program: &Program, object: &StaticObject, whole: &[Option<ClassId>], class: ClassId) -> bool {
    let is_part = match program.shapes[object.shape.index()] {
        Shape::Instance(of) => program.is_subclass(of, class) || whole[of.index()] == Some(class),
        _ => false,
    };
    is_part && object.data.iter().any(|word| matches!(word, Operand::Static(_)))
}
