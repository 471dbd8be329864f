//! How large things are, for whoever wants to know whether they grow without bound.

use super::Vm;
use crate::state::DATA;
use commute_ir::{Shape, Ty};

impl Vm {
    pub(super) fn tell_sizes(&self, f: &mut dyn FnMut(String, u64)) {
        let program = &self.code.program;
        for (number, global) in program.globals.iter().enumerate().filter(|(_, global)| is_number(global.ty))
        {
            f(global.name.clone(), (self.st.global(number as u32) as i64).unsigned_abs());
        }
        f("the number of objects".to_owned(), self.st.objects() as u64);
        for reference in 1..=self.st.objects() as u64 {
            let words = self.st.object(reference);
            let name = || {
                let named = program.statics.get(reference as usize - 1);
                named.map_or_else(|| "an object of the heap".to_owned(), |object| object.name.clone())
            };
            match program.shapes[words[0] as usize] {
                Shape::Instance(class) => {
                    let class = &program.classes[class.index()];
                    for (field, word) in class.fields.iter().zip(&words[DATA..]) {
                        if is_number(field.ty) {
                            f(format!("{}.{}", class.name, field.name), (*word as i64).unsigned_abs());
                        }
                    }
                }
                Shape::Seq(_) | Shape::Channel(_) | Shape::Set(_) => f(name(), (words.len() - DATA) as u64),
                Shape::Semaphore => f(name(), words[DATA]),
                _ => {}
            }
        }
    }
}

fn is_number(ty: Ty) -> bool {
    matches!(ty, Ty::I32 | Ty::I64)
}
