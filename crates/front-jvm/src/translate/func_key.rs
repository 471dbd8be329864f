//! What the functions of a program are, by which they are found again, and when their bodies can be made.

use super::Phase;
use super::asked::Asked;
use super::members::Dispatch;
use super::traces::Told;
use crate::world::MethodId;
use commute_ir::ClassId;

/// What a function of the program is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FuncKey {
    /// A method.
    Method(MethodId, Phase),
    /// Makes sure that a class is initialised.
    Guard(ClassId, Phase),
    /// What the table of calls says of a row.
    Told(Told),
    /// What a call comes to that finds no method, or several.
    NoMethod(String, bool),
    /// What a started thread runs.
    Run,
    /// The method of a lambda's class.
    Lambda(u32, Phase),
    /// Copies elements between arrays.
    ArrayCopy,
    /// Makes an array, given the object of the class of its elements.
    NewArray,
    /// Copies an array.
    ArrayClone,
    /// Fails if an object is not of the class of the elements of an array.
    StoreCheck,
    /// Fails if `sun.misc.Unsafe` accesses elements of an array as if they were others; by the letter of their descriptor.
    ElementCheck(char),
    /// The object of the class of an object.
    ClassOf,
    /// The name of the class of an object.
    ClassName,
    /// What a class says, given its object.
    Query(&'static str),
    /// Whether an object is an instance of a class, given the object of the class.
    InstanceOfClass,
    /// The constants of an enum, given the object of its class.
    EnumConstants(Phase),
    /// A method of our class of threads that depends on the rest of the program.
    Asked(Asked, Phase),
    /// What is done to what has a number, and to one of these.
    Dispatch(Dispatch, Phase),
    Member(Dispatch, u32, Phase),
    /// A call of any variable handle: its name and descriptor, and whether it is an ordinary access.
    HandleUse(String, String, bool, Phase),
    /// The object of a class, which may have to be initialised.
    NamedClass(String, Phase),
    /// Makes an instance for an object stream, of the class with this name.
    Allocated(String, Phase),
    /// Makes a proxy for interfaces, of which the first ones are these.
    Proxy(Vec<String>, Phase),
    /// A method of a class that was made, by its name and descriptor.
    Made(ClassId, String, String, Phase),
}

impl FuncKey {
    /// When its body can be made: those with a case for each class or kind of array come after all others, and the
    /// one with a case for each object of a class comes last.
    pub fn turn(&self) -> u32 {
        match self {
            FuncKey::Run => 1,
            FuncKey::NewArray => 2,
            FuncKey::ArrayClone | FuncKey::StoreCheck | FuncKey::ElementCheck(_) => 3,
            FuncKey::ClassOf | FuncKey::ClassName => 3,
            FuncKey::EnumConstants(_) => 4,
            FuncKey::InstanceOfClass => 5,
            FuncKey::Dispatch(..) | FuncKey::Proxy(..) | FuncKey::HandleUse(..) => 6,
            _ => 0,
        }
    }

    /// Whether it has a case for each class or kind of array that is known, and must be made again if there are more.
    pub fn is_table(&self) -> bool {
        self.turn() > 1
    }
}
