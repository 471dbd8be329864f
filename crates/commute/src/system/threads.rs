//! Threads of nobody, by which things fail: each makes a step for each failure, and may stop doing so before each. That it may is needed:
//! a failure may be what saves a program.

use super::{Faults, ProcessSpec};
use commute_base::Span;
use commute_front_jvm::Loaded;
use commute_ir::link::{Linked, Part, made};
use commute_ir::{
    FuncId, Function, Instr, Operand, Pc, Place, ProcessId, Program, Reg, RegDecl, StaticId, ThreadDecl, Ty,
};
use std::sync::Arc;

/// A program that need not end: none of its threads keeps the system from ending.
pub fn serve(program: &mut Program) {
    program.threads.iter_mut().for_each(|thread| thread.daemon = true);
    for instr in program.functions.iter_mut().flat_map(|func| &mut func.code) {
        match instr {
            Instr::Start { daemon, .. } => *daemon = Operand::Int(1),
            Instr::Spawn { daemon, .. } => *daemon = true,
            _ => {}
        }
    }
}

/// Adds the further lives of processes that crash and start again: each is a copy of its program.
pub fn with_lives(parts: &mut Vec<Part>, processes: &[ProcessSpec], faults: &Faults) {
    if !faults.restart {
        return;
    }
    for (i, process) in processes.iter().enumerate() {
        for life in 1..=most(process, faults) {
            let name = format!("{}#{}", process.name, life + 1);
            parts.push(Part { name, life_of: Some(i), borrowed: Vec::new(), ..parts[i].clone() });
        }
    }
}

/// How often a process may crash.
fn most(process: &ProcessSpec, faults: &Faults) -> u32 {
    let own =
        faults.crashes.iter().filter(|crash| crash.process.as_ref().is_none_or(|name| *name == process.name));
    own.map(|crash| crash.most).max().unwrap_or(0)
}

/// Adds the threads by which things fail.
pub fn add(
    linked: &mut Linked,
    parts: &[Part],
    loaded: &[Arc<Loaded>],
    processes: &[ProcessSpec],
    faults: &Faults,
) {
    if let Some(network) = loaded[0].notes.outside.network {
        let call = Instr::Call { dst: None, func: of(linked, 0, network), args: Box::new([]) };
        let code = vec![call, Instr::Return { value: None }];
        add_thread(linked, "network", made("network", Vec::new(), code));
    }
    for crash in faults.crashes.iter().filter(|crash| crash.most > 0) {
        let name = crash.process.as_ref().map_or("crash".to_owned(), |process| format!("crash of {process}"));
        let may = |i: &usize| crash.process.as_ref().is_none_or(|name| *name == processes[*i].name);
        let mut writer = Writer { linked, parts, loaded, restart: faults.restart, code: Vec::new() };
        let lives = (0..processes.len()).filter(may).map(|i| (i, Some(i))).collect();
        writer.crashes(crash.most, lives);
        let code = writer.code;
        let regs = vec![RegDecl { name: String::new(), ty: Ty::I64 }];
        add_thread(linked, &name, made(&name, regs, code));
    }
}

/// A function of a part in the whole.
fn of(linked: &Linked, part: usize, func: FuncId) -> FuncId {
    FuncId::new(linked.functions[part] + func.index())
}

fn add_thread(linked: &mut Linked, name: &str, func: Function) {
    let program = &mut linked.program;
    program.threads.push(ThreadDecl {
        name: name.to_owned(),
        func: FuncId::new(program.functions.len()),
        args: Vec::new(),
        daemon: true,
        process: None,
        handle: None,
        span: Span::default(),
    });
    program.functions.push(func);
}

/// Writes the code of a thread that lets processes crash.
struct Writer<'a> {
    linked: &'a mut Linked,
    parts: &'a [Part],
    loaded: &'a [Arc<Loaded>],
    restart: bool,
    code: Vec<Instr>,
}

impl Writer<'_> {
    /// Lets processes crash so many times more. Of each the part that is its present life; none if it is over.
    fn crashes(&mut self, more: u32, lives: Vec<(usize, Option<usize>)>) {
        let victims: Vec<usize> = (0..lives.len()).filter(|&i| lives[i].1.is_some()).collect();
        if more == 0 || victims.is_empty() {
            self.code.push(Instr::Return { value: None });
            return;
        }
        let hi = Operand::Int(victims.len() as i64 + 1);
        self.code.push(Instr::Choose { dst: Reg(0), lo: Operand::Int(0), hi });
        let switch = self.code.len();
        self.code.push(Instr::Return { value: None });
        let mut cases = Vec::new();
        for (number, &victim) in (1..).zip(&victims) {
            cases.push((number, Pc(self.code.len() as u32)));
            let mut after = lives.clone();
            after[victim].1 = self.crash(lives[victim].0, lives[victim].1);
            self.crashes(more - 1, after);
        }
        let default = Pc(self.code.len() as u32);
        self.code.push(Instr::Return { value: None });
        self.code[switch] = Instr::Switch { on: Operand::Reg(Reg(0)), cases: cases.into(), default };
    }

    /// A process crashes and perhaps starts again; the part that is its life then.
    fn crash(&mut self, process: usize, life: Option<usize>) -> Option<usize> {
        let life = life?;
        let crash = self.loaded[process].notes.outside.crash?;
        let func = of(self.linked, life, crash);
        self.code.push(Instr::Call { dst: None, func, args: Box::new([]) });
        let next = (0..self.parts.len())
            .find(|&part| self.parts[part].life_of == Some(process) && part > life)
            .filter(|_| self.restart)?;
        self.tell(process, next);
        self.start(next);
        Some(next)
    }

    /// Properties speak of a further life from now on.
    fn tell(&mut self, process: usize, next: usize) {
        let Some(present) = self.linked.present[process] else { return };
        let earlier = |&part: &usize| self.parts[part].life_of == Some(process);
        let src = Operand::Int((0..=next).filter(earlier).count() as i64);
        self.code.push(Instr::Store { place: Place::Global(present), src, plain: false });
    }

    /// The first thread of a further life starts.
    fn start(&mut self, part: usize) {
        let main = self.linked.begins[part];
        let declared = &self.parts[part].program.threads[0];
        let daemon = declared.daemon;
        let Some(handle) = declared.handle else {
            self.code.push(Instr::Spawn { dst: None, func: main, args: Box::new([]), daemon });
            return;
        };
        let call = Instr::Call { dst: None, func: main, args: Box::new([]) };
        let regs = vec![RegDecl { name: String::new(), ty: Ty::AnyRef }];
        let begin = made("main", regs, vec![call, Instr::Return { value: None }]);
        let func = FuncId::new(self.linked.program.functions.len());
        self.linked.program.functions.push(Function {
            params: 1,
            process: Some(ProcessId::new(part)),
            ..begin
        });
        let thread = Operand::Static(StaticId::new(self.linked.statics[part] + handle.index()));
        self.code.push(Instr::Start { thread, func, daemon: Operand::Int(i64::from(daemon)) });
    }
}
