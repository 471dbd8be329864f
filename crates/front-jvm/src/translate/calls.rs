//! Instructions that name methods.

use super::body::{Done, Entry, Known, Lowering};
use crate::classfile::{Invoke, Kind, Member, flags};
use crate::descriptor::{dotted, kind, signature};
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{Instr, Operand};

impl Lowering<'_, '_> {
    /// Pops the arguments of a call, receiver first.
    fn pop_args(&mut self, how: Invoke, params: &[String]) -> Result<Vec<Entry>, super::TranslateError> {
        let mut args = Vec::new();
        for param in params.iter().rev() {
            args.push(self.pop(kind(param))?);
        }
        if how != Invoke::Static {
            args.push(self.pop(Kind::Ref)?);
        }
        args.reverse();
        Ok(args)
    }

    pub(super) fn call(&mut self, how: Invoke, member: &Member) -> Done {
        let types = signature(&member.desc).map_err(|e| self.wrong(e.0))?;
        let ret = types.ret.as_deref().map(kind);
        let args = self.pop_args(how, &types.params)?;
        if member.class.starts_with('[') {
            return self.array_call(member, args, ret);
        }
        let (member, args) = self.without_limit(member, args);
        let member = &self.without_calls(&member);
        self.note_weak(member);
        self.note_question(member);
        if self.var_handle_call(member, &args, ret)? {
            return Ok(());
        }
        let class = match self.t.world.load(&member.class) {
            Ok(class) => class,
            Err(error) => return self.refused_call(&error.to_string(), ret),
        };
        let Some(method) = self.t.world.resolve(class, &member.name, &member.desc) else {
            let what = format!(
                "the method {}.{}{}, which is not there",
                dotted(&member.class),
                member.name,
                member.desc
            );
            return self.refused_call(&what, ret);
        };
        if (self.t.world.method(method).flags & flags::STATIC != 0) != (how == Invoke::Static) {
            let what = format!(
                "the call of {}, which is static in one place only",
                self.t.world.method_name(method)
            );
            return self.refused_call(&what, ret);
        }
        self.resolved_call(how, class, method, args, ret)
    }

    /// What JUnit gives a time limit is waited for as long as it takes: that a test is slow is not what is asked.
    fn without_limit(&mut self, member: &Member, mut args: Vec<Entry>) -> (Member, Vec<Entry>) {
        let timed_get = "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;";
        if !self.keeps_limits() || member.name != "get" || member.desc != timed_get {
            return (member.clone(), args);
        }
        args.truncate(1);
        (Member { desc: "()Ljava/lang/Object;".to_owned(), ..member.clone() }, args)
    }

    /// A library that asks where an exception was made, as those do that leave their own calls out of what is shown, is told no calls.
    fn without_calls(&mut self, member: &Member) -> Member {
        let instead = match (member.name.as_str(), member.desc.as_str()) {
            ("getStackTrace", "()[Ljava/lang/StackTraceElement;") => Some("knownStackTrace"),
            ("printStackTrace", "(Ljava/io/PrintWriter;)V" | "(Ljava/io/PrintStream;)V") => {
                Some("printKnownStackTrace")
            }
            _ => None,
        };
        let Some(instead) = instead else { return member.clone() };
        let this = self.t.world.name(self.method.class).to_owned();
        let throwable = self.t.world.load("java/lang/Throwable").ok();
        let of = self.t.world.load(&member.class).ok();
        let of_throwable = of.zip(throwable).is_some_and(|(of, above)| self.t.world.is_subclass(of, above));
        if !of_throwable || !self.t.world.path.is_aside(&this) {
            return member.clone();
        }
        self.t.notes.fixed.insert("libraries see stack traces without calls");
        Member { class: "java/lang/Throwable".to_owned(), name: instead.to_owned(), ..member.clone() }
    }

    /// Whether this is where JUnit looks whether time limits are kept.
    pub(super) fn keeps_limits(&mut self) -> bool {
        let class = self.t.world.name(self.method.class);
        let keeps = class.starts_with("org/junit/jupiter/api/AssertTimeout");
        if keeps {
            self.t.notes.fixed.insert("time limits of assertTimeout are kept");
        }
        keeps
    }

    /// Notes that the user asks a pool what our class of the pools of `Executors` has no answer for. That the library asks its own
    /// pools does not count: it would make a queue that can be seen of every pool.
    fn note_question(&mut self, member: &Member) {
        let asked = "getActiveCount getLargestPoolSize getTaskCount getCompletedTaskCount getQueue remove purge setThreadFactory \
            setRejectedExecutionHandler setCorePoolSize setMaximumPoolSize prestartCoreThread prestartAllCoreThreads \
            allowCoreThreadTimeOut";
        self.t.seen.asks_pools |= member.class == "java/util/concurrent/ThreadPoolExecutor"
            && self.t.origin(self.method.class) == Origin::User
            && asked.split_whitespace().any(|name| name == member.name);
    }

    /// A call of which nothing can be said.
    pub(super) fn refused_call(&mut self, what: &str, ret: Option<Kind>) -> Done {
        self.refuse(what);
        if let Some(kind) = ret {
            self.push(if kind == Kind::Ref { Operand::Null } else { Operand::Int(0) }, kind);
        }
        Ok(())
    }

    fn resolved_call(
        &mut self,
        how: Invoke,
        class: commute_ir::ClassId,
        method: MethodId,
        args: Vec<Entry>,
        ret: Option<Kind>,
    ) -> Done {
        let decl = self.t.world.method(method);
        let (name, desc) = (decl.name.clone(), decl.desc.clone());
        let never_overridden = flags::PRIVATE | flags::FINAL;
        let exact = how != Invoke::Virtual
            || decl.flags & never_overridden != 0
            || self.t.world.class(method.class).file.flags & flags::FINAL != 0;
        if how == Invoke::Static {
            self.t.guard(&mut self.out, method.class, self.phase, self.func);
        }
        let operands: Vec<Operand> = args.iter().map(|arg| arg.operand).collect();
        if !exact {
            let selector = self.t.called(&name, &desc, class, self.phase, self.func);
            let dst = ret.map(|kind| self.push_result(kind));
            self.out.emit(Instr::CallVirtual { dst, selector, args: operands.into_boxed_slice() });
            return Ok(());
        }
        // A thread that waits must stand where the user called it, so small overrides are put in place.
        if self.inline(method, &args, ret)? {
            return Ok(());
        }
        let is_there = |known: &Known| matches!(known, Known::NotNull | Known::Text(_) | Known::Class(_));
        if how != Invoke::Static && !is_there(&args[0].known) {
            self.out.check_null(operands[0]);
        }
        let func = self.t.method_function(method, self.phase, self.func);
        let dst = ret.map(|kind| self.push_result(kind));
        self.out.emit(Instr::Call { dst, func, args: operands.into_boxed_slice() });
        Ok(())
    }

    /// Calls on arrays: `clone` copies; all else is what every object has.
    fn array_call(&mut self, member: &Member, args: Vec<Entry>, ret: Option<Kind>) -> Done {
        if member.name == "clone" {
            self.out.check_null(args[0].operand);
            let func = self.t.array_clone(self.func);
            let dst = self.push_result(Kind::Ref);
            self.out.emit(Instr::Call { dst: Some(dst), func, args: Box::new([args[0].operand]) });
            return Ok(());
        }
        let class = self.t.program.root_class.expect("[commute internal bug] there is a root class");
        match self.t.world.resolve(class, &member.name, &member.desc) {
            Some(method) => self.resolved_call(Invoke::Virtual, class, method, args, ret),
            None => self.refused_call(&format!("the method {} of arrays", member.name), ret),
        }
    }
}
