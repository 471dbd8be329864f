//! Names of things and values in words.

use crate::arith::{to_f32, to_f64};
use crate::enabled::thread_of;
use crate::execute::Cell;
use crate::interpreter::Interpreter;
use crate::naming::{short_class, short_variable};
use crate::record::ATOMICS;
use crate::state::{Object, Value};
use commute_ir::analysis::array_words;
use commute_ir::{PrintForm, Shape, Ty};

/// How many elements of an array, sequence, set or channel are shown.
const MOST_SHOWN: usize = 32;

impl Interpreter<'_> {
    /// A value as a user writes it.
    pub fn show(&self, value: Value, ty: Ty) -> String {
        match (value, ty) {
            (Value::Ref(None), _) => "null".to_owned(),
            (Value::Ref(Some(object)), _) => {
                self.java_value(object).unwrap_or_else(|| self.object_name(object))
            }
            (Value::Num(0), _) if ty.is_ref() => "null".to_owned(),
            (Value::Num(n), Ty::Bool) => (n != 0).to_string(),
            (Value::Num(n), Ty::F32) => to_f32(n).to_string(),
            (Value::Num(n), Ty::F64) => to_f64(n).to_string(),
            (Value::Num(n), Ty::Enum(id)) => {
                let variants = &self.code.program.enums[id.index()].variants;
                usize::try_from(n).ok().and_then(|i| variants.get(i)).cloned().unwrap_or(n.to_string())
            }
            (Value::Num(n), _) => n.to_string(),
        }
    }

    /// What `Print` shows.
    pub(crate) fn print_text(&self, value: Value, form: PrintForm) -> String {
        let word = value.word();
        match form {
            PrintForm::Int => word.to_string(),
            PrintForm::Bool => (word != 0).to_string(),
            PrintForm::Char => String::from_utf16_lossy(&[word as u16]),
            PrintForm::F32 => java_number(format!("{:e}", to_f32(word))),
            PrintForm::F64 => java_number(format!("{:e}", to_f64(word))),
            PrintForm::Text => value.object().map_or("null".to_owned(), |text| self.text_of(text)),
        }
    }

    /// The characters of an instance that is a text (see [`PrintForm::Text`]).
    pub(crate) fn text_of(&self, number: u32) -> String {
        let data = &self.state.object(number).data;
        let bytes = data.first().and_then(|v| v.object()).map(|array| &self.state.object(array).data);
        let bytes: Vec<u16> = bytes.into_iter().flatten().map(|byte| byte.word() as u8 as u16).collect();
        let latin1 = data.get(1).is_none_or(|coder| coder.word() == 0);
        match latin1 {
            true => String::from_utf16_lossy(&bytes),
            false => String::from_utf16_lossy(
                &bytes.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 8).collect::<Vec<_>>(),
            ),
        }
    }

    /// The kind of an object, in words.
    pub(crate) fn kind_of(&self, object: &Object) -> String {
        let more = object.made_as.map(|kind| array_words(self.code.program, kind));
        self.kind_name(object.shape) + &more.unwrap_or_default()
    }

    /// A kind of objects, in words.
    pub(crate) fn kind_name(&self, shape: Shape) -> String {
        match shape {
            Shape::Instance(class) => self.code.program.classes[class.index()].name.clone(),
            Shape::Array(of) => format!("array of {}", self.type_name(of)),
            Shape::Seq(of) => format!("growable array of {}", self.type_name(of)),
            Shape::Set(of) => format!("set of {}", self.type_name(of)),
            Shape::Channel(of) => format!("channel of {}", self.type_name(of)),
            Shape::Thread => "thread handle".to_owned(),
            Shape::Lock | Shape::RwLock | Shape::Semaphore | Shape::Barrier => {
                format!("{shape:?}").to_lowercase()
            }
        }
    }

    fn type_name(&self, ty: Ty) -> String {
        let program = self.code.program;
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::I32 | Ty::I64 => "int".to_owned(),
            Ty::F32 | Ty::F64 => "float".to_owned(),
            Ty::Range { lo, hi } => format!("{lo}..={hi}"),
            Ty::Enum(of) => program.enums[of.index()].name.clone(),
            Ty::Class(class) => program.classes[class.index()].name.clone(),
            Ty::Object(shape) => self.kind_name(program.shapes[shape.index()]),
            Ty::AnyRef => "objects".to_owned(),
        }
    }

    /// The name of an object: that of its declaration, or its kind and number. Numbers are given in the order
    /// of allocation, so that an object has one name in a whole trace.
    pub fn object_name(&self, number: u32) -> String {
        let program = self.code.program;
        if let Some(name) = self.names.as_ref().and_then(|names| names.object(number)) {
            return name.to_owned();
        }
        if let Some(decl) = program.statics.get(number as usize) {
            return decl.name.clone();
        }
        let kind = match self.state.objects.get(&number).map(|o| o.shape) {
            Some(Shape::Instance(class)) => program.classes[class.index()].name.as_str(),
            Some(Shape::Array(_)) => "array",
            Some(Shape::Seq(_)) => "seq",
            Some(Shape::Set(_)) => "set",
            Some(Shape::Lock) => "lock",
            Some(Shape::RwLock) => "rwlock",
            Some(Shape::Semaphore) => "semaphore",
            Some(Shape::Barrier) => "barrier",
            Some(Shape::Channel(_)) => "channel",
            Some(Shape::Thread) => "thread",
            None => "object",
        };
        format!("{kind}#{}", number as usize - program.statics.len())
    }

    /// The name of a lock: the variable that refers to it, or the only field that does, or its own name. What is captured by a function
    /// that has no name is no name for it.
    pub(crate) fn lock_name(&self, number: u32) -> String {
        let program = self.code.program;
        if (number as usize) < program.statics.len() || self.names.is_some() {
            return self.object_name(number);
        }
        let is_it = |value: &Value| value.object() == Some(number);
        if let Some(global) = self.state.globals.iter().position(is_it) {
            return program.globals[global].name.clone();
        }
        let has_name = |object: &Object| match object.shape {
            Shape::Instance(class) => !program.classes[class.index()].name.contains("$$"),
            _ => false,
        };
        let objects = self.state.objects.iter().filter(|(_, object)| has_name(object));
        let mut fields = objects.flat_map(|(&owner, object)| {
            let words = object.data.iter().enumerate().filter(|(_, value)| is_it(value));
            words.map(move |(word, _)| Cell::Word(owner, word))
        });
        match (fields.next(), fields.next()) {
            (Some(field), None) => self.cell_name(field),
            _ => self.object_name(number),
        }
    }

    /// The name of a shared word.
    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        match cell {
            Cell::Global(global) => {
                let name = &self.code.program.globals[global].name;
                if self.names.is_some() { short_variable(name) } else { name.clone() }
            }
            Cell::Word(number, index) => {
                let name = self.object_name(number);
                match self.state.object(number).shape {
                    Shape::Instance(class) => {
                        let class = &self.code.program.classes[class.index()];
                        match class.fields[index].name.as_str() {
                            // The program knows the number, and not the field that the library keeps it in.
                            "value" if class.name.starts_with(ATOMICS) => name,
                            field => format!("{name}.{field}"),
                        }
                    }
                    _ => format!("{name}[{index}]"),
                }
            }
        }
    }

    /// The present value of a shared word.
    pub(crate) fn show_cell(&self, cell: Cell) -> String {
        let ty = match cell {
            Cell::Global(global) => self.code.program.globals[global].ty,
            Cell::Word(number, index) => self.word_ty(self.state.object(number), index),
        };
        let value = self.read(cell);
        let shown = self.show(value, ty);
        match value.object().and_then(|object| self.class_of(object)) {
            // What is called by where it is would say nothing about what is there.
            Some(class) if self.names.is_some() && shown == self.cell_name(cell) => {
                format!("a {}", short_class(&self.code.program.classes[class.index()].name))
            }
            _ => shown,
        }
    }

    /// The type of a data word.
    pub(crate) fn word_ty(&self, object: &Object, index: usize) -> Ty {
        match object.shape {
            Shape::Instance(class) => self.code.program.classes[class.index()].fields[index].ty,
            Shape::Array(ty) | Shape::Seq(ty) | Shape::Set(ty) | Shape::Channel(ty) => ty,
            _ => Ty::I64,
        }
    }

    /// What an object holds. Instances are not shown as a whole: their fields are places of their own.
    pub fn object_contents(&self, number: u32) -> String {
        let object = self.state.object(number);
        let word = |i: usize| object.data.get(i).map_or(0, |v| v.word());
        let elements = |from: usize| self.elements(object, from);
        match object.shape {
            Shape::Instance(_) => String::new(),
            Shape::Array(_) | Shape::Seq(_) => format!("[{}]", elements(0)),
            Shape::Set(_) => format!("{{{}}}", elements(0)),
            Shape::Channel(_) => format!("[{}]", elements(1)),
            Shape::Lock | Shape::RwLock => match self.holders(object).as_slice() {
                [] => "free".to_owned(),
                holders => format!("held by {}", self.names(holders)),
            },
            Shape::Semaphore => word(0).to_string(),
            Shape::Barrier => format!("{} of {}", word(1), word(0)),
            Shape::Thread => if word(0) == 0 { "ended" } else { "alive" }.to_owned(),
        }
    }

    /// The data of an object from a word on; only the first few of many.
    fn elements(&self, object: &Object, from: usize) -> String {
        let show = |(i, &v): (usize, &Value)| self.show(v, self.word_ty(object, i));
        let mut all: Vec<String> =
            object.data.iter().enumerate().skip(from).take(MOST_SHOWN).map(show).collect();
        if object.data.len() > from + MOST_SHOWN {
            all.push(format!("... {} in all", object.data.len() - from));
        }
        all.join(", ")
    }

    /// Who is in the monitor of an object.
    pub fn monitor_contents(&self, number: u32) -> String {
        let object = self.state.object(number);
        match object.holder {
            None => "free".to_owned(),
            Some(t) if object.count == 1 => format!("held by {}", self.names(&[t])),
            Some(t) => format!("held by {}, {} times", self.names(&[t]), object.count),
        }
    }

    /// The threads that hold a lock or read-write lock, each once.
    pub(crate) fn holders(&self, object: &Object) -> Vec<usize> {
        let mut holders: Vec<usize> = object.data.iter().filter_map(|&word| thread_of(word)).collect();
        holders.dedup();
        holders
    }

    /// The names of some threads.
    pub(crate) fn names(&self, threads: &[usize]) -> String {
        let name = |&t: &usize| self.state.threads.get(t).map_or("nobody", |thread| &thread.name);
        threads.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The globals with their values.
    pub fn globals(&self) -> Vec<(String, String)> {
        let cells = (0..self.state.globals.len()).map(Cell::Global);
        cells.map(|cell| (self.cell_name(cell), self.show_cell(cell))).collect()
    }
}

/// A floating-point number as Java writes it, from its shortest form `d.ddde±x`: with an exponent below a thousandth and
/// from ten million on, and always with a digit after the point.
fn java_number(shortest: String) -> String {
    let (mantissa, exponent) = match shortest.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().unwrap_or(0)),
        None if shortest == "NaN" => return shortest,
        None => return shortest.replace("inf", "Infinity"),
    };
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |m| ("-", m));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = |at: usize, digits: &str| {
        let whole = format!("{digits:0<at$}");
        let (left, right) = whole.split_at(at);
        format!("{left}.{}", if right.is_empty() { "0" } else { right })
    };
    let text = match exponent {
        _ if digits == "0" => "0.0".to_owned(),
        0..=6 => point(exponent as usize + 1, &digits),
        -3..=-1 => format!("0.{}{digits}", "0".repeat(-exponent as usize - 1)),
        _ => format!("{}E{exponent}", point(1, &digits)),
    };
    format!("{sign}{text}")
}

#[cfg(test)]
mod tests {
    use super::java_number;

    #[test]
    fn numbers_are_written_as_java_does() {
        let java = |x: f64| java_number(format!("{x:e}"));
        assert_eq!(
            [1.0, 0.001, 0.0009, 123.25, 1e7, 9999999.0, -0.0, 1.5e-10, f64::INFINITY].map(java),
            ["1.0", "0.001", "9.0E-4", "123.25", "1.0E7", "9999999.0", "-0.0", "1.5E-10", "Infinity"]
        );
        assert_eq!(java(f64::NAN), "NaN");
        assert_eq!(java_number(format!("{:e}", 0.1f32)), "0.1");
    }
}
