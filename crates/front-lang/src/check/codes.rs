//! All codes of the diagnostics of the checker, in one place. The parser has E01xx.

// Names.

/// A name that is not declared, or not visible.
pub const UNKNOWN_NAME: &str = "E0201";
/// Two declarations of one name.
pub const DUPLICATE: &str = "E0202";
/// A type that is not declared.
pub const UNKNOWN_TYPE: &str = "E0203";
/// A field or method that the type does not have.
pub const UNKNOWN_MEMBER: &str = "E0204";
/// A variant that the enum does not have.
pub const UNKNOWN_VARIANT: &str = "E0205";
/// A label that no function has.
pub const UNKNOWN_LABEL: &str = "E0206";
/// `-D` of a constant that does not exist.
pub const UNKNOWN_DEFINE: &str = "E0207";
/// A name of the wrong kind, such as a function used as a variable.
pub const WRONG_KIND: &str = "E0208";
/// A name that the language keeps for itself.
pub const RESERVED: &str = "E0209";

// Types.

/// A value of another type than the place for it.
pub const MISMATCH: &str = "E0301";
/// An operator that does not go with its operands.
pub const OPERANDS: &str = "E0302";
/// A constant outside the bounded type that receives it.
pub const OUT_OF_RANGE: &str = "E0303";
/// Too many or too few arguments.
pub const ARGUMENTS: &str = "E0304";
/// An expression that must be constant and is not.
pub const NOT_CONSTANT: &str = "E0305";
/// A constant expression without a value (overflow, division by zero).
pub const NO_VALUE: &str = "E0306";
/// A length, capacity or count that cannot be.
pub const BAD_SIZE: &str = "E0307";
/// Something is indexed, or asked for a field, that has none.
pub const NO_PARTS: &str = "E0308";
/// A type that cannot stand here.
pub const BAD_TYPE: &str = "E0309";
/// A call without a result used as a value.
pub const NO_RESULT: &str = "E0310";
/// `-D` with a value of another type.
pub const BAD_DEFINE: &str = "E0311";
/// Constants that are defined by each other.
pub const CONST_CYCLE: &str = "E0312";
/// A `let` whose type cannot be known.
pub const NO_TYPE: &str = "E0313";

// Rules.

/// An assignment to something that does not change.
pub const IMMUTABLE: &str = "E0401";
/// A `cas` of something that is not shared.
pub const NO_PLACE: &str = "E0402";
/// `break` or `continue` outside a loop.
pub const NO_LOOP: &str = "E0403";
/// A `return` that does not fit the function.
pub const BAD_RETURN: &str = "E0404";
/// A function with a result that may end without `return`.
pub const MISSING_RETURN: &str = "E0405";
/// A guard that does more than read.
pub const IMPURE_GUARD: &str = "E0406";
/// Memory shared between processes.
pub const SHARING: &str = "E0407";
/// Something that only code, or only predicates, may have.
pub const WRONG_PLACE: &str = "E0408";
/// A prime outside `env`, or of something that is not a place.
pub const BAD_PRIME: &str = "E0409";
/// An annotation where it means nothing.
pub const BAD_ANNOTATION: &str = "E0410";
/// The initializer of a variable blocks, chooses or starts a thread.
pub const BAD_INITIALIZER: &str = "E0411";
/// A program or function beyond what the tables hold.
pub const TOO_LARGE: &str = "E0412";
/// A whole table used as a value, or a sync object initialized by one.
pub const WHOLE_OBJECT: &str = "E0413";

/// An action that only a prover can take.
pub const OPEN_ACTION: &str = "E0414";

// Warnings.

/// A label at a place where no thread ever stands.
pub const SILENT_LABEL: &str = "W0501";
/// Code that is never reached.
pub const UNREACHABLE: &str = "W0502";
