//! The shared store σ of FFQ01 as logical variables.
//!
//! A global word is a variable. A static object is one variable for each of its parts: a lock is its owner (-1 for
//! nobody), a set is a map to truth values, an array a map from indices, a channel a map with two counters. A row of
//! objects, of which there may be any number, is the same with one more index. Fields of heap objects are maps from
//! references. So everything shared has a [`Spot`]: a variable and the keys that lead into it.

use crate::fold;
use crate::refusal::{Refusal, Result};
use commute_base::Span;
use commute_ir::{
    ClassId, Expr, ExprKind, GlobalId, Instr, Operand, Program, ProofNote, Shape, StaticId, Ty,
};
use commute_logic::{Decl, Sort, Term, Var};

/// An index of [`Store::vars`].
pub type VarId = usize;

/// A shared variable of the logic.
#[derive(Clone, Debug)]
pub struct SharedVar {
    /// Its name, in terms of the source: `x`, `owner(m)`.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The values that integers in it can have; the last is not included.
    pub range: Option<(i128, i128)>,
    /// Its declared first value.
    pub first: Option<Term>,
}

/// One part of what an object holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The holder of a lock, or the writer of a read-write lock: a thread id, or -1.
    Owner,
    /// How often each thread holds a read-write lock for reading.
    Readers,
    /// The value of a semaphore.
    Value,
    /// The elements of an array, sequence or channel, by index.
    Elements,
    /// The length of a sequence; the number of messages received from a channel.
    Begin,
    /// The number of messages sent to a channel.
    End,
    /// The members of a set.
    Members,
}

/// Static objects that stand in a row; most rows have one.
#[derive(Clone, Debug)]
pub struct Row {
    /// The first.
    pub base: StaticId,
    /// How many there are, unless `any` says otherwise.
    pub count: u32,
    /// Whether it is indexed, so that its variables are maps.
    pub indexed: bool,
    /// The kind of its objects.
    pub shape: Shape,
    /// How many there are, if that is left open.
    pub any: Option<Expr>,
    /// The number of elements of an array, and the expression for it if it is left open.
    pub len: i64,
    /// The length, if it is left open.
    pub any_len: Option<Expr>,
    /// Its name.
    pub name: String,
    parts: Vec<(Part, VarId)>,
}

/// Where a shared word is: a variable and the keys that lead into it.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The variable.
    pub var: VarId,
    /// Indices and references, from the outside in.
    pub keys: Vec<Term>,
}

/// Everything that threads share.
#[derive(Clone, Debug)]
pub struct Store {
    /// The variables.
    pub vars: Vec<SharedVar>,
    /// Constants of any value: they are variables that never change.
    pub constants: Vec<Decl>,
    /// Rows of static objects.
    pub rows: Vec<Row>,
    globals: Vec<Place>,
    /// The row of each static object, and its place there.
    row_of: Vec<(usize, i64)>,
    /// The map of each field of each class.
    fields: Vec<Vec<VarId>>,
    /// The references of objects that exist, if the program creates any.
    pub alive: Option<VarId>,
}

#[derive(Clone, Debug)]
enum Place {
    Var(VarId),
    Constant(Decl),
    /// Why it is not in the logic.
    None(String),
}

impl Store {
    /// The store of a program.
    pub fn new(program: &Program) -> Result<Self> {
        let mut store = Self {
            vars: Vec::new(),
            constants: Vec::new(),
            rows: Vec::new(),
            globals: Vec::new(),
            row_of: vec![(0, 0); program.statics.len()],
            fields: Vec::new(),
            alive: None,
        };
        store.add_globals(program);
        store.add_rows(program)?;
        store.add_heap(program);
        Ok(store)
    }

    fn add(&mut self, name: String, sort: Sort, range: Option<(i128, i128)>, first: Option<Term>) -> VarId {
        self.vars.push(SharedVar { name, sort, range, first });
        self.vars.len() - 1
    }

    fn add_globals(&mut self, program: &Program) {
        for (i, global) in program.globals.iter().enumerate() {
            let id = GlobalId::new(i);
            let open =
                program.notes.iter().any(|n| matches!(n, ProofNote::AnyValue { global } if *global == id));
            let place = match sort_of(global.ty) {
                None => Place::None(format!(
                    "`{}` is neither a number nor a reference to an instance",
                    global.name
                )),
                Some(sort) if open => {
                    let decl =
                        Decl { range: range_of(program, global.ty), ..Decl::new(global.name.as_str(), sort) };
                    self.constants.push(decl.clone());
                    Place::Constant(decl)
                }
                Some(sort) => {
                    let first = constant(global.init, &sort);
                    Place::Var(self.add(global.name.clone(), sort, range_of(program, global.ty), first))
                }
            };
            self.globals.push(place);
        }
    }

    fn add_rows(&mut self, program: &Program) -> Result<()> {
        let tables = tables(program);
        let mut at = 0;
        while at < program.statics.len() {
            let base = StaticId::new(at);
            let any = program.notes.iter().find_map(|n| match n {
                ProofNote::AnyRow { base: b, count } if *b == base => Some(count.clone()),
                _ => None,
            });
            let table = tables.iter().find(|(b, _)| *b == base).map(|&(_, count)| count);
            let indexed = any.is_some() || table.is_some();
            let count = if any.is_some() { 1 } else { table.unwrap_or(1) };
            self.add_row(program, base, count, indexed, any)?;
            at += count as usize;
        }
        Ok(())
    }

    fn add_row(
        &mut self,
        program: &Program,
        base: StaticId,
        count: u32,
        indexed: bool,
        any: Option<Expr>,
    ) -> Result<()> {
        let object = &program.statics[base.index()];
        let shape = program.shapes[object.shape.index()];
        let any_len = program.notes.iter().find_map(|n| match n {
            ProofNote::AnyLength { base: b, len } if *b == base => Some(len.clone()),
            _ => None,
        });
        let name = match object.name.rfind('[') {
            Some(end) if indexed => object.name[..end].to_owned(),
            _ => object.name.clone(),
        };
        let mut row = Row {
            base,
            count,
            indexed,
            shape,
            any,
            len: object.data.len() as i64,
            any_len,
            name,
            parts: Vec::new(),
        };
        for part in parts_of(shape) {
            let Some((inner, range)) = part_sort(program, shape, *part) else { continue };
            let firsts: Vec<Option<Term>> = (0..count as usize)
                .map(|k| first_part(shape, *part, &program.statics[base.index() + k].data, &inner))
                .collect();
            let (sort, first) = match indexed {
                true => {
                    let sort = Sort::array(Sort::Int, inner.clone());
                    let first = collect(&sort, &firsts);
                    (sort, first)
                }
                false => (inner, firsts[0].clone()),
            };
            // Only numbers, and maps to numbers, have a range in the logic.
            let is_number = sort.as_array().map_or(&sort, |(_, value)| value) == &Sort::Int;
            let id = self.add(part_name(*part, &row.name), sort, range.filter(|_| is_number), first);
            row.parts.push((*part, id));
        }
        for k in 0..count as usize {
            self.row_of[base.index() + k] = (self.rows.len(), k as i64);
        }
        self.rows.push(row);
        Ok(())
    }

    fn add_heap(&mut self, program: &Program) {
        for class in &program.classes {
            let mut maps = Vec::new();
            for field in &class.fields {
                // A field that is not in the logic gets a map that nothing reads: using it is refused.
                let sort = sort_of(field.ty).unwrap_or(Sort::Int);
                // A new object has zero in all fields, also where that is no value of the field.
                let range = range_of(program, field.ty).map(|(lo, hi)| (lo.min(0), hi.max(1)));
                let name = format!("{}.{}", class.name, field.name);
                maps.push(self.add(name, Sort::array(Sort::Ref, sort), range, None));
            }
            self.fields.push(maps);
        }
        if !program.classes.is_empty() {
            self.alive = Some(self.add("objects alive".to_owned(), Sort::set(Sort::Ref), None, None));
        }
    }

    /// The term for a global word, or where it is.
    pub fn global(
        &self,
        program: &Program,
        id: GlobalId,
        span: Span,
    ) -> Result<std::result::Result<Spot, Term>> {
        match &self.globals[id.index()] {
            Place::Var(var) => Ok(Ok(Spot { var: *var, keys: Vec::new() })),
            Place::Constant(decl) => Ok(Err(decl.term())),
            Place::None(why) => {
                let span = if span == Span::default() { program.globals[id.index()].span } else { span };
                Err(Refusal::new(why.clone(), span))
            }
        }
    }

    /// Whether the global is a constant of any value.
    pub fn is_constant(&self, id: GlobalId) -> bool {
        matches!(self.globals[id.index()], Place::Constant(_))
    }

    /// The row of a static object, and its place in it.
    pub fn row_of(&self, id: StaticId) -> (usize, i64) {
        self.row_of[id.index()]
    }

    /// The variables of a row.
    pub fn row_vars(&self, row: usize) -> Vec<VarId> {
        self.rows[row].parts.iter().map(|&(_, var)| var).collect()
    }

    /// Where a part of an object of a row is.
    pub fn part(&self, row: usize, index: &Term, part: Part, span: Span) -> Result<Spot> {
        let row = &self.rows[row];
        let found = row.parts.iter().find(|(p, _)| *p == part).map(|&(_, var)| var);
        let Some(var) = found else {
            return Err(Refusal::new(format!("`{}` holds what the logic does not have", row.name), span));
        };
        let keys = if row.indexed { vec![index.clone()] } else { Vec::new() };
        Ok(Spot { var, keys })
    }

    /// Where a field of an instance is.
    pub fn field(
        &self,
        program: &Program,
        class: ClassId,
        field: u32,
        object: &Term,
        span: Span,
    ) -> Result<Spot> {
        let decl = &program.classes[class.index()].fields[field as usize];
        if sort_of(decl.ty).is_none() {
            let reason = format!("`{}` is neither a number nor a reference to an instance", decl.name);
            return Err(Refusal::new(reason, span));
        }
        Ok(Spot { var: self.fields[class.index()][field as usize], keys: vec![object.clone()] })
    }

    /// The variables of all fields of a class, in order.
    pub fn fields(&self, class: ClassId) -> &[VarId] {
        &self.fields[class.index()]
    }

    /// The declaration of a variable.
    pub fn decl(&self, var: VarId) -> Decl {
        let v = &self.vars[var];
        Decl { range: v.range, ..Decl::new(v.name.as_str(), v.sort.clone()) }
    }

    /// The present value of a variable.
    pub fn now(&self, var: VarId) -> Var {
        self.decl(var).var()
    }
}

impl Spot {
    /// One key further in.
    pub fn at(mut self, key: &Term) -> Spot {
        self.keys.push(key.clone());
        self
    }

    /// The word there, if `whole` is the value of the variable.
    pub fn read(&self, whole: &Term) -> Term {
        self.keys.iter().fold(whole.clone(), |t, key| t.select(key))
    }

    /// The value of the variable after the word there is set.
    pub fn write(&self, whole: &Term, value: &Term) -> Term {
        fn into(whole: &Term, keys: &[Term], value: &Term) -> Term {
            match keys.split_first() {
                None => value.clone(),
                Some((key, rest)) => whole.store(key, &into(&whole.select(key), rest, value)),
            }
        }
        into(whole, &self.keys, value)
    }
}

/// The sort of a word of this type; `None` if the logic has none.
pub fn sort_of(ty: Ty) -> Option<Sort> {
    match ty {
        Ty::Bool => Some(Sort::Bool),
        Ty::I32 | Ty::I64 | Ty::Range { .. } | Ty::Enum(_) => Some(Sort::Int),
        Ty::Class(_) => Some(Sort::Ref),
        Ty::F32 | Ty::F64 | Ty::Object(_) | Ty::AnyRef => None,
    }
}

/// The values of a type; integers of 64 bits are taken as unbounded.
pub fn range_of(program: &Program, ty: Ty) -> Option<(i128, i128)> {
    match ty {
        Ty::Range { lo, hi } => Some((i128::from(lo), i128::from(hi) + 1)),
        Ty::Enum(id) => Some((0, program.enums[id.index()].variants.len() as i128)),
        Ty::I32 => Some((i128::from(i32::MIN), i128::from(i32::MAX) + 1)),
        _ => None,
    }
}

/// A constant of this sort.
pub fn constant(op: Operand, sort: &Sort) -> Option<Term> {
    match (op, sort) {
        (Operand::Int(n), Sort::Bool) => Some(Term::bool(n != 0)),
        (Operand::Int(n), Sort::Int) => Some(Term::int(n)),
        (Operand::Null, Sort::Ref) => Some(Term::null()),
        _ => None,
    }
}

/// The rows that code or predicates index.
fn tables(program: &Program) -> Vec<(StaticId, u32)> {
    let mut found = Vec::new();
    for func in &program.functions {
        for instr in &func.code {
            if let Instr::StaticAt { base, count, .. } = instr {
                found.push((*base, *count));
            }
        }
    }
    let mut visit = |e: &Expr| {
        if let ExprKind::Static { base, count, index: Some(_) } = &e.kind {
            found.push((*base, *count));
        }
    };
    crate::spec::each_expr(program, &mut visit);
    found.sort();
    found.dedup();
    found
}

fn parts_of(shape: Shape) -> &'static [Part] {
    match shape {
        Shape::Lock => &[Part::Owner],
        Shape::RwLock => &[Part::Owner, Part::Readers],
        Shape::Semaphore => &[Part::Value],
        Shape::Array(_) => &[Part::Elements],
        Shape::Seq(_) => &[Part::Elements, Part::Begin],
        Shape::Set(_) => &[Part::Members],
        Shape::Channel(_) => &[Part::Elements, Part::Begin, Part::End],
        Shape::Barrier | Shape::Thread | Shape::Instance(_) => &[],
    }
}

fn part_name(part: Part, row: &str) -> String {
    match part {
        Part::Owner => format!("owner({row})"),
        Part::Readers => format!("readers({row})"),
        Part::Begin => format!("begin({row})"),
        Part::End => format!("end({row})"),
        Part::Value | Part::Elements | Part::Members => row.to_owned(),
    }
}

fn part_sort(program: &Program, shape: Shape, part: Part) -> Option<(Sort, Option<(i128, i128)>)> {
    let owners = || {
        let open = program.notes.iter().any(|n| matches!(n, ProofNote::AnyThreads { .. }));
        (!open).then_some((-1, program.threads.len() as i128))
    };
    let word = match shape {
        Shape::Array(ty) | Shape::Seq(ty) | Shape::Set(ty) | Shape::Channel(ty) => {
            Some((sort_of(ty)?, range_of(program, ty)))
        }
        _ => None,
    };
    Some(match part {
        Part::Owner => (Sort::Int, owners()),
        Part::Readers => (Sort::array(Sort::Int, Sort::Int), None),
        Part::Value | Part::Begin | Part::End => (Sort::Int, Some((0, i128::MAX))),
        Part::Elements => (Sort::array(Sort::Int, word.clone()?.0), word?.1),
        Part::Members => (Sort::set(word?.0), None),
    })
}

fn first_part(shape: Shape, part: Part, data: &[Operand], sort: &Sort) -> Option<Term> {
    let int = |at: usize| match data.get(at) {
        Some(Operand::Int(n)) => Some(*n),
        _ => None,
    };
    match (shape, part) {
        (_, Part::Owner) => Some(Term::int(int(0)? - 1)),
        (_, Part::Readers) => Some(Term::constant(sort.clone(), &Term::int(0))),
        (_, Part::Value) => Some(Term::int(int(0)?)),
        (Shape::Seq(_), Part::Begin) => Some(Term::int(data.len() as i128)),
        (_, Part::Begin | Part::End) => Some(Term::int(0)),
        (Shape::Channel(_), Part::Elements) => None,
        (_, Part::Elements) => {
            let (_, elem) = sort.as_array()?;
            let words: Vec<Option<Term>> = data.iter().map(|op| constant(*op, elem)).collect();
            if words.is_empty() { None } else { collect(sort, &words) }
        }
        (_, Part::Members) => {
            let (elem, _) = sort.as_array()?;
            let empty = Term::empty_set(elem.clone());
            data.iter().try_fold(empty, |set, op| Some(set.insert(&constant(*op, elem)?)))
        }
    }
}

/// The map with these values at 0, 1, 2 ...; what the others are does not matter.
fn collect(sort: &Sort, values: &[Option<Term>]) -> Option<Term> {
    let most = values.first()?.clone()?;
    let mut map = Term::constant(sort.clone(), &most);
    for (i, value) in values.iter().enumerate() {
        let value = value.clone()?;
        if value != most {
            map = map.store(&Term::int(i as i128), &value);
        }
    }
    Some(map)
}

/// Whether an index is in a row or array of this size.
pub fn in_bounds(index: &Term, size: &Term) -> Term {
    fold::within(index, &Term::int(0), size)
}
