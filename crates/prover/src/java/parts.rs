//! Whose objects are: of nobody else yet, a part of an object of the subject, or everybody's.

use super::Stop;
use super::exec::{Exec, What};
use super::heap::Then;
use super::value::{Ty, Val};
use super::world::{FieldKind, class_of, is_reference};
use crate::fold;
use commute_logic::{Decl, Sort, Term};

type Result<T> = std::result::Result<T, Stop>;

impl Exec<'_> {
    /// Somebody else has the object from now on: it must be as others expect it.
    pub fn escape(&mut self, object: &Term, class: &str) -> Result<()> {
        let subject = self.world.subject.name.clone();
        let own = self.owned(object);
        if self.world.classes.is_below(&subject, class) || class == subject {
            let mine = if class == subject { Term::bool(true) } else { self.is_exactly(object, &subject) };
            let if_ = fold::and([own.clone(), mine]);
            for k in self.all_invariants(false) {
                let holds = self.invariant(k, object, &Then::Nothing)?;
                self.assert_(What::Invariant(k), fold::implies(&if_, &holds));
            }
        }
        if self.world.is_users(class) {
            for f in self.world.fields_of(class, false) {
                if let FieldKind::Own(_) = self.world.fields[f].kind {
                    let set = self.is_set(f).term().select(object);
                    self.assert_(
                        What::Fault("the object is seen before it is made"),
                        fold::implies(&own, &set),
                    );
                }
            }
        }
        let decl = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
        self.set_key(&decl, object, &Term::bool(false));
        Ok(())
    }

    /// A reference goes to where anybody may get it.
    pub fn leak(&mut self, value: &Val) -> Result<()> {
        let Ty::Ref(class) = &value.ty else { return Ok(()) };
        if class.name == "null" {
            return Ok(());
        }
        if self.world.is_part(&class.name) {
            let own = self.owned(&value.term);
            let whole = self.whole(&value.term);
            let nobodys =
                fold::or([fold::equal(&value.term, &Term::null()), fold::equal(&whole, &Term::null())]);
            let allowed = if self.has_parts(&class.name) { nobodys } else { fold::or([own, nobodys]) };
            self.assert_(What::Fault("a part of the object is given to others"), allowed);
            let decl = self.declare(Decl::new("belongs to", Sort::array(Sort::Ref, Sort::Ref)));
            self.set_key(&decl, &value.term, &Term::null());
        }
        self.escape(&value.term, &class.name)
    }

    /// Whether objects of the class refer to further parts.
    pub fn has_parts(&mut self, class: &str) -> bool {
        if let Some(element) = class.strip_prefix('[') {
            return is_reference(element) && self.world.is_part(class_of(element));
        }
        let fields = self.world.fields_of(class, false);
        fields.iter().any(|&f| {
            let desc = self.world.fields[f].desc.clone();
            is_reference(&desc) && self.world.is_part(class_of(&desc))
        })
    }

    /// A reference is put into a place of this type of something that belongs to `whole`, or to nobody.
    pub fn put(&mut self, value: &Val, place: &str, whole: &Term) -> Result<()> {
        if !is_reference(place) {
            return Ok(());
        }
        if !self.world.is_part(class_of(place)) {
            return self.leak(value);
        }
        let own = self.owned(&value.term);
        let of = self.whole(&value.term);
        let is_null = fold::equal(&value.term, &Term::null());
        let same = fold::equal(&of, whole);
        self.assert_(
            What::Fault("an object that others may have becomes a part of this one"),
            fold::or([is_null, own, same]),
        );
        let decl = self.declare(Decl::new("belongs to", Sort::array(Sort::Ref, Sort::Ref)));
        self.set_key(&decl, &value.term, whole);
        let Ty::Ref(class) = &value.ty else { return Ok(()) };
        if class.name == "null" {
            return Ok(());
        }
        self.escape(&value.term, &class.name)
    }

    /// What is known of a reference from a place of this type.
    pub fn got(&mut self, value: &Term, place: &str, whole: &Term) {
        if !is_reference(place) || !self.world.is_part(class_of(place)) {
            return;
        }
        let of = self.whole(value);
        let own = self.owned(value);
        let known = fold::and([fold::equal(&of, whole), fold::not(&own)]);
        self.assume(fold::or([fold::equal(value, &Term::null()), known]));
    }

    /// Who accesses a part must hold what protects the parts of that object.
    pub fn assert_part(&mut self, part: &Term, class: &str) -> Result<()> {
        let key = if class.starts_with('[') { "[" } else { class }.to_owned();
        let own = self.owned(part);
        let whole = self.whole(part);
        let somebodys = fold::not(&fold::equal(&whole, &Term::null()));
        let guards = self.world.parts.get(&key).cloned().unwrap_or_default();
        if guards.is_empty() {
            self.assert_(What::Unguarded(format!("objects of {key}")), own);
            return Ok(());
        }
        for guard in guards {
            let held = self.held(&guard, &whole);
            let safe = fold::or([own.clone(), fold::and([somebodys.clone(), held])]);
            self.assert_(What::PartGuard(key.clone(), guard), safe);
        }
        Ok(())
    }
}
