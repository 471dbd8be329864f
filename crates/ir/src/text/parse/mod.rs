//! Parsing: the declarations. It stops at the first error, because the text form is mostly written by
//! programs.

mod cursor;
mod expr;
mod function;
mod instr;
mod lexer;

use crate::{
    Annotation, Class, ClassId, EnumDecl, FaultKind, Field, FuncId, Global, GlobalId, ParseError, ProcessId,
    Program, ProofNote, Property, PropertyKind, Selector, Shape, ShapeId, StaticId, StaticObject, ThreadDecl,
    Timeouts,
};
use cursor::{Cursor, Result};
use lexer::Token;

/// Parses what [`crate::print`] prints. Declarations may stand in any order, those of one table in the order
/// of their ids. Ids need not exist: that is for [`crate::validate`] to say.
pub fn parse(text: &str) -> std::result::Result<Program, ParseError> {
    let mut parser = Parser { cursor: Cursor::new(text)?, program: Program::default() };
    while *parser.cursor.peek() != Token::End {
        parser.item()?;
    }
    Ok(parser.program)
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    program: Program,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<()> {
        match self.cursor.word("a declaration")? {
            "enum" => self.enumeration()?,
            "selector" => self.selector()?,
            "process" => self.process()?,
            "class" => self.class()?,
            "fault" => self.fault()?,
            "root" => self.program.root_class = Some(ClassId(self.cursor.id("class")?)),
            "timeouts" => self.timeouts()?,
            "threads" => self.program.thread_class = Some(ClassId(self.cursor.id("class")?)),
            "shape" => self.shape()?,
            "global" => self.global()?,
            "static" => self.static_object()?,
            "fn" => self.function()?,
            "places" => self.places()?,
            "init" => self.init()?,
            "thread" => self.thread()?,
            "note" => self.note()?,
            word @ ("invariant" | "ltl" | "env" | "initially" | "atomic") => self.property(word)?,
            word => return Err(self.cursor.error(format!("expected a declaration, found {word:?}"))),
        }
        self.cursor.newline()
    }

    fn timeouts(&mut self) -> Result<()> {
        self.cursor.keyword("last")?;
        self.program.timeouts = Timeouts::Last(GlobalId(self.cursor.id("global")?));
        Ok(())
    }

    fn enumeration(&mut self) -> Result<()> {
        self.cursor.own_id("enum", self.program.enums.len())?;
        let name = self.cursor.name()?;
        self.cursor.symbol("{")?;
        let variants = self.cursor.list("}", Cursor::name)?;
        self.program.enums.push(EnumDecl { name, variants });
        Ok(())
    }

    fn selector(&mut self) -> Result<()> {
        self.cursor.own_id("sel", self.program.selectors.len())?;
        self.program.selectors.push(self.cursor.name()?);
        Ok(())
    }

    fn process(&mut self) -> Result<()> {
        self.cursor.own_id("process", self.program.processes.len())?;
        self.program.processes.push(self.cursor.name()?);
        Ok(())
    }

    fn class(&mut self) -> Result<()> {
        let cursor = &mut self.cursor;
        cursor.own_id("class", self.program.classes.len())?;
        let name = cursor.name()?;
        let superclass = if cursor.eat_word("extends") { Some(ClassId(cursor.id("class")?)) } else { None };
        let mut interfaces = Vec::new();
        if cursor.eat_word("implements") {
            interfaces.push(ClassId(cursor.id("class")?));
            while cursor.eat_symbol(",") {
                interfaces.push(ClassId(cursor.id("class")?));
            }
        }
        let annotations = self.annotations()?;
        let span = self.cursor.span();
        let (fields, methods) = (Vec::new(), Vec::new());
        let mut class = Class { name, superclass, interfaces, fields, methods, annotations, span };
        self.members(&mut class)?;
        self.program.classes.push(class);
        Ok(())
    }

    fn members(&mut self, class: &mut Class) -> Result<()> {
        self.cursor.symbol("{")?;
        self.cursor.newline()?;
        while !self.cursor.eat_symbol("}") {
            if self.cursor.eat_word("field") {
                let name = self.cursor.name()?;
                self.cursor.symbol(":")?;
                let ty = self.cursor.ty()?;
                let annotations = self.annotations()?;
                class.fields.push(Field { name, ty, annotations, span: self.cursor.span() });
            } else {
                self.cursor.keyword("method")?;
                let selector = Selector(self.cursor.id("sel")?);
                self.cursor.symbol("=")?;
                class.methods.push((selector, FuncId(self.cursor.id("fn")?)));
            }
            self.cursor.newline()?;
        }
        Ok(())
    }

    fn fault(&mut self) -> Result<()> {
        let fault =
            self.cursor.read("a fault", |word| FaultKind::ALL.into_iter().find(|f| f.name() == word))?;
        self.cursor.symbol("=")?;
        let class = ClassId(self.cursor.id("class")?);
        self.program.fault_classes.push((fault, class));
        Ok(())
    }

    fn shape(&mut self) -> Result<()> {
        self.cursor.own_id("shape", self.program.shapes.len())?;
        self.cursor.symbol("=")?;
        let shape = self.shape_kind()?;
        self.program.shapes.push(shape);
        Ok(())
    }

    fn shape_kind(&mut self) -> Result<Shape> {
        let cursor = &mut self.cursor;
        let simple = match *cursor.peek() {
            Token::Word("lock") => Some(Shape::Lock),
            Token::Word("rwlock") => Some(Shape::RwLock),
            Token::Word("semaphore") => Some(Shape::Semaphore),
            Token::Word("barrier") => Some(Shape::Barrier),
            Token::Word("thread") => Some(Shape::Thread),
            _ => None,
        };
        if let Some(shape) = simple {
            cursor.advance();
            return Ok(shape);
        }
        if cursor.eat_word("instance") {
            cursor.symbol("(")?;
            let class = ClassId(cursor.id("class")?);
            cursor.symbol(")")?;
            return Ok(Shape::Instance(class));
        }
        let of = cursor.read("a kind of objects", |word| match word {
            "array" => Some(Shape::Array as fn(_) -> _),
            "seq" => Some(Shape::Seq as fn(_) -> _),
            "set" => Some(Shape::Set as fn(_) -> _),
            "channel" => Some(Shape::Channel as fn(_) -> _),
            _ => None,
        })?;
        cursor.symbol("(")?;
        let ty = cursor.ty()?;
        cursor.symbol(")")?;
        Ok(of(ty))
    }

    fn global(&mut self) -> Result<()> {
        self.cursor.own_id("global", self.program.globals.len())?;
        let name = self.cursor.name()?;
        self.cursor.symbol(":")?;
        let ty = self.cursor.ty()?;
        self.cursor.symbol("=")?;
        let init = self.cursor.constant()?;
        let process = self.in_process()?;
        let annotations = self.annotations()?;
        let span = self.cursor.span();
        self.program.globals.push(Global { name, ty, init, process, annotations, span });
        Ok(())
    }

    fn static_object(&mut self) -> Result<()> {
        self.cursor.own_id("static", self.program.statics.len())?;
        let name = self.cursor.name()?;
        self.cursor.symbol(":")?;
        let shape = ShapeId(self.cursor.id("shape")?);
        self.cursor.symbol("=")?;
        self.cursor.symbol("[")?;
        let data = self.cursor.list("]", Cursor::constant)?;
        let process = self.in_process()?;
        let annotations = self.annotations()?;
        let span = self.cursor.span();
        self.program.statics.push(StaticObject { name, shape, data, process, annotations, span });
        Ok(())
    }

    fn function(&mut self) -> Result<()> {
        self.cursor.own_id("fn", self.program.functions.len())?;
        let func = function::function(&mut self.cursor)?;
        self.program.functions.push(func);
        Ok(())
    }

    fn places(&mut self) -> Result<()> {
        self.cursor.own_id("fn", self.program.places.len())?;
        self.cursor.symbol("=")?;
        self.cursor.symbol("[")?;
        let numbers = self.cursor.list("]", Cursor::count)?;
        self.program.places.push(numbers);
        Ok(())
    }

    fn init(&mut self) -> Result<()> {
        if self.program.init.is_some() {
            return Err(self.cursor.error("there is more than one init"));
        }
        self.program.init = Some(FuncId(self.cursor.id("fn")?));
        Ok(())
    }

    fn thread(&mut self) -> Result<()> {
        let cursor = &mut self.cursor;
        let name = cursor.name()?;
        cursor.symbol("=")?;
        let func = FuncId(cursor.id("fn")?);
        cursor.symbol("(")?;
        let args = cursor.list(")", Cursor::constant)?;
        let daemon = cursor.eat_word("daemon");
        let process = self.in_process()?;
        let cursor = &mut self.cursor;
        let handle = if cursor.eat_word("handle") { Some(StaticId(cursor.id("static")?)) } else { None };
        let span = cursor.span();
        self.program.threads.push(ThreadDecl { name, func, args, daemon, process, handle, span });
        Ok(())
    }

    fn in_process(&mut self) -> Result<Option<ProcessId>> {
        if !self.cursor.eat_word("in") {
            return Ok(None);
        }
        self.cursor.id("process").map(|n| Some(ProcessId(n)))
    }

    fn annotations(&mut self) -> Result<Vec<Annotation>> {
        let mut annotations = Vec::new();
        while self.cursor.eat_symbol("#") {
            annotations.push(match self.cursor.word("an annotation")? {
                "unshared" => Annotation::Unshared,
                "read_only" => Annotation::ReadOnly,
                "self_locking" => Annotation::SelfLocking,
                "communication" => Annotation::Communication,
                "by_method" => Annotation::ByMethod,
                "by_class" => Annotation::ByClass,
                word @ ("guarded_by" | "exclusive_when") => {
                    self.cursor.symbol("(")?;
                    let expr = expr::expr(&mut self.cursor)?;
                    self.cursor.symbol(")")?;
                    if word == "guarded_by" {
                        Annotation::GuardedBy(expr)
                    } else {
                        Annotation::ExclusiveWhen(expr)
                    }
                }
                word => return Err(self.cursor.error(format!("unknown annotation {word:?}"))),
            });
        }
        Ok(annotations)
    }

    fn property(&mut self, word: &str) -> Result<()> {
        let cursor = &mut self.cursor;
        let name = cursor.name()?;
        let span = cursor.span();
        cursor.symbol("=")?;
        let kind = match word {
            "invariant" => PropertyKind::Invariant(expr::expr(cursor)?),
            "env" => PropertyKind::Env(expr::expr(cursor)?),
            "initially" => PropertyKind::Init(expr::expr(cursor)?),
            "atomic" => {
                cursor.symbol("(")?;
                PropertyKind::Atomic(cursor.list(")", |cursor| Ok(FuncId(cursor.id("fn")?)))?)
            }
            _ => PropertyKind::Ltl(expr::ltl(cursor)?),
        };
        self.program.properties.push(Property { name, kind, span });
        Ok(())
    }

    fn note(&mut self) -> Result<()> {
        let word = self.cursor.word("a kind of notes")?;
        let note = match word {
            "loop" | "unroll" => self.loop_note(word)?,
            "value" => ProofNote::AnyValue { global: GlobalId(self.cursor.id("global")?) },
            "threads" => {
                let thread = self.cursor.count()?;
                self.cursor.symbol("=")?;
                let lo = expr::expr(&mut self.cursor)?;
                self.cursor.symbol(",")?;
                ProofNote::AnyThreads { thread, lo, hi: expr::expr(&mut self.cursor)? }
            }
            "row" | "length" => {
                let base = StaticId(self.cursor.id("static")?);
                self.cursor.symbol("=")?;
                let size = expr::expr(&mut self.cursor)?;
                if word == "row" {
                    ProofNote::AnyRow { base, count: size }
                } else {
                    ProofNote::AnyLength { base, len: size }
                }
            }
            word => return Err(self.cursor.error(format!("unknown note {word:?}"))),
        };
        self.program.notes.push(note);
        Ok(())
    }

    fn loop_note(&mut self, word: &str) -> Result<ProofNote> {
        let func = FuncId(self.cursor.id("fn")?);
        let (at, number) = (self.cursor.pc()?, self.cursor.count()?);
        if word == "unroll" {
            return Ok(ProofNote::Unroll { func, at, rounds: number });
        }
        self.cursor.symbol("=")?;
        Ok(ProofNote::LoopInvariant { func, at, regs: number, pred: expr::expr(&mut self.cursor)? })
    }
}
