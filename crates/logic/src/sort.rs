//! Sorts: the types of terms.

use std::fmt;
use std::sync::Arc;

/// The type of a term.
///
/// Thread ids and references are integers for the solver, with 0 for "nobody" and "null": every question about
/// them is one about equality, which integers decide without quantifiers. The sorts are still different here, so
/// that a thread id is not added to a counter by mistake.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Thread ids, and `#0` for nobody.
    Tid,
    /// References to heap objects, and `null`.
    Ref,
    /// One of finitely many names.
    Enum(Arc<EnumSort>),
    /// A total map from the first sort to the second. A set is an array to [`Sort::Bool`], a field of heap objects
    /// is an array from [`Sort::Ref`].
    Array(Arc<(Sort, Sort)>),
}

/// An enumeration: a name and the names of its values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumSort {
    /// The name of the sort.
    pub name: String,
    /// The names of its values, in order; at least one.
    pub variants: Vec<String>,
}

impl Sort {
    /// Maps from `key` to `value`.
    pub fn array(key: Sort, value: Sort) -> Sort {
        Sort::Array(Arc::new((key, value)))
    }

    /// Sets of `element`.
    pub fn set(element: Sort) -> Sort {
        Sort::array(element, Sort::Bool)
    }

    /// The enumeration `name` with these values.
    pub fn enumeration(
        name: impl Into<String>,
        variants: impl IntoIterator<Item = impl Into<String>>,
    ) -> Sort {
        let variants = variants.into_iter().map(Into::into).collect();
        Sort::Enum(Arc::new(EnumSort { name: name.into(), variants }))
    }

    /// The sorts of key and value, if this is an array.
    pub fn as_array(&self) -> Option<(&Sort, &Sort)> {
        match self {
            Sort::Array(parts) => Some((&parts.0, &parts.1)),
            _ => None,
        }
    }

    /// Whether this is an array to truth values.
    pub fn is_set(&self) -> bool {
        self.as_array().is_some_and(|(_, value)| *value == Sort::Bool)
    }

    /// Calls `f` for each enumeration that occurs in the sort.
    pub fn each_enum(&self, f: &mut dyn FnMut(&Arc<EnumSort>)) {
        match self {
            Sort::Enum(e) => f(e),
            Sort::Array(parts) => {
                parts.0.each_enum(f);
                parts.1.each_enum(f);
            }
            Sort::Bool | Sort::Int | Sort::Tid | Sort::Ref => {}
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Tid => f.write_str("tid"),
            Sort::Ref => f.write_str("ref"),
            Sort::Enum(e) => f.write_str(&crate::print::name(&e.name)),
            Sort::Array(parts) if parts.1 == Sort::Bool => write!(f, "set({})", parts.0),
            Sort::Array(parts) => write!(f, "array({}, {})", parts.0, parts.1),
        }
    }
}
