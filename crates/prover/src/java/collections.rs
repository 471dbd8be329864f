//! Collections that only one object has, by contracts.

use super::Stop;
use super::calls::{Called, Outcome, is_plain_value};
use super::exec::{Exec, What};
use super::library::{as_int, unknown};
use super::value::{Ty, Val};
use super::world::{FieldId, range};
use crate::fold;
use commute_logic::{Op, Sort, Term};

type Result<T> = std::result::Result<T, Stop>;

impl Exec<'_> {
    /// A collection that nobody else has: how many elements it has is known, and not which.
    pub fn collection(&mut self, f: FieldId, object: &Term, called: &Called, class: &str) -> Result<Outcome> {
        let field = self.world.fields[f].clone();
        self.assert_guarded(f, object, true);
        for arg in called.args.iter().filter(|a| *a.term.sort() == Sort::Ref) {
            let value = Val { term: self.plain(arg)?, ty: self.as_reference(arg) };
            self.leak(&value)?;
        }
        let compares = matches!(
            called.member.name.as_str(),
            "contains"
                | "containsKey"
                | "containsValue"
                | "get"
                | "getOrDefault"
                | "put"
                | "putIfAbsent"
                | "remove"
                | "add"
                | "indexOf"
        );
        let by_key =
            class.ends_with("Map") || class.ends_with("Set") || called.member.name.contains("ontains");
        let takes_object = called.member.desc.starts_with("(Ljava/lang/Object;");
        let plain_key =
            matches!(called.args.first().map(|a| &a.ty), Some(Ty::Ref(c)) if is_plain_value(&c.name));
        let is_removal = called.member.name == "remove" || called.member.name == "indexOf";
        if compares && takes_object && (by_key || is_removal) && !plain_key {
            // Keys are compared by methods of the user.
            self.alien()?;
        }
        let map = self.map(f);
        let size = self.keep(map.term().select(object));
        self.assume(fold::within(&size, &Term::int(0), &Term::int(1i128 << 31)));
        let is_map = class.ends_with("Map") || class.ends_with("Set");
        let (result, new) = match is_map {
            true => self.of_map(called, &size)?,
            false => self.of_list(called, &size, class)?,
        };
        if let Some(new) = new {
            // No collection has more elements than an int can count and memory can hold.
            self.assume(fold::within(&new, &Term::int(0), &Term::int(1i128 << 31)));
            let class = field.class.clone();
            self.write(f, object, &class, &new)?;
        }
        let result = match (result, &called.ret) {
            (Some(term), Some(desc)) => Some(Val { ty: super::exec::ty_of(desc), term }),
            (None, Some(desc)) => Some(self.outside(desc)),
            (_, None) => None,
        };
        let result = result.map(|mut value| {
            if let Ty::Ref(class) = &mut value.ty {
                class.generic = true;
            }
            value
        });
        Ok(Outcome { result, raises: None })
    }

    pub fn of_map(&mut self, called: &Called, size: &Term) -> Result<(Option<Term>, Option<Term>)> {
        let more = fold::arithmetic(Op::Add, size, &Term::int(1));
        let less = fold::arithmetic(Op::Sub, size, &Term::int(1));
        let some = fold::arithmetic(Op::Lt, &Term::int(0), size);
        let any = self.any(Sort::Bool, None);
        let found = fold::and([any.clone(), some]);
        let is_truth = called.ret.as_deref() == Some("Z");
        Ok(match called.member.name.as_str() {
            "size" => (Some(size.clone()), None),
            "isEmpty" => (Some(as_int(&fold::equal(size, &Term::int(0)))), None),
            "clear" => (None, Some(Term::int(0))),
            "get" | "getOrDefault" => (None, None),
            "containsKey" | "containsValue" | "contains" => (Some(as_int(&found)), None),
            "put" | "putIfAbsent" => (None, Some(fold::ite(&any, &more, size))),
            "add" if is_truth => (Some(as_int(&any)), Some(fold::ite(&any, &more, size))),
            "remove" if is_truth => (Some(as_int(&found)), Some(fold::ite(&found, &less, size))),
            "remove" if called.args.len() == 1 => (None, Some(fold::ite(&found, &less, size))),
            _ => return unknown(called),
        })
    }

    pub fn of_list(
        &mut self,
        called: &Called,
        size: &Term,
        class: &str,
    ) -> Result<(Option<Term>, Option<Term>)> {
        let more = fold::arithmetic(Op::Add, size, &Term::int(1));
        let less = fold::arithmetic(Op::Sub, size, &Term::int(1));
        let empty = fold::equal(size, &Term::int(0));
        let no_null = class.ends_with("ArrayDeque");
        let name = called.member.name.as_str();
        let by_index = called.member.desc.starts_with("(I");
        if no_null
            && matches!(name, "add" | "addFirst" | "addLast" | "push" | "offer" | "offerFirst" | "offerLast")
        {
            let element = called.args.last().cloned().unwrap_or_else(Val::null);
            let term = self.plain(&element)?;
            self.assert_(
                What::Fault("null into a queue that has none"),
                fold::not(&fold::equal(&term, &Term::null())),
            );
        }
        if by_index {
            let end = if name == "add" { &more } else { size };
            let inside = fold::within(&called.args[0].term, &Term::int(0), end);
            self.assert_(What::Fault("index out of bounds"), inside);
        }
        let first = matches!(name, "removeFirst" | "removeLast" | "pop" | "element" | "getFirst" | "getLast")
            || name == "remove" && called.args.is_empty();
        if first {
            self.assert_(What::Fault("an element of an empty collection"), fold::not(&empty));
        }
        let some = |exec: &mut Self| {
            let value = exec.any(Sort::Ref, None);
            exec.typed(&value, "");
            let present = fold::not(&fold::equal(&value, &Term::null()));
            exec.assume(if no_null { fold::or([empty.clone(), present]) } else { Term::bool(true) });
            fold::ite(&empty, &Term::null(), &value)
        };
        Ok(match (name, called.ret.as_deref()) {
            ("size", _) => (Some(size.clone()), None),
            ("isEmpty", _) => (Some(as_int(&empty)), None),
            ("clear", _) => (None, Some(Term::int(0))),
            ("add" | "offer" | "offerFirst" | "offerLast", Some("Z")) => (Some(Term::int(1)), Some(more)),
            ("add" | "addFirst" | "addLast" | "push", None) => (None, Some(more)),
            ("removeFirst" | "removeLast" | "pop", _) => (Some(some(self)), Some(less)),
            ("remove", _) if called.args.is_empty() => (Some(some(self)), Some(less)),
            ("poll" | "pollFirst" | "pollLast", _) => {
                let less = fold::ite(&empty, size, &less);
                (Some(some(self)), Some(less))
            }
            ("peek" | "peekFirst" | "peekLast" | "element" | "getFirst" | "getLast", _) => {
                (Some(some(self)), None)
            }
            ("get" | "set", _) if by_index => (None, None),
            ("remove", _) if by_index => (None, Some(less)),
            ("remove", Some("Z")) => {
                let found = fold::and([self.any(Sort::Bool, None), fold::not(&empty)]);
                (Some(as_int(&found)), Some(fold::ite(&found, &less, size)))
            }
            ("contains", _) => {
                let found = fold::and([self.any(Sort::Bool, None), fold::not(&empty)]);
                (Some(as_int(&found)), None)
            }
            ("indexOf", _) => {
                let at = self.any(Sort::Int, range("I"));
                self.assume(fold::within(&at, &Term::int(-1), size));
                (Some(at), None)
            }
            _ => return unknown(called),
        })
    }
}
