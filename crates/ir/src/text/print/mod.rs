//! Printing: the shared printer, which knows names and collects them for the comment of each line.

mod expr;
mod instr;
mod item;

use super::words::is_bare_name;
use crate::{
    ClassId, EnumId, FuncId, Function, GlobalId, PrintOptions, ProcessId, Program, Selector, Shape, ShapeId,
    StaticId, Ty,
};
use commute_base::Span;
use std::fmt::{Display, Write};

/// Prints a program so that [`crate::parse`] reads it back: the same in all but spans, and with
/// [`PrintOptions::spans`] in these too. A program that [`crate::validate`] rejects is printed as well as it
/// can be.
pub fn print(program: &Program, options: PrintOptions) -> String {
    let mut printer =
        Printer { program, spans: options.spans, func: None, out: String::new(), notes: Vec::new() };
    printer.items();
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    spans: bool,
    /// The function whose code is being printed, for the names of its registers.
    func: Option<&'p Function>,
    out: String,
    /// The ids that the current line mentions, with their names.
    notes: Vec<(String, String)>,
}

impl Printer<'_> {
    fn put(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    /// Ends a line: the names of what it mentions as a comment.
    fn end_line(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        match notes.as_slice() {
            [] => {}
            [(_, name)] => self.put(format_args!("  ; {name}")),
            many => {
                let all: Vec<String> = many.iter().map(|(id, name)| format!("{id} {name}")).collect();
                self.put(format_args!("  ; {}", all.join(", ")));
            }
        }
        self.out.push('\n');
    }

    fn note(&mut self, id: impl Display, name: Option<String>) {
        let id = id.to_string();
        if let Some(name) = name
            && !self.notes.iter().any(|(known, _)| *known == id)
        {
            self.notes.push((id, name));
        }
    }

    fn span(&mut self, span: Span) {
        if self.spans && !span.is_none() {
            self.put(format_args!(" @{}:{}..{}", span.file, span.start, span.end));
        }
    }

    fn separated<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            each(self, item);
        }
    }

    fn class(&mut self, id: ClassId) {
        self.put(id);
        self.note(id, self.program.classes.get(id.index()).map(|c| name(&c.name)));
    }

    fn func(&mut self, id: FuncId) {
        self.put(id);
        self.note(id, self.program.functions.get(id.index()).map(|f| name(&f.name)));
    }

    fn global(&mut self, id: GlobalId) {
        self.put(id);
        self.note(id, self.program.globals.get(id.index()).map(|g| name(&g.name)));
    }

    fn static_object(&mut self, id: StaticId) {
        self.put(id);
        self.note(id, self.program.statics.get(id.index()).map(|s| name(&s.name)));
    }

    fn selector(&mut self, id: Selector) {
        self.put(id);
        self.note(id, self.program.selectors.get(id.index()).map(|s| name(s)));
    }

    fn process(&mut self, id: Option<ProcessId>) {
        if let Some(id) = id {
            self.put(format_args!(" in {id}"));
            self.note(id, self.program.processes.get(id.index()).map(|p| name(p)));
        }
    }

    fn enumeration(&mut self, id: EnumId) {
        self.put(id);
        self.note(id, self.program.enums.get(id.index()).map(|e| name(&e.name)));
    }

    fn shape_id(&mut self, id: ShapeId) {
        self.put(id);
        let note = self.program.shapes.get(id.index()).map(|shape| self.shape_note(*shape));
        self.note(id, note);
    }

    /// Shapes have no names: an instance's is that of its class, another's is its kind.
    fn shape_note(&self, shape: Shape) -> String {
        match shape {
            Shape::Instance(class) => match self.program.classes.get(class.index()) {
                Some(class) => name(&class.name),
                None => class.to_string(),
            },
            other => item::shape_word(other).to_owned(),
        }
    }

    fn ty(&mut self, ty: Ty) {
        match ty {
            Ty::Bool => self.put("bool"),
            Ty::I32 => self.put("i32"),
            Ty::I64 => self.put("i64"),
            Ty::F32 => self.put("f32"),
            Ty::F64 => self.put("f64"),
            Ty::Range { lo, hi } => self.put(format_args!("range({lo}, {hi})")),
            Ty::Enum(id) => self.enumeration(id),
            Ty::Class(id) => self.class(id),
            Ty::Object(id) => self.shape_id(id),
            Ty::AnyRef => self.put("anyref"),
        }
    }
}

/// A name as a plain word if it is one, else quoted.
fn name(text: &str) -> String {
    if is_bare_name(text) { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
