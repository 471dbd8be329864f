//! Steps from states that no execution need reach, for tests of what is said about all states.

use crate::interpreter::Interpreter;
use crate::state::State;
use commute_ir::Program;
use commute_machine::{Transition, Violation};

impl<'p> Interpreter<'p> {
    /// The initial state, without a description of how it came about, and everything that went wrong in making it.
    pub fn quietly(program: &'p Program) -> (Self, Vec<Violation>) {
        Self::start(program, false)
    }

    /// The program in another state. Its threads must be those of the program, and its references lead to objects.
    pub fn placed(&self, state: State) -> Self {
        Interpreter { state, ..self.clone() }
    }

    /// Makes a step without describing it, and gives all threads that failed in it.
    pub fn step_quietly(&mut self, transition: Transition) -> Vec<Violation> {
        self.advance_by(transition)
    }
}
