//! Kinds of objects of which an execution makes at most one.

use super::starts::Starts;
use super::threads_as_calls;
use crate::{FuncId, Instr, Program, Shape};

/// For each shape of `program`, whether no execution ever has two objects of it, not even one after the other: there is
/// one place that makes it, which is executed once.
pub fn singletons(program: &Program) -> Vec<bool> {
    let starts = Starts::new(program, &threads_as_calls(program));
    let mut made: Vec<usize> = program.shapes.iter().map(|shape| made_unseen(program, shape)).collect();
    for object in &program.statics {
        made[object.shape.index()] += 1;
    }
    for (f, func) in program.functions.iter().enumerate() {
        for (at, instr) in func.code.iter().enumerate() {
            if let Instr::New { shape, .. } = instr {
                made[shape.index()] += if starts.is_repeated(FuncId::new(f), at) { 2 } else { 1 };
            }
        }
    }
    made.into_iter().map(|count| count <= 1).collect()
}

/// From above, how many objects are made by no instruction that says so: handles of threads, exceptions of faults.
fn made_unseen(program: &Program, shape: &Shape) -> usize {
    let raised = |class| program.fault_classes.iter().any(|&(_, c)| c == class);
    let unseen = match shape {
        Shape::Thread => true,
        Shape::Instance(class) => raised(*class),
        _ => false,
    };
    if unseen { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn what_is_made_in_one_place_once_is_single() {
        let program = parse(
            "class class0 Once {\n}\nclass class1 Looped {\n}\nclass class2 Twice {\n}\n\
             shape shape0 = instance(class0)\nshape shape1 = instance(class1)\nshape shape2 = instance(class2)\n\
             shape shape3 = thread\n\
             fn fn0 main() {\n reg r0: anyref\n r0 = new shape0, 0\n\
             L1: r0 = new shape1, 0\n branch 1, L1, L3\n r0 = new shape2, 0\n r0 = new shape2, 0\n return\n}\n\
             thread t = fn0()",
        )
        .unwrap();
        assert_eq!(singletons(&program), [true, false, false, false]);
    }
}
