//! What reflection gives: the methods of a class of the user's, and arrays of classes that are known at run time only.

use super::builder::Builder;
use super::class_queries::{PRIMITIVES, component_name};
use super::{TranslateError, Translator};
use crate::classfile::{ClassFile, Kind, Method};
use crate::descriptor::signature;
use crate::world::LoadError;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, StaticId, Ty};
use std::collections::BTreeSet;

/// A method as its class declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    class: String,
    name: String,
    modifiers: u16,
    /// The names of the classes of the result and of the parameters.
    pub types: Vec<String>,
}

/// The methods of a class, in the order of its file; Java leaves the order open.
pub fn declared(file: &ClassFile) -> Vec<Declared> {
    let made = |method: &Method| {
        let types = signature(&method.desc).ok()?;
        let result = types.ret.map_or_else(|| "void".to_owned(), |desc| component_name(&desc));
        let params = types.params.iter().map(|desc| component_name(desc));
        Some(Declared {
            class: file.name.clone(),
            name: method.name.clone(),
            modifiers: method.flags,
            types: std::iter::once(result).chain(params).collect(),
        })
    };
    file.methods.iter().filter(|method| !method.name.starts_with('<')).filter_map(made).collect()
}

impl Translator<'_> {
    /// An array of objects that stand for methods.
    pub(super) fn method_objects(&mut self, methods: &[Declared]) -> Result<StaticId, LoadError> {
        self.notes.fixed.insert("methods that reflection gives are in the order of the class file");
        let mut objects = Vec::new();
        for method in methods {
            objects.push(Operand::Static(self.method_object(method)?));
        }
        let shape = self.array_shape("[Ljava/lang/reflect/Method;")?;
        Ok(self.add_static("methods".to_owned(), shape, objects))
    }

    fn method_object(&mut self, method: &Declared) -> Result<StaticId, LoadError> {
        let mut types = Vec::new();
        for name in &method.types {
            types.push(Operand::Static(self.class_object(name)?));
        }
        let of = Operand::Static(self.class_object(&method.class)?);
        let name = Operand::Static(self.text_of(&method.name)?);
        let shape = self.array_shape("[Ljava/lang/Class;")?;
        let params = self.add_static("parameters".to_owned(), shape, types[1..].to_vec());
        let class = self.world.load("java/lang/reflect/Method")?;
        let shown = format!("{}.{}", method.class, method.name);
        Ok(self.static_instance(class, shown, |field| match field {
            "clazz" => Some(of),
            "name" => Some(name),
            "returnType" => Some(types[0]),
            "parameterTypes" => Some(Operand::Static(params)),
            "modifiers" => Some(Operand::Int(i64::from(method.modifiers))),
            _ => None,
        }))
    }

    /// From the object of a class and a length to an array: a case for each class that has an object, or an array, by then.
    pub(super) fn new_array_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut out = Builder::new("newArray".to_owned(), &[Ty::AnyRef, Ty::I32], Some(Ty::AnyRef));
        let (is, array) = (out.temp(Kind::Int), out.temp(Kind::Ref));
        let elements = self.statics.array_shapes.keys().map(|desc| component_name(&desc[1..]));
        let names: BTreeSet<String> = elements.chain(self.class_names().iter().cloned()).collect();
        for name in names.iter().filter(|name| *name != "void") {
            let Ok(shape) = self.array_shape(&array_of(name)) else { continue };
            let class = Operand::Static(self.class_object(name)?);
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), class);
            out.when(Operand::Reg(is), |b| {
                b.emit(Instr::New { dst: array, shape, arg: Operand::Reg(Reg(1)) });
                b.emit(Instr::Return { value: Some(Operand::Reg(array)) });
            });
        }
        let refusal = self.refusal("an array of a class that was not known", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }
}

/// The descriptor of arrays of a class.
fn array_of(name: &str) -> String {
    match name {
        "boolean" => "[Z".to_owned(),
        "long" => "[J".to_owned(),
        _ if PRIMITIVES.contains(&name) => format!("[{}", name[..1].to_uppercase()),
        _ if name.starts_with('[') => format!("[{name}"),
        _ => format!("[L{name};"),
    }
}

#[cfg(test)]
mod tests {
    use super::array_of;

    #[test]
    fn arrays_have_descriptors() {
        let descs = ["int", "boolean", "[I", "a/B", "double"].map(array_of);
        assert_eq!(descs, ["[I", "[Z", "[[I", "[La/B;", "[D"]);
    }
}
