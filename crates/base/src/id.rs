/// Defines a `u32` newtype used as an index, with the conversions an index needs.
///
/// Ids are newtypes so that a class can never be used where a function is meant.
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the element at `index` of its table.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("[commute internal bug] more than u32::MAX ids"))
            }
            /// The position in the table that this id indexes.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
