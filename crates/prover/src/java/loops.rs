//! Loops are cut where they begin: what may change in them has any value there that what is tried of them allows.

use super::Stop;
use super::exec::{Exec, Head, What, int_range};
use super::heap::Then;
use super::value::Ty;
use super::world::FieldKind;
use crate::fold;
use commute_front_jvm::methods::Op;
use commute_logic::{Decl, Op as Logic, Sort, Stmt, Term};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Stop>;

impl Exec<'_> {
    /// A loop is entered: what may change in it is forgotten but for what is tried.
    pub fn enter_loop(&mut self, head: usize, last: usize) -> Result<()> {
        let last = self.loop_end(last);
        let tried = self.tried(head)?;
        for (key, term) in &tried {
            self.assert_(What::Loop(key.clone()), term.clone());
        }
        let stored = self.stored(head, last)?;
        let slots = self.slots(head);
        for (kind, at, ty, decl) in &slots {
            if *kind == 'l' && !stored.contains(at) {
                continue;
            }
            let any = self.any(decl.sort.clone(), int_range(ty));
            self.push(Stmt::assign(decl.var(), any));
        }
        self.forget_in_loop(&slots)?;
        for (kind, at, ty, decl) in &slots {
            if let Ty::Ref(class) = ty
                && (*kind == 's' || stored.contains(at))
            {
                self.typed(&decl.term(), &class.name);
            }
        }
        for (_, term) in &tried {
            self.assume(term.clone());
        }
        let held: Vec<(Decl, Term)> = self
            .locks()
            .into_iter()
            .map(|lock| {
                let now = self.keep(lock.term());
                (lock, now)
            })
            .collect();
        self.frame_mut().loops.insert(head, Head { tried, held });
        Ok(())
    }

    /// The last block of a loop, with the loops that begin in it.
    pub fn loop_end(&self, mut last: usize) -> usize {
        loop {
            let heads = self.frame().info.heads.iter().filter(|(head, _)| **head <= last);
            let further = heads.map(|(_, end)| *end).max().unwrap_or(last).max(last);
            if further == last {
                return last;
            }
            last = further;
        }
    }

    /// The local variables that blocks write.
    pub fn stored(&self, from: usize, to: usize) -> Result<BTreeSet<usize>> {
        let frame = self.frame();
        let mut found = BTreeSet::new();
        for block in from..=to {
            let (first, end) = frame.blocks.ranges[block];
            for (_, op) in &frame.blocks.ops[first..end] {
                match op {
                    Op::Store(_, slot) | Op::Increment(slot, _) => {
                        found.insert(usize::from(*slot));
                    }
                    _ => {}
                }
            }
        }
        Ok(found)
    }

    /// Shared memory has any values where a loop begins; what is final keeps them in the objects that are at hand.
    pub fn forget_in_loop(&mut self, slots: &[(char, usize, Ty, Decl)]) -> Result<()> {
        let now = self.declare(Decl::new("now", Sort::Int));
        let later = self.any(Sort::Int, None);
        let began = self.keep(now.term());
        self.assume(fold::arithmetic(Logic::Le, &began, &later));
        self.push(Stmt::assign(now.var(), later));
        let mut keys: Vec<Term> = self.receiver.clone().into_iter().collect();
        keys.push(self.witness());
        keys.push(self.class_object(&self.world.subject.name.clone()));
        let at_hand = slots.iter().filter(|(_, _, ty, _)| matches!(ty, Ty::Ref(_) | Ty::Own(_)));
        keys.extend(at_hand.map(|(_, _, _, decl)| decl.term()));
        for f in self.world.at_hand() {
            let changes = self.changes(f);
            let map = self.map(f);
            let mut maps = vec![(map, changes)];
            if matches!(self.world.fields[f].kind, FieldKind::Own(_)) {
                maps.push((self.is_set(f), false));
            }
            for (map, changes) in maps {
                let mut value = self.any(map.sort.clone(), None);
                for key in &keys {
                    let word = if changes { self.any_of(f) } else { map.term().select(key) };
                    value = value.store(key, &word);
                }
                self.push(Stmt::assign(map.var(), value));
            }
        }
        let (own, whole) = self.ownership();
        let (own_before, whole_before) = (self.keep(own.term()), self.keep(whole.term()));
        for map in [&own, &whole] {
            let value = self.any(map.sort.clone(), None);
            self.push(Stmt::assign(map.var(), value));
        }
        // What was there and was not owned is not owned later, and belongs to what it belonged to.
        let birth = self.declare(Decl::new("birth", Sort::array(Sort::Ref, Sort::Int)));
        for key in &keys {
            let is_old = fold::arithmetic(Logic::Lt, &birth.term().select(key), &began);
            let was_shared = fold::and([is_old, fold::not(&own_before.select(key))]);
            let same = fold::equal(&whole.term().select(key), &whole_before.select(key));
            let still = fold::and([fold::not(&own.term().select(key)), same]);
            self.assume(fold::implies(&was_shared, &still));
        }
        Ok(())
    }

    /// What is tried for a loop.
    pub fn tried(&mut self, head: usize) -> Result<Vec<(String, Term)>> {
        let mut all: Vec<(String, Term)> = Vec::new();
        let subject = self.world.subject.name.clone();
        for k in 0..self.known.invariants.len() {
            let is_static = self.known.invariants[k].is_static;
            let object = if is_static { Some(self.class_object(&subject)) } else { self.receiver.clone() };
            let Some(object) = object else { continue };
            let text = self.known.invariants[k].text.clone();
            all.push((text, self.invariant(k, &object, &Then::Nothing)?));
        }
        if let Some(this) = self.receiver.clone() {
            let own = self.owned(&this);
            all.push(("own this".to_owned(), own.clone()));
            all.push(("this is shared".to_owned(), fold::not(&own)));
            self.tried_of_locals(head, &this, &mut all)?;
        }
        let targets =
            [("the witness", self.witness(), false), ("the class", self.class_object(&subject), true)];
        for (name, object, is_static) in targets {
            let own = self.owned(&object);
            all.push((format!("{name} is shared"), fold::not(&own)));
            // Also of other objects whose locks the caller holds.
            for (k, guard) in self.invariants_with_locks(is_static) {
                let is_there = fold::not(&fold::equal(&object, &Term::null()));
                let held = fold::and([is_there, self.held(&guard, &object), fold::not(&own)]);
                let holds = self.invariant(k, &object, &Then::Nothing)?;
                let text = self.known.invariants[k].text.clone();
                all.push((format!("{name}: {text}"), fold::implies(&held, &holds)));
            }
        }
        let frame = self.frame();
        let place = format!("{} {head}", frame.prefix);
        let named = all.into_iter().map(|(text, term)| (format!("{place}: {text}"), term));
        Ok(named.filter(|(key, _)| !self.known.dropped.contains(key)).collect())
    }

    pub fn tried_of_locals(&mut self, head: usize, this: &Term, all: &mut Vec<(String, Term)>) -> Result<()> {
        let slots = self.slots(head);
        let at_most = |a: &Term, b: &Term| fold::arithmetic(Logic::Le, a, b);
        let mut bounds: Vec<(String, Term)> = Vec::new();
        let subject = self.world.subject.name.clone();
        for f in self.world.fields_of(&subject, false) {
            let name = self.world.fields[f].name.clone();
            let is_array = self.world.fields[f].desc.starts_with('[');
            let map = self.map(f);
            let word = map.term().select(this);
            match (*word.sort() == Sort::Int, is_array) {
                (true, _) => bounds.push((name, word)),
                (_, true) => bounds.push((format!("{name}.length"), self.length(&word))),
                _ => {}
            }
        }
        for (_, at, ty, decl) in &slots {
            if let Ty::Ref(class) = ty
                && class.name.starts_with('[')
            {
                bounds.push((format!("length of {at}"), self.length(&decl.term())));
            }
        }
        for (kind, at, ty, decl) in &slots {
            let name = format!("{kind}{at}");
            let value = decl.term();
            match ty {
                Ty::Int | Ty::Long => {
                    all.push((format!("{name} >= 0"), at_most(&Term::int(0), &value)));
                    for (bound, term) in &bounds {
                        all.push((format!("{name} <= {bound}"), at_most(&value, term)));
                    }
                }
                Ty::Ref(class) => {
                    let is_null = fold::equal(&value, &Term::null());
                    all.push((format!("{name} != null"), fold::not(&is_null)));
                    if self.world.is_part(&class.name) {
                        let (of, own) = (self.whole(&value), self.owned(&value));
                        let mine = fold::and([fold::equal(&of, this), fold::not(&own)]);
                        all.push((format!("{name} is a part"), fold::or([is_null.clone(), mine])));
                        all.push((format!("own {name}"), own));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
