//! Programs that are processes of a system: what they have in common with others, how they end, and what may fail.

use super::builder::Builder;
use super::intrinsic_code::emit_number;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::world::MethodId;
use commute_ir::link::Common;
use commute_ir::{ClassId, FuncId, GlobalId, Instr, Operand, ProcessId, Reg, Shape, ShapeId};

/// The network, of which there is one in a system. Nothing but bytes and numbers goes in and out.
const NETWORK: &str = "commute/rt/Network";
/// What is known of failures.
const FAILURES: &str = "commute/rt/Failures";
/// How a process ends.
const LIFE: &str = "commute/rt/Life";
/// The files that a program has made.
const FILES: &str = "commute.rt.TempFiles.";

/// Which process of a system a program is, and how often what may fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InSystem {
    /// Its number, from zero. Its first thread has the same.
    pub process: u32,
    /// How many there are.
    pub processes: u32,
    /// How often the network may fail in each way.
    pub network: NetworkFaults,
    /// Whether the process may be ended from outside.
    pub crashes: bool,
}

/// How often the network may fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NetworkFaults {
    /// Datagrams that are lost.
    pub drops: u32,
    /// Datagrams that come twice.
    pub duplicates: u32,
    /// Datagrams that are overtaken.
    pub reorders: u32,
    /// Connections that are reset.
    pub resets: u32,
    /// Times that a process is cut off from the others.
    pub partitions: u32,
}

/// What a program can ask of the system that it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfSystem {
    IsOne,
    Process,
    Processes,
    Drops,
    Duplicates,
    Reorders,
    Resets,
    Partitions,
}

/// Functions that threads of nobody run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outside {
    /// Lets the network fail.
    pub network: Option<FuncId>,
    /// Ends the process.
    pub crash: Option<FuncId>,
}

impl Translator<'_> {
    /// The answer to what a program asks of its system; a program alone is process 0 of none.
    pub(super) fn emit_of_system(&self, out: &mut Builder, asked: OfSystem, dst: Option<Reg>) {
        let InSystem { process, processes, network, .. } = self.open.system.unwrap_or_default();
        let answer = match asked {
            OfSystem::IsOne => u32::from(self.open.system.is_some()),
            OfSystem::Process => process,
            OfSystem::Processes => processes,
            OfSystem::Drops => network.drops,
            OfSystem::Duplicates => network.duplicates,
            OfSystem::Reorders => network.reorders,
            OfSystem::Resets => network.resets,
            OfSystem::Partitions => network.partitions,
        };
        emit_number(out, i64::from(answer), dst);
    }

    /// Ends all threads of the process. Of a program alone nothing that happens afterwards is of interest.
    pub(super) fn emit_end_process(&self, out: &mut Builder) {
        out.emit(match self.open.system {
            Some(_) => Instr::EndProcess { process: ProcessId(0), life: GlobalId(0) },
            None => Instr::Assume { cond: Operand::Int(0) },
        });
    }

    /// `System.exit`.
    pub(super) fn emit_exit(
        &mut self,
        out: &mut Builder,
        phase: Phase,
        from: FuncId,
    ) -> Result<(), TranslateError> {
        if self.open.system.is_none() {
            self.emit_end_process(out);
            return Ok(());
        }
        let func = self.our_function(LIFE, "exit", "()V", phase, from)?;
        out.emit(Instr::Call { dst: None, func, args: Box::new([]) });
        Ok(())
    }

    /// Whether there may be threads that do not keep their process from ending.
    pub(super) fn may_have_daemons(&self) -> bool {
        let makers = [
            ("java/lang/Thread", "setDaemon"),
            ("java/lang/Thread$Making", "start"),
            ("java/lang/Thread$Making", "unstarted"),
            ("java/lang/Thread$Making", "factory"),
            ("java/util/concurrent/ForkJoinWorkerThread", "run"),
            ("java/util/concurrent/AsyncThread", "run"),
        ];
        makers.iter().any(|(class, name)| self.is_reached(class, name))
    }

    /// The functions that threads of nobody run, if something may fail.
    pub(super) fn add_outside(&mut self, main: FuncId) -> Result<(), TranslateError> {
        let Some(system) = self.open.system else { return Ok(()) };
        if system.process == 0 && system.network != NetworkFaults::default() {
            self.notes.outside.network =
                Some(self.our_function(FAILURES, "network", "()V", Phase::Main, main)?);
        }
        if system.crashes {
            self.notes.outside.crash = Some(self.our_function(LIFE, "crash", "()V", Phase::Main, main)?);
        }
        Ok(())
    }

    fn our_function(
        &mut self,
        class: &str,
        name: &str,
        desc: &str,
        phase: Phase,
        from: FuncId,
    ) -> Result<FuncId, TranslateError> {
        let class = self.world.load(class)?;
        let method = self.world.own_method(class, name, desc);
        let method = method.expect("[commute internal bug] a method of ours is there");
        Ok(self.method_function(method, phase, from))
    }

    /// Whether a method is one of the network, whose objects all processes share.
    pub(super) fn is_of_network(&self, key: &FuncKey) -> bool {
        matches!(key, FuncKey::Method(MethodId { class, .. }, _) if is_of(self.world.name(*class), NETWORK))
    }

    /// What of the program is not its own. Arrays of the network have a kind of their own, which is given.
    pub(super) fn common(&self, array: Option<ShapeId>) -> Common {
        let of_network = |name: &str| is_of(&name.replace('.', "/"), NETWORK);
        let classes = self.program.classes.iter().enumerate();
        let classes = classes.filter(|(_, class)| of_network(&class.name)).map(|(i, _)| ClassId::new(i));
        let is_common = |name: &str| {
            let class = name.rsplit_once('.').map_or("", |(class, _)| class).replace('.', "/");
            is_of(&class, NETWORK) || is_of(&class, FAILURES)
        };
        let named = |wanted: &dyn Fn(&str) -> bool| -> Vec<GlobalId> {
            let globals = self.program.globals.iter().enumerate();
            globals.filter(|(_, global)| wanted(&global.name)).map(|(i, _)| GlobalId::new(i)).collect()
        };
        Common {
            classes: classes.collect(),
            arrays: array.into_iter().collect(),
            globals: named(&is_common),
            kept: named(&|name| name.contains(FILES)),
        }
    }

    /// Gives the arrays that the network makes a kind of their own.
    pub(super) fn tell_arrays_of_network(&mut self) -> Option<ShapeId> {
        self.open.system?;
        let makes = self.functions.iter().filter(|(key, _)| self.is_of_network(key));
        let makers: Vec<FuncId> = makes.map(|(_, &func)| func).collect();
        let mut own = None;
        for func in makers {
            for instr in &mut self.program.functions[func.index()].code {
                let Instr::New { shape, .. } = instr else { continue };
                if matches!(self.program.shapes[shape.index()], Shape::Array(_)) {
                    let kind = *own.get_or_insert_with(|| {
                        self.program.shapes.push(self.program.shapes[shape.index()]);
                        ShapeId::new(self.program.shapes.len() - 1)
                    });
                    *shape = kind;
                }
            }
        }
        own
    }
}

/// Whether a class is this one or in it.
fn is_of(class: &str, outer: &str) -> bool {
    class.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}
