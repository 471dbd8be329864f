//! The heap: what others may do to it, locks, and objects that nobody else has yet.

use super::Stop;
use super::exec::{Exec, What};
use super::refuse;
use super::value::{Ty, Val};
use super::world::{FieldId, FieldKind, Guard, OwnKind, class_of, is_reference};
use crate::fold;
use commute_logic::{Decl, Op, Sort, Stmt, Term};

type Result<T> = std::result::Result<T, Stop>;

/// Which states a predicate may speak of.
pub enum Then<'t> {
    /// Only the present one.
    Nothing,
    /// The present one is the second; these were the values of the fields in the first.
    After(&'t [(FieldId, Term)]),
    /// The same of where a call began, for `old`.
    Began(&'t [(FieldId, Term)]),
    /// The present one, but with these values of some fields.
    Instead(&'t [(FieldId, Term)]),
}

/// Which thread relies on an assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Who {
    This,
    Another,
}

impl Exec<'_> {
    /// The variable with the values of a field.
    pub fn map(&mut self, f: FieldId) -> Decl {
        let decl = self.world.value_of(f);
        self.declare(decl)
    }

    /// How often this thread holds the lock: of objects their monitors, else the lock in a field of the object.
    pub fn holds_of(&mut self, lock: Option<FieldId>) -> Decl {
        let name =
            lock.map_or("held monitors".to_owned(), |f| format!("held {}", self.world.variable_name(f)));
        self.declare(Decl::new(name, Sort::array(Sort::Ref, Sort::Int)))
    }

    /// The lock that a guard of an object is: the variable with how often it is held, and the key.
    pub fn lock_of(&mut self, guard: &Guard, object: &Term) -> (Decl, Term) {
        match guard {
            Guard::This => (self.holds_of(None), object.clone()),
            Guard::Class(class) => (self.holds_of(None), self.class_object(class)),
            Guard::Lock(f) if self.world.fields[*f].is_static => {
                let class = self.world.fields[*f].class.clone();
                (self.holds_of(Some(*f)), self.class_object(&class))
            }
            Guard::Lock(f) => (self.holds_of(Some(*f)), object.clone()),
            Guard::Root(_) => panic!("[commute internal bug] a root is no lock that is taken"),
        }
    }

    /// Whether this thread holds the lock that guards something of the object.
    pub fn held(&mut self, guard: &Guard, object: &Term) -> Term {
        if let Guard::Root(root) = guard {
            return Term::bool(*root == self.root);
        }
        let (holds, key) = self.lock_of(guard, object);
        fold::arithmetic(Op::Gt, &holds.term().select(&key), &Term::int(0))
    }

    /// Whether nobody else has the object yet.
    pub fn owned(&mut self, object: &Term) -> Term {
        let decl = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
        fold::and([fold::not(&fold::equal(object, &Term::null())), decl.term().select(object)])
    }

    /// The variables with what nobody else has, and to which object parts belong.
    pub fn ownership(&mut self) -> (Decl, Decl) {
        let own = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
        (own, self.declare(Decl::new("belongs to", Sort::array(Sort::Ref, Sort::Ref))))
    }

    /// What comes out of the heap or from outside is not owned: what is put there is given away.
    pub fn not_own(&mut self, value: &Term) {
        let own = self.owned(value);
        self.assume(fold::not(&own));
    }

    /// The object of the subject to which a part belongs; null if to none.
    pub fn whole(&mut self, part: &Term) -> Term {
        let decl = self.declare(Decl::new("belongs to", Sort::array(Sort::Ref, Sort::Ref)));
        decl.term().select(part)
    }

    pub fn set_key(&mut self, decl: &Decl, key: &Term, value: &Term) {
        let stored = decl.term().store(key, value);
        self.push(Stmt::assign(decl.var(), stored));
    }

    /// Facts about a reference that comes from the heap or from outside.
    pub fn typed(&mut self, value: &Term, class: &str) {
        let birth = self.declare(Decl::new("birth", Sort::array(Sort::Ref, Sort::Int)));
        let now = self.declare(Decl::new("now", Sort::Int));
        let known = fold::arithmetic(Op::Lt, &birth.term().select(value), &now.term());
        let mut facts = vec![known];
        if let Some(is) = self.is_of(value, class) {
            facts.push(is);
        }
        let fact = fold::or([fold::equal(value, &Term::null()), fold::and(facts)]);
        self.assume(fact);
    }

    /// That the object is of a class of the user, as far as they are there; nothing is known of others.
    pub fn is_of(&mut self, value: &Term, class: &str) -> Option<Term> {
        if !self.world.is_users(class) {
            return None;
        }
        let users: Vec<String> = self.world.classes.user().iter().map(|c| c.name.clone()).collect();
        let below: Vec<&String> = users.iter().filter(|c| self.world.classes.is_below(c, class)).collect();
        let dynamic =
            self.declare(Decl::new("class", Sort::array(Sort::Ref, Sort::Int))).term().select(value);
        let number = |name: &String| users.iter().position(|c| c == name).map_or(0, |at| at as i128 + 1);
        Some(fold::or(
            below.into_iter().map(|c| fold::equal(&dynamic, &Term::int(number(c)))).collect::<Vec<_>>(),
        ))
    }

    /// Sets the class of a new object.
    pub fn set_class(&mut self, value: &Term, class: &str) {
        let users = self.world.classes.user();
        let number = users.iter().position(|c| c.name == class).map_or(-1, |at| at as i128 + 1);
        let dynamic = self.declare(Decl::new("class", Sort::array(Sort::Ref, Sort::Int)));
        let fact = fold::equal(&dynamic.term().select(value), &Term::int(number));
        self.assume(fact);
    }

    /// Whether it is an object of just this class of the user.
    pub fn is_exactly(&mut self, value: &Term, class: &str) -> Term {
        let users = self.world.classes.user();
        let number = users.iter().position(|c| c.name == class).map_or(-1, |at| at as i128 + 1);
        let dynamic = self.declare(Decl::new("class", Sort::array(Sort::Ref, Sort::Int)));
        fold::equal(&dynamic.term().select(value), &Term::int(number))
    }

    /// The object that stands for a class.
    pub fn class_object(&mut self, class: &str) -> Term {
        let decl = Decl::new(format!("{class}.class"), Sort::Ref);
        self.declare(decl).term()
    }

    /// A new object of this class, which nobody else has.
    pub fn allocate(&mut self, class: &str) -> Term {
        let object = self.any(Sort::Ref, None);
        let birth = self.declare(Decl::new("birth", Sort::array(Sort::Ref, Sort::Int)));
        let now = self.declare(Decl::new("now", Sort::Int));
        let born = fold::equal(&birth.term().select(&object), &now.term());
        self.assume(fold::and([fold::not(&fold::equal(&object, &Term::null())), born]));
        self.push(Stmt::assign(now.var(), fold::arithmetic(Op::Add, &now.term(), &Term::int(1))));
        self.set_class(&object, class);
        let own = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
        self.set_key(&own, &object, &Term::bool(true));
        let whole = self.declare(Decl::new("belongs to", Sort::array(Sort::Ref, Sort::Ref)));
        let this = self.receiver.clone().unwrap_or(Term::null());
        self.set_key(&whole, &object, &this);
        let monitors = self.holds_of(None);
        self.set_key(&monitors, &object, &Term::int(0));
        for f in self.world.fields_of(class, false) {
            self.first_value(f, &object);
        }
        object
    }

    /// Zero or null in a field of a new object.
    pub fn first_value(&mut self, f: FieldId, object: &Term) {
        let map = self.map(f);
        let (_, sort) = map.sort.as_array().expect("[commute internal bug] a field is a map");
        let zero = if *sort == Sort::Ref { Term::null() } else { Term::int(0) };
        self.set_key(&map, object, &zero);
        if let FieldKind::Own(kind) = self.world.fields[f].kind.clone() {
            let set = self.is_set(f);
            self.set_key(&set, object, &Term::bool(false));
            if kind == OwnKind::Lock || kind == OwnKind::Monitor {
                let holds = self.holds_of(Some(f));
                self.set_key(&holds, object, &Term::int(0));
            }
        }
    }

    /// Whether an own field has its object.
    pub fn is_set(&mut self, f: FieldId) -> Decl {
        let name = format!("{}?", self.world.variable_name(f));
        self.declare(Decl::new(name, Sort::set(Sort::Ref)))
    }

    /// Others run: what of the object is not protected by a lock that this thread holds has any value that they may give it.
    pub fn environment(&mut self, object: &Term, class: &str, is_static: bool) -> Result<()> {
        let now = self.declare(Decl::new("now", Sort::Int));
        let later = self.any(Sort::Int, None);
        self.assume(fold::arithmetic(Op::Le, &now.term(), &later));
        self.push(Stmt::assign(now.var(), later));
        let own = self.owned(object);
        let mut before = Vec::new();
        for f in self.fields_that_change(class, is_static) {
            let map = self.map(f);
            let old = self.keep(map.term().select(object));
            let safe = fold::or([own.clone(), self.is_safe(f, object)]);
            let new = self.any_of(f);
            let value = fold::ite(&safe, &old, &new);
            self.set_key(&map, object, &value);
            before.push((f, old));
        }
        let subject = self.world.subject.name.clone();
        if self.world.classes.is_below(&subject, class) {
            let mine = if class == subject { Term::bool(true) } else { self.is_exactly(object, &subject) };
            let shared = fold::and([fold::not(&own), mine]);
            for k in self.assumptions(is_static) {
                let holds = self.assumption(k, object, &before, Who::This)?;
                self.assume_labelled(&format!("assumption {k}"), fold::implies(&shared, &holds));
            }
            self.assume_always(object, is_static, &shared)?;
        }
        Ok(())
    }

    /// The invariants of what needs no lock.
    pub fn assume_always(&mut self, object: &Term, is_static: bool, if_: &Term) -> Result<()> {
        for k in self.invariants_under(None, is_static) {
            let holds = self.invariant(k, object, &Then::Nothing)?;
            self.assume_labelled(&format!("invariant {k}"), fold::implies(if_, &holds));
        }
        Ok(())
    }

    /// Fields of an object of the class, or the class itself, that others may write.
    pub fn fields_that_change(&mut self, class: &str, is_static: bool) -> Vec<FieldId> {
        let subject = self.world.subject.name.clone();
        // What is known by a class above the subject may be one of its objects.
        let class = if self.world.classes.is_below(&subject, class) { subject } else { class.to_owned() };
        let all = self.world.fields_of(&class, is_static);
        all.into_iter().filter(|&f| self.changes(f)).collect()
    }

    /// Whether a field is written after its object is made.
    pub fn changes(&self, f: FieldId) -> bool {
        use OwnKind::{Collection, Flag, Number, Reference};
        match &self.world.fields[f].kind {
            FieldKind::Plain | FieldKind::Volatile => true,
            FieldKind::Own(kind) => matches!(kind, Number(..) | Flag | Reference | Collection(_)),
            _ => false,
        }
    }

    /// Any value that a field can have.
    pub fn any_of(&mut self, f: FieldId) -> Term {
        let decl = self.world.value_of(f);
        let (_, sort) = decl.sort.as_array().expect("[commute internal bug] a field is a map");
        let value = self.any(sort.clone(), self.world.range_of(f));
        if *sort == Sort::Ref {
            let class = class_of(&self.world.fields[f].desc).to_owned();
            let class = if self.changes(f) && !is_reference(&self.world.fields[f].desc) {
                String::new()
            } else {
                class
            };
            self.typed(&value, &class);
        }
        value
    }

    /// Locks that protect fields of all objects of the subject, not just of one.
    pub fn is_for_all(&self, guard: &Guard) -> bool {
        match guard {
            Guard::This => false,
            Guard::Class(_) => true,
            Guard::Lock(f) => self.world.fields[*f].is_static,
            Guard::Root(_) => false,
        }
    }

    /// Takes a lock, seen from the object: a class for what is static.
    pub fn acquire(&mut self, guard: &Guard, object: &Term, class: &str, is_static: bool) -> Result<()> {
        let (holds, key) = self.lock_of(guard, object);
        let before = self.keep(holds.term().select(&key));
        self.assume(fold::arithmetic(Op::Le, &Term::int(0), &before));
        self.environment(object, class, is_static)?;
        let first = fold::equal(&before, &Term::int(0));
        self.forget_all_under(guard, object, &first)?;
        self.set_key(&holds, &key, &fold::arithmetic(Op::Add, &before, &Term::int(1)));
        self.assume_under(guard, object, class, is_static, &first)
    }

    /// What a lock protects of objects of which it is not said which is new when it is taken.
    pub fn forget_all_under(&mut self, guard: &Guard, _object: &Term, first: &Term) -> Result<()> {
        if !self.is_for_all(guard) {
            return Ok(());
        }
        let subject = self.world.subject.name.clone();
        for f in self.fields_that_change(&subject, false) {
            if !self.world.fields[f].guards.contains(guard) {
                continue;
            }
            let map = self.map(f);
            let fresh = self.any(map.sort.clone(), None);
            let mut value = fresh;
            if let Some(this) = self.receiver.clone() {
                let own = self.owned(&this);
                let kept = fold::ite(&own, &map.term().select(&this), &value.select(&this));
                value = value.store(&this, &kept);
                if let Some((lo, hi)) = self.world.range_of(f) {
                    let word = value.select(&this);
                    self.assume(fold::within(&word, &Term::int(lo), &Term::int(hi)));
                }
            }
            let value = fold::ite(first, &value, &map.term());
            self.push(Stmt::assign(map.var(), value));
        }
        Ok(())
    }

    pub fn assume_under(
        &mut self,
        guard: &Guard,
        object: &Term,
        class: &str,
        is_static: bool,
        first: &Term,
    ) -> Result<()> {
        let Some((of, mine)) = self.as_subject(object, class, is_static) else { return Ok(()) };
        let own = self.owned(&of);
        let if_ = fold::and([first.clone(), fold::not(&own), mine]);
        for k in self.invariants_under(Some(guard), is_static) {
            let holds = self.invariant(k, &of, &Then::Nothing)?;
            self.assume_labelled(&format!("invariant {k}"), fold::implies(&if_, &holds));
        }
        Ok(())
    }

    /// The object, and whether it is one of the subject, if it may be.
    pub fn as_subject(&mut self, object: &Term, class: &str, is_static: bool) -> Option<(Term, Term)> {
        let subject = self.world.subject.name.clone();
        if is_static {
            return (class == subject).then(|| (object.clone(), Term::bool(true)));
        }
        match () {
            () if class == subject => Some((object.clone(), Term::bool(true))),
            () if self.world.classes.is_below(&subject, class) => {
                let mine = self.is_exactly(object, &subject);
                Some((object.clone(), mine))
            }
            () => None,
        }
    }

    /// What has to hold of an object where the lock is given back.
    pub fn assert_under(
        &mut self,
        guard: &Guard,
        object: &Term,
        class: &str,
        is_static: bool,
        last: &Term,
    ) -> Result<()> {
        let Some((of, mine)) = self.as_subject(object, class, is_static) else { return Ok(()) };
        let own = self.owned(&of);
        let if_ = fold::and([last.clone(), fold::not(&own), mine]);
        for k in self.invariants_under(Some(guard), is_static) {
            let holds = self.invariant(k, &of, &Then::Nothing)?;
            self.assert_(What::Invariant(k), fold::implies(&if_, &holds));
        }
        Ok(())
    }

    /// Gives a lock back.
    pub fn release(&mut self, guard: &Guard, object: &Term, class: &str, is_static: bool) -> Result<()> {
        let (holds, key) = self.lock_of(guard, object);
        let before = self.keep(holds.term().select(&key));
        let is_held = fold::arithmetic(Op::Gt, &before, &Term::int(0));
        self.assert_(What::Fault("a lock is given back that is not held"), is_held);
        let last = fold::equal(&before, &Term::int(1));
        self.refresh(object, class, is_static)?;
        self.assert_under(guard, object, class, is_static, &last)?;
        self.set_key(&holds, &key, &fold::arithmetic(Op::Sub, &before, &Term::int(1)));
        Ok(())
    }

    /// Waits: gives the lock back however often it is held, and takes it again.
    pub fn wait(&mut self, guard: &Guard, object: &Term, class: &str, is_static: bool) -> Result<()> {
        let (holds, key) = self.lock_of(guard, object);
        let before = self.keep(holds.term().select(&key));
        let is_held = fold::arithmetic(Op::Gt, &before, &Term::int(0));
        self.assert_(What::Fault("waits without the lock"), is_held);
        self.refresh(object, class, is_static)?;
        self.assert_under(guard, object, class, is_static, &Term::bool(true))?;
        self.set_key(&holds, &key, &Term::int(0));
        self.environment(object, class, is_static)?;
        self.forget_all_under(guard, object, &Term::bool(true))?;
        self.set_key(&holds, &key, &before);
        self.assume_under(guard, object, class, is_static, &Term::bool(true))
    }

    /// Who accesses a field must hold its lock.
    pub fn assert_guarded(&mut self, f: FieldId, object: &Term, writes: bool) {
        let field = self.world.fields[f].clone();
        let own = self.owned(object);
        if writes {
            for root in &field.writers {
                self.assert_(What::Writer(f, *root), fold::or([own.clone(), Term::bool(*root == self.root)]));
            }
        }
        let is_plain = matches!(field.kind, FieldKind::Plain | FieldKind::Own(OwnKind::Collection(_)));
        if is_plain && field.guards.is_empty() {
            self.assert_(What::Unguarded(self.world.field_name(f)), own);
            return;
        }
        if !is_plain && !writes {
            return;
        }
        for guard in field.guards {
            let held = self.held(&guard, object);
            self.assert_(What::Guard(f, guard), fold::or([own.clone(), held]));
        }
    }

    /// A write of a field must be what others expect of this thread.
    pub fn write(&mut self, f: FieldId, object: &Term, class: &str, value: &Term) -> Result<()> {
        let is_static = self.world.fields[f].is_static;
        let subject = self.world.subject.name.clone();
        let own = self.owned(object);
        let map = self.map(f);
        let mentions = |names: &[FieldId]| names.contains(&f);
        let Some((of, mine)) = self.as_subject(object, class, is_static) else {
            self.set_key(&map, object, value);
            return Ok(());
        };
        let mut before = Vec::new();
        for g in self.fields_that_change(&subject, is_static) {
            let old = self.map(g).term().select(&of);
            let old = self.keep(old);
            before.push((g, old));
        }
        self.set_key(&map, object, value);
        let shared = fold::and([fold::not(&own), mine]);
        for k in self.assumptions(is_static) {
            if mentions(&self.known.assumptions[k].fields.clone()) {
                let holds = self.assumption(k, &of, &before, Who::Another)?;
                self.assert_(What::Assumption(k), fold::implies(&shared, &holds));
            }
        }
        for k in self.invariants_under(None, is_static) {
            if mentions(&self.known.invariants[k].fields.clone()) {
                let holds = self.invariant(k, &of, &Then::Nothing)?;
                self.assert_(What::Invariant(k), fold::implies(&shared, &holds));
            }
        }
        self.assert_kept(f, &of, &before, &shared)
    }

    /// Foreign code runs, which may call any method of the subject: also in this thread.
    pub fn alien(&mut self) -> Result<()> {
        if self.frames.first().is_some_and(|frame| frame.class.methods[frame.method].name == "<clinit>") {
            return refuse("foreign code that is called while the class is initialised");
        }
        self.assert_whole("where foreign code is called")?;
        self.forget_shared()?;
        Ok(())
    }

    /// Everything that another call of this thread may change is forgotten, except what nobody else has.
    pub fn forget_shared(&mut self) -> Result<()> {
        let subject = self.world.subject.name.clone();
        let mut targets: Vec<(Term, bool)> =
            self.receiver.clone().map(|this| (this, false)).into_iter().collect();
        let class = self.class_object(&subject);
        targets.push((class, true));
        let witness = self.witness();
        targets.push((witness, false));
        let mut before = Vec::new();
        for (object, is_static) in &targets {
            let mut values = Vec::new();
            for f in self.fields_that_change(&subject, *is_static) {
                let old = self.map(f).term().select(object);
                values.push((f, self.keep(old)));
            }
            before.push(values);
        }
        for f in self.world.at_hand() {
            if !self.changes(f) {
                continue;
            }
            let map = self.map(f);
            let mut value = self.any(map.sort.clone(), None);
            if let Some(this) = self.receiver.clone().filter(|_| !self.world.fields[f].is_static) {
                let own = self.owned(&this);
                let word = self.any_of(f);
                value = value.store(&this, &fold::ite(&own, &map.term().select(&this), &word));
            }
            self.push(Stmt::assign(map.var(), value));
        }
        for ((object, is_static), before) in targets.iter().zip(before) {
            let own = self.owned(object);
            let shared = fold::and([fold::not(&own), fold::not(&fold::equal(object, &Term::null()))]);
            for k in self.assumptions(*is_static) {
                let holds = self.assumption(k, object, &before, Who::This)?;
                self.assume_labelled(&format!("assumption {k}"), fold::implies(&shared, &holds));
            }
            self.assume_always(object, *is_static, &shared)?;
            self.assume_held(object, *is_static)?;
        }
        Ok(())
    }

    /// Where a method of the subject may be called, invariants hold also of objects whose lock this thread holds.
    pub fn assume_held(&mut self, object: &Term, is_static: bool) -> Result<()> {
        let own = self.owned(object);
        for (k, guard) in self.invariants_with_locks(is_static) {
            let held = self.held(&guard, object);
            let holds = self.invariant(k, object, &Then::Nothing)?;
            let is_there = fold::not(&fold::equal(object, &Term::null()));
            let fact = fold::implies(&fold::and([is_there, held, fold::not(&own)]), &holds);
            self.assume_labelled(&format!("invariant {k}"), fact);
        }
        Ok(())
    }

    /// The other side: whatever object of the subject it is whose lock this thread holds, its invariants hold.
    pub fn assert_whole(&mut self, _where: &str) -> Result<()> {
        let subject = self.world.subject.name.clone();
        let targets = [(self.witness(), false), (self.class_object(&subject), true)];
        for (object, is_static) in targets {
            self.refresh(&object, &subject, is_static)?;
            let own = self.owned(&object);
            for (k, guard) in self.invariants_with_locks(is_static) {
                let held = self.held(&guard, &object);
                let holds = self.invariant(k, &object, &Then::Nothing)?;
                let is_there = fold::not(&fold::equal(&object, &Term::null()));
                let fact = fold::implies(&fold::and([is_there, held, fold::not(&own)]), &holds);
                self.assert_(What::Invariant(k), fact);
            }
        }
        Ok(())
    }

    /// All locks, as variables with how often they are held.
    pub fn locks(&mut self) -> Vec<Decl> {
        let mut found = vec![self.holds_of(None)];
        for f in self.world.at_hand() {
            if matches!(self.world.fields[f].kind, FieldKind::Own(OwnKind::Lock | OwnKind::Monitor)) {
                found.push(self.holds_of(Some(f)));
            }
        }
        found
    }

    /// The guard that a monitor is, and from which object it is seen.
    pub fn monitor(&mut self, value: &Val) -> Result<(Guard, Term, String, bool)> {
        match &value.ty {
            Ty::Own(f) => match self.world.fields[*f].kind {
                FieldKind::Own(OwnKind::Monitor) => {
                    let field = self.world.fields[*f].clone();
                    Ok((Guard::Lock(*f), value.term.clone(), field.class, field.is_static))
                }
                _ => Err(self.give_away(*f)),
            },
            Ty::Ref(class) if class.name == "java/lang/Class" => {
                let subject = self.world.subject.name.clone();
                let is_subjects = value.term == self.class_object(&subject);
                let class = if is_subjects { subject } else { "java/lang/Class".to_owned() };
                if is_subjects {
                    return Ok((Guard::Class(class.clone()), value.term.clone(), class, true));
                }
                Ok((Guard::This, value.term.clone(), class, false))
            }
            Ty::Ref(class) => Ok((Guard::This, value.term.clone(), class.name.clone(), false)),
            _ => refuse("the monitor of something that is not known"),
        }
    }
}
