//! What threads run: `main`, `run` of a thread object, and how they end.

use super::builder::Builder;
use super::{FuncKey, Phase, THREAD, TranslateError, Translator, asked};
use crate::world::MethodId;
use commute_base::Span;
use commute_ir::{ClassId, FuncId, Function, Instr, Operand, Pc, Reg, ThreadDecl, Ty};

impl Translator<'_> {
    /// What the first thread runs. What leaves `main` goes to handlers as in other threads, if there are any.
    pub(super) fn main_body(
        &mut self,
        class: ClassId,
        method: MethodId,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let shape = self.array_shape("[Ljava/lang/String;")?;
        let mut builder = Builder::new("main".to_owned(), &[], None);
        self.guard(&mut builder, class, Phase::Main, func);
        let args = builder.temp(crate::classfile::Kind::Ref);
        match self.arguments.is_empty() {
            true => builder.emit(Instr::New { dst: args, shape, arg: Operand::Int(0) }),
            false => builder.copy(args, Operand::Static(self.argument_texts()?)),
        }
        let callee = self.method_function(method, Phase::Main, func);
        let call = builder.here();
        builder.emit(Instr::Call { dst: None, func: callee, args: Box::new([Operand::Reg(args)]) });
        let thread = Operand::Static(self.main_thread()?);
        self.emit_end(&mut builder, thread, func)?;
        let handles = self.sets_handlers();
        self.main_made = Some((class, method, func, handles));
        if handles {
            self.emit_handler(&mut builder, call, thread, func)?;
        }
        Ok(builder.finish_plain())
    }

    /// The first thread runs this function.
    pub(super) fn first_thread(&mut self, func: FuncId) -> Result<(), TranslateError> {
        let handle = self.main_thread()?;
        self.program.threads.push(ThreadDecl {
            name: "main".to_owned(),
            func,
            args: Vec::new(),
            daemon: false,
            process: None,
            handle: Some(handle),
            span: Span::default(),
        });
        Ok(())
    }

    /// The first thread ends.
    pub(super) fn end_first_thread(&mut self, out: &mut Builder, func: FuncId) -> Result<(), TranslateError> {
        let main = Operand::Static(self.main_thread()?);
        self.emit_end(out, main, func)
    }

    /// The thread with this object ends.
    pub(super) fn emit_end(
        &mut self,
        out: &mut Builder,
        thread: Operand,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let finish = self.asked(asked::Asked::Finish, Phase::Main, func);
        out.emit(Instr::Call { dst: None, func: finish, args: Box::new([thread]) });
        if self.open.system.is_some() {
            let last = self.asked(asked::Asked::Last, Phase::Main, func);
            out.emit(Instr::Call { dst: None, func: last, args: Box::new([thread]) });
        }
        out.emit(Instr::Return { value: None });
        Ok(())
    }

    /// If no thread ever asks for its own object, nobody can see the main thread end.
    pub(super) fn forget_main_thread(&mut self) {
        let asks = |func: &Function| func.code.iter().any(|i| matches!(i, Instr::Current { .. }));
        if !self.statics.main_is_seen && !self.program.functions.iter().any(asks) {
            self.program.threads[0].handle = None;
        }
    }

    /// A function that calls `run` on its argument. If the program sets handlers of exceptions that nobody catches, they
    /// are asked first; in other programs such an exception stays where it comes from.
    pub(super) fn run_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut builder = Builder::new("run".to_owned(), &[Ty::AnyRef], None);
        let thread = self.program.thread_class.expect("[commute internal bug] there is a class of threads");
        let selector = self.called("run", "()V", thread, Phase::Main, func);
        let args = Box::new([Operand::Reg(Reg(0))]);
        builder.emit(Instr::CallVirtual { dst: None, selector, args });
        self.emit_end(&mut builder, Operand::Reg(Reg(0)), func)?;
        let handles = self.sets_handlers();
        self.run_made = Some((func, handles));
        if handles {
            self.emit_handler(&mut builder, Pc(0), Operand::Reg(Reg(0)), func)?;
        }
        Ok(builder.finish_plain())
    }

    /// What leaves the call at a place goes to the handlers of a thread, which then ends.
    pub(super) fn emit_handler(
        &mut self,
        out: &mut Builder,
        call: Pc,
        thread: Operand,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let caught = out.temp(crate::classfile::Kind::Ref);
        out.handle(call, Pc(call.0 + 1), out.here(), caught);
        let class = self.program.thread_class.expect("[commute internal bug] there is a class of threads");
        let method = self.world.own_method(class, "uncaught", "(Ljava/lang/Throwable;)V");
        let method = method.expect("[commute internal bug] our class of threads has this method");
        let callee = self.method_function(method, Phase::Main, func);
        let args = Box::new([thread, Operand::Reg(caught)]);
        out.emit(Instr::Call { dst: None, func: callee, args });
        self.emit_end(out, thread, func)
    }

    /// Whether some function sets handlers of exceptions that nobody catches, or makes groups of threads, which are such handlers.
    pub(super) fn sets_handlers(&self) -> bool {
        let setters = [
            (THREAD, "setUncaughtExceptionHandler"),
            (THREAD, "setDefaultUncaughtExceptionHandler"),
            ("java/lang/Thread$Making", "uncaughtExceptionHandler"),
            ("java/lang/ThreadGroup", "checked"),
        ];
        setters.iter().any(|(class, name)| self.is_reached(class, name))
    }

    /// The function that a started thread runs.
    pub(super) fn run_function(&mut self, from: FuncId) -> FuncId {
        self.function(FuncKey::Run, from, |_| ("run".to_owned(), vec![Ty::AnyRef], None))
    }
}
