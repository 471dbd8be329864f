//! Time. It stands still, but when the time of a wait is up it is later than anyone could have meant.
//!
//! A program that waits until a deadline asks for the time again when a timed wait comes back. If the clock stood still it
//! would wait for ever, and what happens after the deadline would never be seen.

use super::builder::Builder;
use super::{FuncKey, Phase, THREAD, TranslateError, Translator};
use commute_ir::{FuncId, Function, Instr};

impl Translator<'_> {
    /// The function that is called when the time of a wait is up.
    pub(super) fn tick(&mut self, from: FuncId) -> FuncId {
        self.function(FuncKey::Tick, from, |_| ("tick".to_owned(), Vec::new(), None))
    }

    /// Nothing, if nobody ever asks for the time.
    pub(super) fn tick_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut out = Builder::new("tick".to_owned(), &[], None);
        if self.is_reached(THREAD, "nanoTime") {
            let class = self.world.load(THREAD)?;
            let method = self.world.own_method(class, "tick0", "()V");
            let method = method.expect("[commute internal bug] our class of threads has this method");
            let callee = self.method_function(method, Phase::Main, func);
            out.emit(Instr::Call { dst: None, func: callee, args: Box::new([]) });
        }
        out.emit(Instr::Return { value: None });
        Ok(out.finish_plain())
    }
}
