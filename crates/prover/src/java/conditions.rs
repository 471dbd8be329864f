//! Invariants and assumptions as formulas about an object.

use super::Stop;
use super::exec::{Condition, Exec, What};
use super::heap::{Then, Who};
use super::spec::{Names, When};
use super::value::Val;
use super::world::{Conjunct, FieldId, FieldKind, Guard, OwnKind, World};
use crate::fold;
use commute_front_jvm::methods::ClassFile;
use commute_logic::{Decl, Sort, Term};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, Stop>;

/// What the names of fields, parameters and the result stand for.
struct Values {
    words: BTreeMap<String, BTreeMap<u8, Term>>,
    truths: Vec<String>,
    sizes: Vec<String>,
    lengths: Term,
    held: BTreeMap<String, Term>,
    result: Option<Term>,
}

impl Values {
    fn word(&self, name: &str, when: When) -> std::result::Result<Term, String> {
        let word = self.words.get(name).ok_or_else(|| format!("`{name}` is no field of the class"))?;
        word.get(&(when as u8)).cloned().ok_or_else(|| format!("`{name}` has no value in that state"))
    }
}

impl Names for Values {
    fn name(&self, name: &str, when: When) -> std::result::Result<Term, String> {
        if self.sizes.iter().any(|s| s == name) {
            return Err(format!("`{name}` is a collection, of which only `size({name})` is known"));
        }
        let word = self.word(name, when)?;
        match self.truths.iter().any(|t| t == name) {
            true => Ok(fold::equal(&word, &Term::int(1))),
            false => Ok(word),
        }
    }

    fn length(&self, name: &str, when: When) -> std::result::Result<Term, String> {
        match self.word(name, when)? {
            array if *array.sort() == Sort::Ref => Ok(self.lengths.select(&array)),
            _ => Err(format!("`{name}` is no array")),
        }
    }

    fn size(&self, name: &str, when: When) -> std::result::Result<Term, String> {
        match self.sizes.iter().any(|s| s == name) {
            true => self.word(name, when),
            false => Err(format!("`{name}` is no collection that only this object has")),
        }
    }

    fn held(&self, lock: &str) -> std::result::Result<Term, String> {
        self.held.get(lock).cloned().ok_or_else(|| "`held` is for @EnvAssumption".to_owned())
    }

    fn result(&self) -> std::result::Result<Term, String> {
        self.result.clone().ok_or_else(|| "there is no result here".to_owned())
    }
}

impl World {
    /// The fields of a conjunct, and whether it is one about static fields.
    pub fn condition(&mut self, conjunct: &Conjunct) -> std::result::Result<Condition, String> {
        let mut names = Vec::new();
        conjunct.expr.names(&mut names);
        let subject = self.subject.name.clone();
        let mut fields = Vec::new();
        for name in names {
            let field = self.field(&subject, &name);
            fields.push(
                field.ok_or_else(|| format!("\"{}\": `{name}` is no field of the class", conjunct.text))?,
            );
        }
        fields.retain(|&f| !matches!(self.fields[f].kind, FieldKind::Constant(_)));
        fields.sort_unstable();
        fields.dedup();
        let mut locks = Vec::new();
        conjunct.expr.locks(&mut locks);
        let mut guards = Vec::new();
        for name in locks {
            let guard = self.guard(&subject, &name);
            let what = || {
                format!(
                    "\"{}\": `{name}` is no lock that nobody else has, and no method that threads begin with",
                    conjunct.text
                )
            };
            guards.push((name.clone(), guard.ok_or_else(what)?));
        }
        let is_static = !fields.is_empty() && fields.iter().all(|&f| self.fields[f].is_static);
        if !is_static && fields.iter().any(|&f| self.fields[f].is_static) {
            return Err(format!("\"{}\" is about static fields and about those of an object", conjunct.text));
        }
        let (text, expr) = (conjunct.text.clone(), conjunct.expr.clone());
        let is_always = fields.iter().all(|&f| !self.is_plain(f));
        let is_written = conjunct.is_written;
        Ok(Condition { text, expr, fields, locks: guards, is_static, is_written, is_always })
    }
}

impl Exec<'_> {
    fn values(&mut self, fields: &[FieldId], object: &Term, then: &Then<'_>) -> Values {
        let lengths = self.declare(Decl::new("length", Sort::array(Sort::Ref, Sort::Int))).term();
        let (words, truths, sizes) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut values = Values { words, truths, sizes, lengths, held: BTreeMap::new(), result: None };
        for &f in fields {
            let field = self.world.fields[f].clone();
            let map = self.map(f);
            let present = map.term().select(object);
            let present = if let FieldKind::Constant(n) = field.kind { Term::int(n) } else { present };
            let first = |list: &[(FieldId, Term)]| list.iter().find(|(g, _)| *g == f).map(|(_, t)| t.clone());
            let words = values.words.entry(field.name.clone()).or_default();
            match then {
                Then::Nothing => {
                    words.insert(When::Now as u8, present);
                }
                Then::Instead(others) => {
                    words.insert(When::Now as u8, first(others).unwrap_or(present));
                }
                Then::After(before) => {
                    words.insert(When::Now as u8, first(before).unwrap_or_else(|| present.clone()));
                    words.insert(When::Next as u8, present);
                }
                Then::Began(before) => {
                    words.insert(When::Old as u8, first(before).unwrap_or_else(|| present.clone()));
                    words.insert(When::Now as u8, present);
                }
            }
            if field.desc == "Z" || field.kind == FieldKind::Own(OwnKind::Flag) {
                values.truths.push(field.name.clone());
            }
            if matches!(field.kind, FieldKind::Own(OwnKind::Collection(_))) {
                values.sizes.push(field.name);
            }
        }
        values
    }

    fn constants(&mut self) -> Vec<FieldId> {
        let all = 0..self.world.fields.len();
        all.filter(|&f| matches!(self.world.fields[f].kind, FieldKind::Constant(_))).collect()
    }

    fn formula(&mut self, of: &Condition, object: &Term, then: &Then<'_>, who: Who) -> Result<Term> {
        let mut fields = of.fields.clone();
        fields.extend(self.constants());
        let mut values = self.values(&fields, object, then);
        for (name, guard) in &of.locks {
            let mine = self.held(guard, object);
            let held = match who {
                Who::This => mine,
                Who::Another => {
                    let theirs = self.any(Sort::Bool, None);
                    // Only one of the two threads has the lock, or begins with what is run once.
                    let is_one = !matches!(guard, Guard::Root(k) if !self.world.roots[*k].1);
                    if is_one {
                        self.assume(fold::not(&fold::and([mine, theirs.clone()])));
                    }
                    theirs
                }
            };
            values.held.insert(name.clone(), held);
        }
        of.expr
            .formula(&values)
            .map_err(|why| Stop::Refused { why: format!("\"{}\": {why}", of.text), place: None })
    }

    /// An invariant of an object.
    pub fn invariant(&mut self, k: usize, object: &Term, then: &Then<'_>) -> Result<Term> {
        let of = self.known.invariants[k].clone();
        self.formula(&of, object, then, Who::This)
    }

    /// An assumption of this or another thread about a step that began with these values.
    pub fn assumption(
        &mut self,
        k: usize,
        object: &Term,
        before: &[(FieldId, Term)],
        who: Who,
    ) -> Result<Term> {
        let of = self.known.assumptions[k].clone();
        self.formula(&of, object, &Then::After(before), who)
    }

    /// A field is about to be written, or was: whoever needs no lock of an invariant's to write it keeps the invariant, whatever those who
    /// have that lock have made of the other fields. The values are those before the step.
    pub fn assert_kept(
        &mut self,
        f: FieldId,
        object: &Term,
        before: &[(FieldId, Term)],
        shared: &Term,
    ) -> Result<()> {
        for k in 0..self.known.invariants.len() {
            let of = self.known.invariants[k].clone();
            let Some(Some(guard)) = self.world.lock_of(&of) else { continue };
            if of.is_static != self.world.fields[f].is_static || !self.world.foreign(&of, &guard).contains(&f)
            {
                continue;
            }
            let mut then: Vec<(FieldId, Term)> = Vec::new();
            for &g in of.fields.iter().filter(|&&g| g != f) {
                let now = self.map(g).term().select(object);
                let safe = self.is_safe(g, object);
                let value = if self.changes(g) { fold::ite(&safe, &now, &self.any_of(g)) } else { now };
                then.push((g, value));
            }
            let mut first = then.clone();
            first.extend(before.iter().filter(|(g, _)| *g == f).cloned());
            let held = self.invariant(k, object, &Then::Instead(&first))?;
            let holds = self.invariant(k, object, &Then::Instead(&then))?;
            let free = fold::not(&self.held(&guard, object));
            let fact = fold::implies(&fold::and([shared.clone(), free, held]), &holds);
            self.assert_(What::Invariant(k), fact);
        }
        Ok(())
    }

    /// Whether nobody else changes the field at present.
    pub fn is_safe(&mut self, f: FieldId, object: &Term) -> Term {
        let guards = self.world.fields[f].guards.clone();
        let mut safe: Vec<Term> = guards.iter().map(|g| self.held(g, object)).collect();
        safe.push(Term::bool(self.world.fields[f].writers.contains(&self.root)));
        fold::or(safe)
    }

    /// Others run, if invariants speak of what they may change while this thread has the lock.
    pub fn refresh(&mut self, object: &Term, class: &str, is_static: bool) -> Result<()> {
        let all: Vec<usize> = self.all_invariants(is_static);
        let speaks = all.into_iter().any(|k| {
            let of = &self.known.invariants[k];
            matches!(self.world.lock_of(of), Some(Some(guard)) if !self.world.foreign(of, &guard).is_empty())
        });
        if speaks { self.environment(object, class, is_static) } else { Ok(()) }
    }

    /// The assumptions about objects, or about what is static.
    pub fn assumptions(&self, is_static: bool) -> Vec<usize> {
        let all = self.known.assumptions.iter().enumerate();
        all.filter(|(_, c)| c.is_static == is_static).map(|(k, _)| k).collect()
    }

    /// The invariants that hold while this lock is free; without one, those that always hold.
    pub fn invariants_under(&self, guard: Option<&Guard>, is_static: bool) -> Vec<usize> {
        let all = 0..self.known.invariants.len();
        all.filter(|&k| {
            let of = &self.known.invariants[k];
            of.is_static == is_static && self.world.lock_of(of).is_some_and(|lock| lock.as_ref() == guard)
        })
        .collect()
    }

    /// The invariants about what locks protect, with their locks.
    pub fn invariants_with_locks(&self, is_static: bool) -> Vec<(usize, Guard)> {
        let all = self.known.invariants.iter().enumerate();
        let found = all
            .filter_map(|(k, of)| Some((k, self.world.lock_of(of)??)).filter(|_| of.is_static == is_static));
        found.collect()
    }

    /// All invariants about objects, or about what is static.
    pub fn all_invariants(&self, is_static: bool) -> Vec<usize> {
        let all = self.known.invariants.iter().enumerate();
        all.filter(|(_, c)| c.is_static == is_static).map(|(k, _)| k).collect()
    }

    /// A condition of a method about its parameters, its object and perhaps its result.
    pub fn method_condition(
        &mut self,
        conjunct: &Conjunct,
        class: &ClassFile,
        method: usize,
        args: &[Val],
        result: Option<&Val>,
    ) -> Result<Term> {
        let of = &class.methods[method];
        let is_static = of.flags & commute_front_jvm::methods::flags::STATIC != 0;
        let mut fields = self.world.fields_of(&class.name, true);
        if !is_static {
            fields.extend(self.world.fields_of(&class.name, false));
        }
        let mut values = Values {
            words: BTreeMap::new(),
            truths: Vec::new(),
            sizes: Vec::new(),
            lengths: Term::null(),
            held: BTreeMap::new(),
            result: None,
        };
        let began = self.began.clone();
        for f in fields {
            let object = match self.world.fields[f].is_static {
                true => self.class_object(&class.name),
                false => args[0].term.clone(),
            };
            let one = self.values(&[f], &object, &Then::Began(&began));
            values.lengths = one.lengths;
            values.words.extend(one.words);
            values.truths.extend(one.truths);
            values.sizes.extend(one.sizes);
        }
        let lengths = self.declare(Decl::new("length", Sort::array(Sort::Ref, Sort::Int))).term();
        values.lengths = lengths;
        self.parameters_in(&mut values, of, args, is_static);
        values.result = result.map(|value| value.term.clone());
        if let (Some(term), true) = (values.result.clone(), of.desc.ends_with(")Z")) {
            values.result = Some(fold::equal(&term, &Term::int(1)));
        }
        let formula = conjunct.expr.formula(&values);
        formula.map_err(|why| Stop::Refused {
            why: format!("\"{}\" of {}: {why}", conjunct.text, of.name),
            place: None,
        })
    }

    fn parameters_in(
        &mut self,
        values: &mut Values,
        of: &commute_front_jvm::methods::Method,
        args: &[Val],
        is_static: bool,
    ) {
        let mut slot = 0u16;
        let types = commute_front_jvm::methods::signature(&of.desc).map(|s| s.params).unwrap_or_default();
        let mut descs = types.into_iter();
        for (at, arg) in args.iter().enumerate() {
            let desc = if at == 0 && !is_static { String::new() } else { descs.next().unwrap_or_default() };
            let variables = of.code.as_ref().map(|code| code.variables.as_slice()).unwrap_or_default();
            let named = variables.iter().find(|v| v.slot == slot && v.range.0 == 0);
            if let (Some(variable), false) = (named, desc.is_empty()) {
                let words = values.words.entry(variable.name.clone()).or_default();
                for when in [When::Now, When::Old] {
                    words.insert(when as u8, arg.term.clone());
                }
                values.truths.retain(|t| *t != variable.name);
                if desc == "Z" {
                    values.truths.push(variable.name.clone());
                }
            }
            slot += if arg.ty.is_wide() { 2 } else { 1 };
        }
    }
}

impl World {
    /// The lock that has to be free for a condition to hold; nothing inside if it always holds; nothing if there is no such lock.
    #[allow(
        clippy::option_option,
        reason = "that there is no lock, and that none is needed, are two answers"
    )]
    pub fn lock_of(&self, of: &Condition) -> Option<Option<Guard>> {
        let changing: Vec<FieldId> =
            of.fields.iter().copied().filter(|&f| self.is_atomic(f) || self.is_plain(f)).collect();
        let Some(first) = changing.first() else { return Some(None) };
        if of.is_always && changing.iter().all(|&f| self.is_atomic(f)) {
            return Some(None);
        }
        let per_object = |guard: &&Guard| match guard {
            Guard::This => !of.is_static,
            Guard::Class(_) => of.is_static,
            Guard::Lock(f) => self.fields[*f].is_static == of.is_static,
            Guard::Root(_) => false,
        };
        let mut common = self.fields[*first].guards.iter().filter(per_object);
        if let Some(guard) = common.find(|g| changing.iter().all(|f| self.fields[*f].guards.contains(g))) {
            return Some(Some(guard.clone()));
        }
        if changing.iter().all(|&f| self.is_atomic(f)) {
            return Some(None);
        }
        // What the user writes may be about fields of several locks: it holds while that of the first one is free.
        let first =
            changing.iter().filter(|_| of.is_written).min_by_key(|&&f| of.place(&self.fields[f].name));
        let guard = first.and_then(|&f| self.fields[f].guards.iter().find(per_object));
        guard.map(|guard| Some(guard.clone()))
    }

    /// The fields of an invariant that can be written without its lock.
    pub fn foreign(&self, of: &Condition, guard: &Guard) -> Vec<FieldId> {
        let all = of.fields.iter().copied().filter(|&f| self.is_atomic(f) || self.is_plain(f));
        all.filter(|&f| !self.fields[f].guards.contains(guard)).collect()
    }

    fn is_atomic(&self, f: FieldId) -> bool {
        use OwnKind::{Flag, Number, Reference};
        let kind = &self.fields[f].kind;
        matches!(kind, FieldKind::Volatile | FieldKind::Own(Number(..) | Flag | Reference))
    }

    fn is_plain(&self, f: FieldId) -> bool {
        matches!(self.fields[f].kind, FieldKind::Plain | FieldKind::Own(OwnKind::Collection(_)))
    }
}

impl Condition {
    /// Where a name comes first in the text.
    fn place(&self, name: &str) -> usize {
        let mut names = Vec::new();
        self.expr.names(&mut names);
        names.iter().position(|n| n == name).unwrap_or(usize::MAX)
    }
}
