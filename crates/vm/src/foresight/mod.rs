//! What threads may still do: an upper bound by control flow, with the constant arguments of each declared thread
//! (Sto00 section 8: allowedOps).
//!
//! Every instruction is a point. The first function of a declared thread that has arguments is copied for that thread,
//! so that `fork[i]` is one fork and a branch on `i` goes one way.

mod possible;

use crate::code::Code;
use crate::counters::Planned;
use crate::observed::Observed;
use commute_ir::analysis::{CallGraph, Constants, Known};
use commute_ir::{FuncId, Function, Instr};
use commute_machine::{Future, Point, Sources};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// A function, for some threads.
struct Unit {
    func: FuncId,
    constants: Constants,
    /// The number of its first point.
    base: u32,
}

/// The points of a program and how control goes from one to the next.
pub struct Outlook {
    units: Vec<Unit>,
    /// The unit of the first function of each declared thread.
    roots: Vec<usize>,
    points: Arc<[Point]>,
    /// Where control may go from each point, into functions and started threads too.
    successors: Vec<Vec<u32>>,
    /// For each point, the first at which the same may happen; none if nothing does.
    alike: Vec<Option<u32>>,
    /// Where references may be taken from at each point.
    sources: Vec<Sources>,
    /// What may follow the points of the stacks that were asked for.
    futures: HashMap<SmallVec<[u32; 8]>, Arc<Future>>,
    /// The points that are reachable from one.
    reachable: HashMap<u32, Arc<FixedBitSet>>,
}

impl Outlook {
    /// Of a program.
    pub fn new(code: &Code, observed: &Observed) -> Self {
        let mut this = Self {
            units: Vec::new(),
            roots: Vec::new(),
            points: Arc::new([]),
            successors: Vec::new(),
            alike: Vec::new(),
            sources: Vec::new(),
            futures: HashMap::new(),
            reachable: HashMap::new(),
        };
        for f in 0..code.program.functions.len() {
            this.add_unit(code, FuncId::new(f), &[]);
        }
        for thread in &code.program.threads {
            let args: Vec<Known> = thread.args.iter().map(|&a| Known::of(a)).collect();
            let unit =
                if args.is_empty() { thread.func.index() } else { this.add_unit(code, thread.func, &args) };
            this.roots.push(unit);
        }
        this.connect(code);
        this.fill(code, observed);
        this
    }

    fn add_unit(&mut self, code: &Code, func: FuncId, args: &[Known]) -> usize {
        let function = &code.program.functions[func.index()];
        let base = self.successors.len() as u32;
        self.units.push(Unit { func, constants: Constants::new(function, args), base });
        self.successors.resize(self.successors.len() + function.code.len(), Vec::new());
        self.units.len() - 1
    }

    /// Fills in where control may go.
    fn connect(&mut self, code: &Code) {
        let graph = CallGraph::new(&code.program);
        for u in 0..self.units.len() {
            let function = &code.program.functions[self.units[u].func.index()];
            for at in 0..function.code.len() {
                if self.units[u].constants.is_reachable(at) {
                    let to = self.targets(&graph, u, function, at);
                    self.successors[self.units[u].base as usize + at] = to;
                }
            }
        }
    }

    fn targets(&self, graph: &CallGraph, u: usize, function: &Function, at: usize) -> Vec<u32> {
        let unit = &self.units[u];
        let mut to = Vec::new();
        unit.constants.successors(function, at, |next| to.push(unit.base + next as u32));
        to.extend(handlers(function, at).map(|target| unit.base + target));
        match &function.code[at] {
            Instr::Call { func, .. } | Instr::Spawn { func, .. } | Instr::Start { func, .. } => {
                to.push(self.units[func.index()].base)
            }
            Instr::CallVirtual { selector, .. } => {
                to.extend(graph.methods(*selector).iter().map(|f| self.units[f.index()].base));
            }
            _ => {}
        }
        to
    }

    /// Fills in what happens at each point, and from where control comes.
    fn fill(&mut self, code: &Code, observed: &Observed) {
        let mut points = vec![Point::default(); self.successors.len()];
        self.sources = vec![Sources::default(); self.successors.len()];
        for (from, to) in self.successors.iter().enumerate() {
            for &next in to {
                points[next as usize].predecessors.push(from as u32);
            }
        }
        let (graph, kinds) = (CallGraph::new(&code.program), possible::Kinds::default());
        let starts = possible::first_functions(code);
        let inside = possible::called_inside(code, &graph);
        for unit in &self.units {
            let function = &code.program.functions[unit.func.index()];
            let counters = code.counters.planned(unit.func.0);
            for at in (0..function.code.len()).filter(|&at| unit.constants.is_reachable(at)) {
                let number = unit.base as usize + at;
                let point = &mut points[number];
                let here = possible::Here {
                    code,
                    unit: unit.func,
                    kinds: &kinds,
                    constants: &unit.constants,
                    at,
                    called_inside: inside.contains(unit.func.index()),
                };
                match counters.get(&(at as u32)) {
                    Some(&Planned::Begins(place, operation, detail)) => {
                        point.acts = vec![here.counts(place, operation, detail)];
                    }
                    Some(Planned::Inside) => {}
                    None => here.acts(starts.contains(unit.func.index()), &mut point.acts),
                }
                here.sources(&mut self.sources[number]);
                point.inside_step = here.is_inside_atomic();
                point.everything = here.may_choose_inside();
                point.observed = observed.may_touch(&point.acts);
            }
            self.returns(code, &graph, unit, &mut points);
        }
        self.alike = alike(&points);
        self.points = points.into();
    }

    /// Control also comes from a function that returns or raises an exception.
    fn returns(&self, code: &Code, graph: &CallGraph, unit: &Unit, points: &mut [Point]) {
        let function = &code.program.functions[unit.func.index()];
        for (at, instr) in function.code.iter().enumerate() {
            let callees = possible::callees(graph, instr);
            if !matches!(instr, Instr::Call { .. } | Instr::CallVirtual { .. }) {
                continue;
            }
            for target in handlers(function, at) {
                points[(unit.base + target) as usize].entered_from_calls = true;
            }
            for callee in callees {
                let base = self.units[callee.index()].base;
                let code = &code.program.functions[callee.index()].code;
                let ends = code.iter().enumerate().filter(|(_, i)| matches!(i, Instr::Return { .. }));
                let ends: Vec<u32> = ends.map(|(end, _)| base + end as u32).collect();
                if let Some(next) = points.get_mut(unit.base as usize + at + 1) {
                    next.predecessors.extend(ends);
                }
            }
        }
    }

    /// The number of the point at which a frame stands; `root` is its thread, if it is the first frame of a declared one.
    pub fn point(&self, func: u32, pc: u32, root: Option<usize>) -> u32 {
        let copied = root.and_then(|t| self.roots.get(t)).filter(|&&u| self.units[u].func.0 == func);
        self.units[copied.copied().unwrap_or(func as usize)].base + pc
    }

    /// All points.
    pub fn points(&self) -> Arc<[Point]> {
        self.points.clone()
    }

    /// What may follow for a thread whose frames stand at these points.
    pub fn future(&mut self, mut stack: SmallVec<[u32; 8]>) -> Arc<Future> {
        stack.sort_unstable();
        stack.dedup();
        if let Some(known) = self.futures.get(&stack) {
            return known.clone();
        }
        let mut future =
            Future { points: FixedBitSet::with_capacity(self.successors.len()), ..Future::default() };
        stack.iter().for_each(|&point| future.points.union_with(&self.reachable(point)));
        let mut told = FixedBitSet::with_capacity(self.successors.len());
        for point in future.points.ones() {
            future.sources.add_all(&self.sources[point]);
            if let Some(first) = self.alike[point]
                && !told.put(first as usize)
            {
                future.telling.push(first);
            }
        }
        let future = Arc::new(future);
        self.futures.insert(stack, future.clone());
        future
    }

    /// All points that control may come to from `point`.
    fn reachable(&mut self, point: u32) -> Arc<FixedBitSet> {
        if let Some(known) = self.reachable.get(&point) {
            return known.clone();
        }
        let mut seen = FixedBitSet::with_capacity(self.successors.len());
        let mut work = vec![point];
        while let Some(at) = work.pop() {
            if !seen.put(at as usize) {
                work.extend_from_slice(&self.successors[at as usize]);
            }
        }
        let seen = Arc::new(seen);
        self.reachable.insert(point, seen.clone());
        seen
    }
}

/// For each point, the first at which the same may happen; none if nothing does.
fn alike(points: &[Point]) -> Vec<Option<u32>> {
    let mut first = HashMap::new();
    let mut alike = Vec::with_capacity(points.len());
    for (number, point) in points.iter().enumerate() {
        let happens = !point.acts.is_empty() || point.everything || point.observed;
        let key = (&point.acts, point.everything, point.observed, point.inside_step);
        alike.push(happens.then(|| *first.entry(key).or_insert(number as u32)));
    }
    alike
}

/// Where the handlers that cover an instruction begin.
fn handlers(function: &Function, at: usize) -> impl Iterator<Item = u32> + '_ {
    let covers = move |h: &&commute_ir::Handler| (h.from.0 as usize..h.to.0 as usize).contains(&at);
    function.handlers.iter().filter(covers).map(|h| h.target.0)
}
