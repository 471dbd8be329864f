//! Methods of the library by contracts: what they do to own objects, and that they do nothing else. What is not here is refused by name.

use super::calls::{Called, Outcome, is_plain_value};
use super::exec::{Exec, What};
use super::value::{Ty, Val};
use super::world::{FieldId, FieldKind, Guard, OwnKind, class_of, is_reference, own_kind, range};
use super::{Stop, refuse};
use crate::fold;
use commute_logic::{Op, Sort, Stmt, Term};

type Result<T> = std::result::Result<T, Stop>;

/// The exception of a thread that is told to stop.
const INTERRUPTED: &str = "java/lang/InterruptedException";

pub fn unknown<T>(called: &Called) -> Result<T> {
    let (class, name) = (called.member.class.replace('/', "."), &called.member.name);
    refuse(format!("{class}.{name} of the library, of which there is no contract"))
}

/// Methods of boxed values that never raise an exception.
fn is_total(called: &Called) -> bool {
    let name = called.member.name.as_str();
    let takes_text = called.member.desc.contains("(Ljava/lang/String;")
        || called.member.desc.contains("java/lang/CharSequence");
    name == "valueOf" && !takes_text
        || name.ends_with("Value")
        || matches!(name, "equals" | "hashCode" | "toString" | "compare")
}

fn at_most(a: &Term, b: &Term) -> Term {
    fold::arithmetic(Op::Le, a, b)
}

pub fn as_int(truth: &Term) -> Term {
    fold::ite(truth, &Term::int(1), &Term::int(0))
}

impl Exec<'_> {
    /// A method of the library.
    pub fn library(&mut self, called: &Called) -> Result<Outcome> {
        if let Some(Val { ty: Ty::Own(f), term }) = called.receiver.clone() {
            return self.own_call(f, &term, called);
        }
        if matches!(called.receiver.as_ref().map(|r| &r.ty), Some(Ty::Made { .. } | Ty::NewCondition(_))) {
            return refuse(format!("{} of an object that is in no private final field", called.member.name));
        }
        if own_kind(&called.member.class).is_some()
            && called.receiver.is_some()
            && called.member.class != "java/lang/Object"
        {
            let class = called.member.class.rsplit('/').next().unwrap_or_default().to_owned();
            return refuse(format!(
                "{class}.{} of an object that others may have, too: keep it in a private final field that is given to nobody",
                called.member.name
            ));
        }
        let name = called.member.name.as_str();
        match called.member.class.as_str() {
            _ if matches!(name, "wait" | "notify" | "notifyAll") && called.receiver.is_some() => {
                self.object(called)
            }
            "java/lang/Object" if name == "getClass" => self.pure(called),
            "java/lang/Math" => self.math(called),
            "java/util/Objects" => self.objects(called),
            "java/lang/System" if name == "arraycopy" => self.arraycopy(called),
            "java/util/Arrays" => self.arrays(called),
            class if class.starts_with('[') && name == "clone" => {
                let array = called.receiver.clone().unwrap_or_else(Val::null);
                let length = self.length(&array.term);
                let length = self.keep(length);
                self.copied(&array, &length)
            }
            "java/lang/Thread" => self.thread(called),
            "java/lang/System" if matches!(name, "nanoTime" | "currentTimeMillis") => self.pure(called),
            "java/lang/Class" if matches!(name, "desiredAssertionStatus" | "getName" | "getSimpleName") => {
                self.pure(called)
            }
            "java/io/PrintStream" | "java/lang/StringBuilder" | "java/lang/String" => self.text(called),
            class if is_plain_value(class) && is_total(called) => self.pure(called),
            class if self.world.classes.is_below(class, "java/lang/Throwable") => match name {
                "getMessage" | "getCause" | "printStackTrace" | "getStackTrace" => self.pure(called),
                _ => unknown(called),
            },
            _ => unknown(called),
        }
    }

    /// What does nothing and says anything.
    pub fn pure(&mut self, called: &Called) -> Result<Outcome> {
        let result = called.ret.as_ref().map(|desc| self.outside(desc));
        if let (Some(result), "valueOf" | "getClass" | "toString" | "currentThread" | "append") =
            (&result, called.member.name.as_str())
            && *result.term.sort() == Sort::Ref
        {
            self.assume(fold::not(&fold::equal(&result.term, &Term::null())));
        }
        Ok(Outcome { result, raises: None })
    }

    pub fn value(&mut self, called: &Called, term: Term) -> Outcome {
        let term = self.keep(term);
        let ty = called.ret.as_ref().map_or(Ty::Int, |desc| super::exec::ty_of(desc));
        Outcome { result: Some(Val { ty, term }), raises: None }
    }

    pub fn maybe_interrupted(&mut self, mut outcome: Outcome) -> Outcome {
        outcome.raises = Some((INTERRUPTED.to_owned(), self.any(Sort::Bool, None)));
        outcome
    }

    /// The monitor of an object that is waited on.
    pub fn object(&mut self, called: &Called) -> Result<Outcome> {
        let Some(receiver) = called.receiver.clone() else { return unknown(called) };
        let (guard, object, class, is_static) = self.monitor(&receiver)?;
        self.wait_or_notify(called, &guard, &object, &class, is_static)
    }

    pub fn wait_or_notify(
        &mut self,
        called: &Called,
        guard: &Guard,
        object: &Term,
        class: &str,
        is_static: bool,
    ) -> Result<Outcome> {
        if called.member.name.starts_with("notify") || called.member.name.starts_with("signal") {
            let held = self.held(guard, object);
            self.assert_(What::Fault("wakes others without the lock"), held);
            return Ok(Outcome::default());
        }
        if called.member.name == "wait"
            && let Some(time) = called.args.first()
        {
            self.assert_(What::Fault("a negative time"), at_most(&Term::int(0), &time.term));
        }
        self.wait(guard, object, class, is_static)?;
        let outcome = self.pure(called)?;
        Ok(if called.member.name == "awaitUninterruptibly" {
            outcome
        } else {
            self.maybe_interrupted(outcome)
        })
    }

    pub fn own_call(&mut self, f: FieldId, object: &Term, called: &Called) -> Result<Outcome> {
        let FieldKind::Own(kind) = self.world.fields[f].kind.clone() else {
            return refuse("an own field that is none");
        };
        match kind {
            OwnKind::Monitor => {
                let (guard, of, class, is_static) =
                    self.monitor(&Val { ty: Ty::Own(f), term: object.clone() })?;
                match called.member.name.as_str() {
                    "wait" | "notify" | "notifyAll" => {
                        self.wait_or_notify(called, &guard, &of, &class, is_static)
                    }
                    _ => unknown(called),
                }
            }
            OwnKind::Lock => self.lock_call(f, object, called),
            OwnKind::Condition(lock) => {
                let field = self.world.fields[lock].clone();
                let is_known = matches!(
                    called.member.name.as_str(),
                    "await" | "awaitNanos" | "awaitUninterruptibly" | "signal" | "signalAll"
                );
                if !is_known {
                    return unknown(called);
                }
                self.wait_or_notify(called, &Guard::Lock(lock), object, &field.class, field.is_static)
            }
            OwnKind::Number(lo, hi) => self.number(f, object, called, (lo, hi)),
            OwnKind::Flag | OwnKind::Reference => self.cell(f, object, called),
            OwnKind::Collection(class) => self.collection(f, object, called, &class),
        }
    }

    pub fn lock_call(&mut self, f: FieldId, object: &Term, called: &Called) -> Result<Outcome> {
        let field = self.world.fields[f].clone();
        let (guard, class) = (Guard::Lock(f), field.class.as_str());
        match called.member.name.as_str() {
            "lock" => self.acquire(&guard, object, class, field.is_static)?,
            "lockInterruptibly" => {
                // The thread either has the lock afterwards or an exception.
                let raises = self.any(Sort::Bool, None);
                self.acquire_if(&fold::not(&raises), &guard, object, class, field.is_static)?;
                return Ok(Outcome { result: None, raises: Some((INTERRUPTED.to_owned(), raises)) });
            }
            "unlock" => self.release(&guard, object, class, field.is_static)?,
            "tryLock" => {
                let got = self.any(Sort::Bool, None);
                self.acquire_if(&got, &guard, object, class, field.is_static)?;
                let outcome = self.value(called, as_int(&got));
                if called.args.is_empty() {
                    return Ok(outcome);
                }
                let raises = fold::and([fold::not(&got), self.any(Sort::Bool, None)]);
                return Ok(Outcome { raises: Some((INTERRUPTED.to_owned(), raises)), ..outcome });
            }
            "newCondition" => {
                let result = Val { ty: Ty::NewCondition(f), term: object.clone() };
                return Ok(Outcome { result: Some(result), raises: None });
            }
            "isHeldByCurrentThread" => {
                let held = self.held(&guard, object);
                return Ok(self.value(called, as_int(&held)));
            }
            "isLocked" | "hasQueuedThreads" | "getQueueLength" | "isFair" => return self.pure(called),
            _ => return unknown(called),
        }
        Ok(Outcome::default())
    }

    pub fn acquire_if(
        &mut self,
        cond: &Term,
        guard: &Guard,
        object: &Term,
        class: &str,
        is_static: bool,
    ) -> Result<()> {
        let outer = std::mem::take(&mut self.out);
        self.assume(cond.clone());
        let done = self.acquire(guard, object, class, is_static);
        let taken = std::mem::replace(&mut self.out, outer);
        done?;
        self.push(Stmt::choice([("taken", taken), ("not", vec![Stmt::assume("", fold::not(cond))])]));
        Ok(())
    }

    /// The present value of an atomic, after what others did.
    pub fn atomic(&mut self, f: FieldId, object: &Term) -> Result<Term> {
        let field = self.world.fields[f].clone();
        self.environment(object, &field.class, field.is_static)?;
        let map = self.map(f);
        let value = self.keep(map.term().select(object));
        if let Some((lo, hi)) = self.world.range_of(f) {
            self.assume(fold::within(&value, &Term::int(lo), &Term::int(hi)));
        }
        if *value.sort() == Sort::Ref {
            self.typed(&value, "");
            self.not_own(&value);
        }
        Ok(value)
    }

    pub fn set_atomic(&mut self, f: FieldId, object: &Term, value: &Term) -> Result<()> {
        let class = self.world.fields[f].class.clone();
        self.assert_guarded(f, object, true);
        self.write(f, object, &class, value)
    }

    pub fn number(
        &mut self,
        f: FieldId,
        object: &Term,
        called: &Called,
        (lo, end): (i128, i128),
    ) -> Result<Outcome> {
        let old = self.atomic(f, object)?;
        let arg = |at: usize| called.args.get(at).map_or(Term::int(0), |a| a.term.clone());
        let add = |by: Term| {
            let sum = fold::arithmetic(Op::Add, &old, &by);
            let size = Term::int(end - lo);
            let over = at_most(&Term::int(end), &sum);
            let under = fold::not(&at_most(&Term::int(lo), &sum));
            let (down, up) = (fold::arithmetic(Op::Sub, &sum, &size), fold::arithmetic(Op::Add, &sum, &size));
            fold::ite(&over, &down, &fold::ite(&under, &up, &sum))
        };
        let (new, is_new) = match called.member.name.as_str() {
            "incrementAndGet" => (add(Term::int(1)), true),
            "getAndIncrement" => (add(Term::int(1)), false),
            "decrementAndGet" => (add(Term::int(-1)), true),
            "getAndDecrement" => (add(Term::int(-1)), false),
            "addAndGet" => (add(arg(0)), true),
            "getAndAdd" => (add(arg(0)), false),
            "intValue" | "longValue" => return Ok(self.value(called, old)),
            _ => return self.cell_with(f, object, called, old),
        };
        let new = self.keep(new);
        self.set_atomic(f, object, &new)?;
        Ok(self.value(called, if is_new { new } else { old }))
    }

    pub fn cell(&mut self, f: FieldId, object: &Term, called: &Called) -> Result<Outcome> {
        let old = self.atomic(f, object)?;
        self.cell_with(f, object, called, old)
    }

    /// What all atomics can: get, set, exchange, compare and set.
    pub fn cell_with(&mut self, f: FieldId, object: &Term, called: &Called, old: Term) -> Result<Outcome> {
        let mut args = Vec::new();
        for arg in &called.args {
            if !matches!(arg.ty, Ty::Int | Ty::Long | Ty::Any(_)) {
                let term = self.plain(arg)?;
                let value = Val { term: term.clone(), ty: self.as_reference(arg) };
                self.leak(&value)?;
                args.push(term);
            } else {
                args.push(arg.term.clone());
            }
        }
        let mut outcome = match (called.member.name.as_str(), args.as_slice()) {
            ("get" | "getPlain" | "getAcquire" | "getOpaque", []) => self.value(called, old),
            ("set" | "lazySet" | "setRelease" | "setPlain" | "setOpaque", [new]) => {
                self.set_atomic(f, object, new)?;
                Outcome::default()
            }
            ("getAndSet", [new]) => {
                self.set_atomic(f, object, new)?;
                self.value(called, old)
            }
            ("compareAndSet", [expected, new]) => {
                let same = fold::equal(&old, expected);
                self.compare_and_set(f, object, called, (&same, &old, new))?
            }
            (
                "weakCompareAndSetPlain" | "weakCompareAndSetVolatile" | "weakCompareAndSet",
                [expected, new],
            ) => {
                let same = fold::and([fold::equal(&old, expected), self.any(Sort::Bool, None)]);
                self.compare_and_set(f, object, called, (&same, &old, new))?
            }
            _ => return unknown(called),
        };
        if let Some(Val { ty: Ty::Ref(class), .. }) = &mut outcome.result {
            class.generic = true;
        }
        Ok(outcome)
    }

    pub fn compare_and_set(
        &mut self,
        f: FieldId,
        object: &Term,
        called: &Called,
        (same, old, new): (&Term, &Term, &Term),
    ) -> Result<Outcome> {
        let same = self.keep(same.clone());
        let value = self.keep(fold::ite(&same, new, old));
        self.set_atomic(f, object, &value)?;
        Ok(self.value(called, as_int(&same)))
    }

    pub fn math(&mut self, called: &Called) -> Result<Outcome> {
        let (a, b) = (called.args.first(), called.args.get(1));
        let is_whole = matches!(called.ret.as_deref(), Some("I" | "J"));
        Ok(match (called.member.name.as_str(), a, b) {
            ("min", Some(a), Some(b)) if is_whole => {
                let term = fold::ite(&at_most(&a.term, &b.term), &a.term, &b.term);
                self.value(called, term)
            }
            ("max", Some(a), Some(b)) if is_whole => {
                let term = fold::ite(&at_most(&a.term, &b.term), &b.term, &a.term);
                self.value(called, term)
            }
            (
                "addExact" | "subtractExact" | "multiplyExact" | "incrementExact" | "toIntExact"
                | "negateExact",
                ..,
            ) => {
                return self.exact(called);
            }
            ("floorMod" | "floorDiv", _, Some(b)) => {
                let by_zero = fold::equal(&b.term, &Term::int(0));
                self.assert_(What::Fault("division by zero"), fold::not(&by_zero));
                return self.pure(called);
            }
            ("abs" | "sqrt" | "min" | "max" | "round" | "floor" | "ceil" | "signum" | "random", ..) => {
                return self.pure(called);
            }
            _ => return unknown(called),
        })
    }

    /// Arithmetic that raises an exception where it leaves the range.
    pub fn exact(&mut self, called: &Called) -> Result<Outcome> {
        let arg = |at: usize| called.args.get(at).map_or(Term::int(1), |a| a.term.clone());
        let value = match called.member.name.as_str() {
            "addExact" | "incrementExact" => fold::arithmetic(Op::Add, &arg(0), &arg(1)),
            "subtractExact" => fold::arithmetic(Op::Sub, &arg(0), &arg(1)),
            "multiplyExact" => fold::arithmetic(Op::Mul, &arg(0), &arg(1)),
            "negateExact" => fold::arithmetic(Op::Sub, &Term::int(0), &arg(0)),
            _ => arg(0),
        };
        let Some((lo, hi)) = called.ret.as_deref().and_then(range) else { return unknown(called) };
        let value = self.keep(value);
        let inside = fold::within(&value, &Term::int(lo), &Term::int(hi));
        let outcome = self.value(called, value);
        Ok(Outcome {
            raises: Some(("java/lang/ArithmeticException".to_owned(), fold::not(&inside))),
            ..outcome
        })
    }

    pub fn objects(&mut self, called: &Called) -> Result<Outcome> {
        if called.member.name != "requireNonNull" {
            return self.alien_call(called);
        }
        let plain_text =
            called.args.get(1).is_none_or(|a| matches!(&a.ty, Ty::Ref(c) if is_plain_value(&c.name)));
        let Some(value) = called.args.first().filter(|_| plain_text).cloned() else { return unknown(called) };
        let term = self.plain(&value)?;
        let null = fold::equal(&term, &Term::null());
        let mut result = Val { ty: self.as_reference(&value), term };
        if let Ty::Ref(class) = &mut result.ty {
            class.generic = true;
        }
        Ok(Outcome {
            result: Some(result),
            raises: Some(("java/lang/NullPointerException".to_owned(), null)),
        })
    }

    pub fn thread(&mut self, called: &Called) -> Result<Outcome> {
        match called.member.name.as_str() {
            "sleep" => {
                let outcome = self.pure(called)?;
                if let Some(time) = called.args.first() {
                    self.assert_(What::Fault("a negative time"), at_most(&Term::int(0), &time.term));
                }
                Ok(self.maybe_interrupted(outcome))
            }
            "start" => {
                let thread = called.receiver.clone().unwrap_or_else(Val::null);
                let thread = Val { term: self.plain(&thread)?, ty: self.as_reference(&thread) };
                self.leak(&thread)?;
                Ok(Outcome::default())
            }
            "join" => {
                if let Some(time) = called.args.first() {
                    self.assert_(What::Fault("a negative time"), at_most(&Term::int(0), &time.term));
                }
                let outcome = self.pure(called)?;
                Ok(self.maybe_interrupted(outcome))
            }
            "currentThread" | "interrupted" | "isInterrupted" | "interrupt" | "yield" | "onSpinWait"
            | "getName" | "getId" | "holdsLock" | "isAlive" => self.pure(called),
            _ => unknown(called),
        }
    }

    /// Texts: they are made of texts and numbers, never of objects that show themselves.
    pub fn text(&mut self, called: &Called) -> Result<Outcome> {
        let shows = called
            .args
            .iter()
            .any(|a| matches!(&a.ty, Ty::Ref(c) if !is_plain_value(&c.name) && c.name != "[C"));
        if shows {
            return refuse("a text with an object that shows itself");
        }
        const SAFE: [&str; 22] = [
            "length",
            "isEmpty",
            "equals",
            "hashCode",
            "trim",
            "toString",
            "append",
            "println",
            "print",
            "flush",
            "valueOf",
            "startsWith",
            "endsWith",
            "equalsIgnoreCase",
            "toLowerCase",
            "toUpperCase",
            "isBlank",
            "strip",
            "intern",
            "concat",
            "indexOf",
            "contains",
        ];
        if !SAFE.contains(&called.member.name.as_str()) {
            return unknown(called);
        }
        if called.member.class == "java/lang/String"
            && !matches!(called.member.name.as_str(), "equals" | "valueOf")
        {
            for arg in called.args.iter().filter(|a| *a.term.sort() == Sort::Ref) {
                let term = self.plain(arg)?;
                self.present(&term);
            }
        }
        let outcome = self.pure(called)?;
        if let Some(Val { ty: Ty::Ref(_), term }) = &outcome.result {
            self.assume(fold::not(&fold::equal(term, &Term::null())));
        }
        if called.member.name == "length"
            && let Some(length) = &outcome.result
        {
            self.assume(at_most(&Term::int(0), &length.term));
        }
        Ok(outcome)
    }

    /// A new array with elements of another one.
    pub fn copied(&mut self, array: &Val, length: &Term) -> Result<Outcome> {
        let Ty::Ref(class) = &array.ty else { return refuse("a copy of something that is no array") };
        if !class.name.starts_with('[')
            || is_reference(&class.name[1..]) && self.world.is_part(class_of(&class.name[1..]))
        {
            return refuse("a copy of an array of parts");
        }
        let name = class.name.clone();
        self.assert_part(&array.term, &name)?;
        let result = self.new_array(&name, length);
        Ok(Outcome { result: Some(Val { ty: Ty::reference(&name), term: result.term }), raises: None })
    }

    pub fn arrays(&mut self, called: &Called) -> Result<Outcome> {
        let Some(array) = called.args.first().cloned() else { return unknown(called) };
        let term = self.plain(&array)?;
        self.present(&term);
        let array = Val { term, ..array };
        let Ty::Ref(class) = array.ty.clone() else { return unknown(called) };
        match (called.member.name.as_str(), called.args.len()) {
            ("copyOf", 2) => {
                let length = called.args[1].term.clone();
                self.assert_(What::Fault("an array of negative length"), at_most(&Term::int(0), &length));
                self.copied(&array, &length)
            }
            ("fill", 2) if class.name.starts_with('[') => {
                self.assert_part(&array.term, &class.name)?;
                if *called.args[1].term.sort() == Sort::Ref {
                    let whole = self.whole(&array.term);
                    let value =
                        Val { term: self.plain(&called.args[1])?, ty: self.as_reference(&called.args[1]) };
                    let element = class.name[1..].to_owned();
                    self.put(&value, &element, &whole)?;
                }
                Ok(Outcome::default())
            }
            _ => unknown(called),
        }
    }

    pub fn arraycopy(&mut self, called: &Called) -> Result<Outcome> {
        let [from, start, to, at, count] = called.args.as_slice() else { return unknown(called) };
        let (source, target) = (self.plain(from)?, self.plain(to)?);
        let (Ty::Ref(a), Ty::Ref(b)) = (&from.ty, &to.ty) else { return unknown(called) };
        let parts = is_reference(a.name.trim_start_matches('['))
            && self.world.is_part(class_of(a.name.trim_start_matches('[')));
        if a.name != b.name || !a.name.starts_with('[') || parts || a.name.starts_with("[[") {
            return refuse("System.arraycopy between arrays that are not known to be alike");
        }
        for (array, from) in [(&source, start), (&target, at)] {
            self.present(array);
            let length = self.length(array);
            let end = fold::arithmetic(Op::Add, &from.term, &count.term);
            let inside = [
                at_most(&Term::int(0), &from.term),
                at_most(&Term::int(0), &count.term),
                at_most(&end, &length),
            ];
            self.assert_(What::Fault("index out of bounds"), fold::and(inside));
            self.assert_part(array, &a.name.clone())?;
        }
        Ok(Outcome::default())
    }
}
