//! A program as a transition system: what is shared, where each thread stands and what it holds.

use super::counted::{Count, add_counts};
use super::graph::{Graph, Pieces};
use crate::code::{Context, Goal, abstraction};
use crate::obligations::Setting;
use crate::refusal::{Refusal, Result};
use crate::roles::Member;
use crate::spec::Spec;
use crate::store::Store;
use commute_base::Span;
use commute_ir::Program;
use commute_logic::{Decl, Sort, Term, Var, When};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The threads of a role.
pub struct RoleState {
    /// The name of the role.
    pub name: String,
    /// A thread of it: its index, if there are many, and its number.
    pub me: Member,
    /// The range of the index.
    pub range: Option<(Term, Term)>,
    /// Where control stands: a number, or a map from indices to numbers.
    pub place: Decl,
    /// The variables of its threads, or maps from indices to them.
    pub locals: Vec<Decl>,
    /// The places where control can stand.
    pub points: Vec<Span>,
    /// For each of these the variables that are read later on; others may have any value there.
    pub live: Vec<BTreeSet<Arc<str>>>,
}

/// A step of some thread.
pub struct Transition {
    /// The role of the thread.
    pub role: usize,
    /// Where it stands before.
    pub from: usize,
    /// Where it stands afterwards.
    pub to: usize,
    /// What has to be true before.
    pub guards: Vec<Term>,
    /// What variables become.
    pub updates: Vec<(Var, Term)>,
    /// Values that may be anything.
    pub inputs: Vec<Decl>,
}

/// An assertion of a thread.
pub struct Claim {
    /// The role of the thread.
    pub role: usize,
    /// Where it stands.
    pub from: usize,
    /// What else has to be true for it to get there.
    pub guards: Vec<Term>,
    /// Values that may be anything.
    pub inputs: Vec<Decl>,
    /// What has to be true then.
    pub term: Term,
    /// What it is about.
    pub goal: Goal,
}

/// A program.
pub struct System {
    /// Constants of any value.
    pub constants: Vec<Decl>,
    /// What is known of them.
    pub facts: Vec<Term>,
    /// Everything that changes.
    pub vars: Vec<Decl>,
    /// How many of these are shared variables of the program; they come first.
    pub shared: usize,
    /// Values of variables at first.
    pub first: Vec<(Var, Term)>,
    /// The threads.
    pub roles: Vec<RoleState>,
    /// Their steps.
    pub transitions: Vec<Transition>,
    /// Their assertions.
    pub claims: Vec<Claim>,
    /// Numbers of threads at some points.
    pub counts: Vec<Count>,
    /// The set of the objects that were made, if the program makes any.
    pub alive: Option<Term>,
    /// What is assumed of the ranges of families.
    pub ordered: Vec<Term>,
}

impl RoleState {
    /// Where the thread with this index, or the one thread, stands.
    pub fn place_of(&self, index: Option<&Term>) -> Term {
        at(&self.place.term(), index)
    }

    /// The index of the thread in steps.
    pub fn index(&self) -> Option<Term> {
        self.me.index.as_ref().map(Decl::term)
    }
}

/// Zero, null, false, or an array of them.
fn zero(sort: &Sort) -> Term {
    match sort {
        Sort::Bool => Term::bool(false),
        Sort::Ref => Term::null(),
        Sort::Array(parts) => Term::constant(sort.clone(), &zero(&parts.1)),
        _ => Term::int(0),
    }
}

fn at(whole: &Term, index: Option<&Term>) -> Term {
    index.map_or(whole.clone(), |index| whole.select(index))
}

impl System {
    /// The transition system of a program.
    pub fn new(program: &Program, spec: &Spec) -> Result<Self> {
        if program.init.is_some() || !spec.init.is_empty() {
            return Err(Refusal::new(
                "first values that are computed, or that `init` describes",
                Span::default(),
            ));
        }
        let store = Store::new(program)?;
        let bare = Spec::default();
        let setting = Setting::new(program, &store, &bare, false)?;
        let mut vars: Vec<Decl> = (0..store.vars.len()).map(|v| store.decl(v)).collect();
        // Of objects that are not alive nothing is known.
        let mut first: Vec<(Var, Term)> = Vec::new();
        for var in 0..store.vars.len() {
            let value = match &store.vars[var].first {
                None if store.alive == Some(var) => Some(Term::empty_set(Sort::Ref)),
                value => value.clone(),
            };
            first.extend(value.map(|value| (store.now(var), value)));
        }
        let shared = vars.len();
        let mut system = Self {
            constants: store.constants.clone(),
            facts: setting.known_of_constants(),
            vars: Vec::new(),
            shared,
            first,
            roles: Vec::new(),
            transitions: Vec::new(),
            claims: Vec::new(),
            counts: Vec::new(),
            alive: store.alive.map(|var| Term::var(store.now(var))),
            ordered: setting.ordered.clone(),
        };
        for role in 0..setting.roles.len() {
            system.add_role(&setting, role, &mut vars)?;
        }
        system.vars = vars;
        add_counts(&mut system);
        Ok(system)
    }

    fn add_role(&mut self, setting: &Setting, role: usize, vars: &mut Vec<Decl>) -> Result<()> {
        let decl = &setting.roles[role];
        let me = decl.member("i");
        let context = Context {
            program: setting.program,
            store: setting.store,
            spec: setting.spec,
            predicates: &setting.predicates,
            me: &me,
            others: &[],
            movers: &setting.movers,
            any: &[],
            unroll: None,
            marked: true,
        };
        let args = match &me.index {
            Some(index) => vec![index.term()],
            None => {
                let constant = |op: &commute_ir::Operand| crate::store::constant(*op, &Sort::Int);
                let all: Option<Vec<Term>> = decl.args.iter().map(constant).collect();
                all.ok_or_else(|| Refusal::new("an argument that is not a number", decl.span))?
            }
        };
        let graph = Graph::new(abstraction(&context, decl.func, &args)?)?;
        let mut pieces = graph.pieces()?;
        super::constants::put_in(&mut pieces, graph.locals());
        let live = live(&pieces, graph.locals());
        let kept: BTreeSet<&Arc<str>> = live.values().flatten().collect();
        let whole = |sort: &Sort| match me.index {
            Some(_) => Sort::array(Sort::Int, sort.clone()),
            None => sort.clone(),
        };
        let name = |local: &str| format!("{local}@{}", decl.name);
        let locals: Vec<&Decl> = graph.locals().iter().filter(|d| kept.contains(&d.name)).collect();
        let range = Some((0, pieces.points.len() as i128));
        let place = Decl { range, ..Decl::new(name("pc"), whole(&Sort::Int)) };
        let owned =
            locals.iter().map(|d| Decl { range: d.range, ..Decl::new(name(&d.name), whole(&d.sort)) });
        let state = RoleState {
            name: decl.name.clone(),
            range: decl.range.clone(),
            place: place.clone(),
            locals: owned.collect(),
            points: pieces.points.iter().map(|(_, span)| *span).collect(),
            live: pieces
                .points
                .iter()
                .map(|(at, _)| live.get(at).into_iter().flatten().map(|n| name(n).into()).collect())
                .collect(),
            me,
        };
        let start = match state.me.index {
            Some(_) => Term::constant(place.sort.clone(), &Term::int(0)),
            None => Term::int(0),
        };
        self.first.push((place.var(), start));
        // What is written before it is read may begin with any value, so it is zero.
        let read = live.get(&pieces.points[0].0);
        for (decl, local) in state.locals.iter().zip(&locals) {
            if !read.is_some_and(|read| read.contains(&local.name)) {
                self.first.push((decl.var(), zero(&decl.sort)));
            }
        }
        vars.push(place);
        vars.extend(state.locals.iter().cloned());
        let lifted = Lifted { role, state: &state, locals: graph.locals(), live: &live };
        lifted.add(&pieces, self);
        self.roles.push(state);
        Ok(())
    }

    /// What a term becomes by a step.
    pub fn after(&self, transition: &Transition, term: &Term) -> Term {
        let new = term.replace(&mut |v| {
            let update = transition.updates.iter().find(|(var, _)| var == v);
            update.map(|(_, value)| value.clone())
        });
        super::graph::computed(&new)
    }
}

/// The variables of the thread that are read after each point before they are written.
fn live(pieces: &Pieces, locals: &[Decl]) -> BTreeMap<usize, BTreeSet<Arc<str>>> {
    let mut live: BTreeMap<usize, BTreeSet<Arc<str>>> = BTreeMap::new();
    let is_local = |name: &Arc<str>| locals.iter().any(|d| d.name == *name);
    let read = |term: &Term, found: &mut BTreeSet<Arc<str>>| {
        term.each_var(&mut |v| {
            if v.when == When::Now && is_local(&v.name) {
                found.insert(v.name.clone());
            }
        });
    };
    for claim in &pieces.claims {
        let found = live.entry(claim.from).or_default();
        claim.guards.iter().chain([&claim.term]).for_each(|t| read(t, found));
    }
    loop {
        let before = live.clone();
        for piece in &pieces.pieces {
            let after = live.get(&piece.to).cloned().unwrap_or_default();
            let found = live.entry(piece.from).or_default();
            piece.guards.iter().for_each(|t| read(t, found));
            for (var, term) in &piece.updates {
                if !is_local(&var.name) || after.contains(&var.name) {
                    read(term, found);
                }
            }
            let kept = after.iter().filter(|name| !piece.updates.iter().any(|(v, _)| v.name == **name));
            found.extend(kept.cloned());
        }
        if live == before {
            return live;
        }
    }
}

/// Turns what a thread does into what happens to the whole system.
struct Lifted<'a> {
    role: usize,
    state: &'a RoleState,
    locals: &'a [Decl],
    live: &'a BTreeMap<usize, BTreeSet<Arc<str>>>,
}

impl Lifted<'_> {
    fn add(&self, pieces: &Pieces, system: &mut System) {
        let number = |node: usize| {
            let at = pieces.points.iter().position(|(point, _)| *point == node);
            at.expect("[commute internal bug] a piece ends at a point")
        };
        for piece in &pieces.pieces {
            let mut updates = vec![self.write(&self.state.place.var(), &Term::int(number(piece.to) as i128))];
            let live = self.live.get(&piece.to);
            for (var, term) in &piece.updates {
                let term = self.lift(term);
                if !self.is_local(var) {
                    updates.push((var.clone(), term));
                } else if live.is_some_and(|live| live.contains(&var.name)) {
                    updates.push(self.write(&self.local(var), &term));
                }
            }
            system.transitions.push(Transition {
                role: self.role,
                from: number(piece.from),
                to: number(piece.to),
                guards: piece.guards.iter().map(|t| self.lift(t)).collect(),
                updates,
                inputs: piece.inputs.clone(),
            });
        }
        system.claims.extend(pieces.claims.iter().map(|claim| Claim {
            role: self.role,
            from: number(claim.from),
            guards: claim.guards.iter().map(|t| self.lift(t)).collect(),
            inputs: claim.inputs.clone(),
            term: self.lift(&claim.term),
            goal: claim.goal.clone(),
        }));
    }

    fn is_local(&self, var: &Var) -> bool {
        self.locals.iter().any(|d| d.name == var.name)
    }

    /// The variable of the system for one of the thread.
    fn local(&self, var: &Var) -> Var {
        let sort = match self.state.me.index {
            Some(_) => Sort::array(Sort::Int, var.sort.clone()),
            None => var.sort.clone(),
        };
        Var::now(format!("{}@{}", var.name, self.state.name), sort)
    }

    fn write(&self, var: &Var, value: &Term) -> (Var, Term) {
        match self.state.index() {
            Some(index) => (var.clone(), Term::var(var.clone()).store(&index, value)),
            None => (var.clone(), value.clone()),
        }
    }

    fn lift(&self, term: &Term) -> Term {
        let index = self.state.index();
        term.replace(&mut |v| {
            let is_local = v.when == When::Now && self.is_local(v);
            is_local.then(|| at(&Term::var(self.local(v)), index.as_ref()))
        })
    }
}
