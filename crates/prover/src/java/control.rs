//! Control inside a method: the variables of its blocks, and the ways from one to another.

use super::exec::{Edge, Entry, Exec, State, Target, What};
use super::value::{Ty, Val};
use super::{Stop, refuse};
use crate::fold;
use commute_logic::{Decl, Sort, Stmt, Term};

type Result<T> = std::result::Result<T, Stop>;

impl Exec<'_> {
    pub fn slot(&mut self, kind: char, at: usize, ty: &Ty) -> Option<Decl> {
        let sort = match ty {
            Ty::Any(_) | Ty::Mixed => return None,
            ty => ty.sort(),
        };
        let letter = if sort == Sort::Ref { 'r' } else { 'i' };
        let name = format!("{} {kind}{at}{letter}", self.frame().prefix);
        Some(self.declare(Decl::new(name, sort)))
    }

    /// The variables of a block where it begins.
    pub fn slots(&mut self, block: usize) -> Vec<(char, usize, Ty, Decl)> {
        let entry = match &self.entries {
            Some(info) => info.entries[block].clone(),
            None => self.frame().info.entries[block].clone(),
        };
        let entry = entry.unwrap_or_default();
        let locals = entry.locals.iter().enumerate().filter_map(|(at, ty)| Some(('l', at, ty.clone()?)));
        let all: Vec<_> =
            locals.chain(entry.stack.iter().cloned().enumerate().map(|(at, ty)| ('s', at, ty))).collect();
        let with =
            |(kind, at, ty): (char, usize, Ty)| Some((kind, at, ty.clone(), self.slot(kind, at, &ty)?));
        all.into_iter().filter_map(with).collect()
    }

    /// Values go into the variables of a block, all at once.
    pub fn copy_out(&mut self, block: usize, state: &State) -> Result<()> {
        let mut changes = Vec::new();
        for (kind, at, ty, decl) in self.slots(block) {
            let value = match kind {
                'l' => state.locals.get(at).cloned().flatten(),
                _ => state.stack.get(at).cloned(),
            };
            let Some(value) = value else { continue };
            if *value.term.sort() == ty.sort() && value.term != decl.term() {
                changes.push((decl, value.term));
            }
        }
        if changes.len() > 1 {
            for change in &mut changes {
                change.1 = self.keep(change.1.clone());
            }
        }
        for (decl, term) in changes {
            self.push(Stmt::assign(decl.var(), term));
        }
        Ok(())
    }

    pub fn state_at(&mut self, block: usize) -> State {
        let entry = match &self.entries {
            Some(info) => info.entries[block].clone(),
            None => self.frame().info.entries[block].clone(),
        };
        let entry = entry.unwrap_or_default();
        let mut value = |kind: char, at: usize, ty: &Ty| {
            let term = self.slot(kind, at, ty).map_or(Term::int(0), |decl| decl.term());
            Val { ty: ty.clone(), term }
        };
        let locals = entry.locals.iter().enumerate().map(|(at, ty)| ty.as_ref().map(|ty| value('l', at, ty)));
        let locals: Vec<_> = locals.collect();
        let stack = entry.stack.iter().enumerate().map(|(at, ty)| value('s', at, ty)).collect();
        State { locals, stack }
    }

    /// One block.
    pub fn block(&mut self, block: usize) -> Result<()> {
        self.frame_mut().block = block;
        let (from, to) = self.frame().blocks.ranges[block];
        self.frame_mut().at = from;
        if !self.is_typing()
            && let Some(&last) = self.frame().info.heads.get(&block)
        {
            self.enter_loop(block, last)?;
        }
        let mut state = self.state_at(block);
        for at in from..to {
            self.frame_mut().at = at;
            let edges = match self.instruction(&mut state) {
                Err(Stop::Refused { why, place: None }) => {
                    return Err(Stop::Refused { why, place: Some(self.place()) });
                }
                other => other?,
            };
            if let Some(edges) = edges {
                return self.leave(edges);
            }
        }
        let next = self.frame().blocks.ops.get(to).map(|(offset, _)| *offset);
        let next = next.and_then(|offset| self.frame().blocks.at(offset));
        let Some(next) = next else { return refuse("control runs past the end of a method") };
        self.leave(vec![Edge { cond: Term::bool(true), to: Target::Block(next), state }])
    }

    /// The block that begins at the offset, or after the present instruction.
    pub fn block_at(&self, offset: u32) -> Result<usize> {
        match self.frame().blocks.at(offset) {
            Some(block) => Ok(block),
            None => refuse("a jump to where no block begins"),
        }
    }

    /// The block after the present instruction.
    pub fn next_block(&self) -> Result<usize> {
        let frame = self.frame();
        match frame.blocks.ops.get(frame.at + 1) {
            Some((offset, _)) => self.block_at(*offset),
            None => refuse("control runs past the end of a method"),
        }
    }

    pub fn leave(&mut self, edges: Vec<Edge>) -> Result<()> {
        if let [edge] = edges.as_slice()
            && fold::known(&edge.cond) == Some(true)
        {
            return self.take(edge);
        }
        let mut branches = Vec::new();
        for edge in &edges {
            let body = self.apart(|exec| {
                exec.assume(edge.cond.clone());
                exec.take(edge)
            })?;
            branches.push(("goes", body));
        }
        self.push(Stmt::choice(branches));
        Ok(())
    }

    pub fn take(&mut self, edge: &Edge) -> Result<()> {
        match &edge.to {
            Target::Block(to) => self.jump(*to, &edge.state),
            Target::Return(value) => {
                let (ret, pc) = (self.frame().ret.clone(), self.frame().pc.clone());
                if let (Some(ret), Some(value)) = (ret, value) {
                    let term = self.plain(value)?;
                    if term.sort() == &ret.sort {
                        self.push(Stmt::assign(ret.var(), term));
                    }
                }
                self.push(Stmt::assign(pc.var(), Term::int(-1)));
                Ok(())
            }
            Target::Raise(value) => {
                let (exc, pc) = (self.frame().exc.clone(), self.frame().pc.clone());
                self.push(Stmt::assign(exc.var(), value.term.clone()));
                self.push(Stmt::assign(pc.var(), Term::int(-1)));
                Ok(())
            }
        }
    }

    pub fn jump(&mut self, to: usize, state: &State) -> Result<()> {
        let from = self.frame().block;
        if self.is_typing() {
            self.merge(from, to, state);
            return Ok(());
        }
        self.copy_out(to, state)?;
        if to > from {
            let pc = self.frame().pc.clone();
            self.push(Stmt::assign(pc.var(), Term::int(to as i128)));
            return Ok(());
        }
        let head = self.frame().loops.get(&to).cloned().unwrap_or_default();
        for (key, tried) in head.tried {
            self.assert_(What::Loop(key), tried);
        }
        for (lock, before) in head.held {
            self.assert_(What::Left(lock.name.to_string()), fold::equal(&lock.term(), &before));
        }
        self.push(Stmt::assume("", Term::bool(false)));
        Ok(())
    }

    /// Joins what is known where a block begins.
    pub fn merge(&mut self, from: usize, to: usize, state: &State) {
        let Some(mut info) = self.entries.take() else { return };
        if to <= from {
            let last = info.heads.entry(to).or_insert(from);
            *last = (*last).max(from);
        }
        let classes = &mut self.world.classes;
        let mut is_below = |a: &str, b: &str| classes.is_below(a, b);
        let mut joined = Entry {
            locals: state.locals.iter().map(|v| v.as_ref().map(|v| v.ty.clone())).collect(),
            stack: state.stack.iter().map(|v| v.ty.clone()).collect(),
        };
        if let Some(old) = &info.entries[to] {
            joined.locals.resize(old.locals.len().max(joined.locals.len()), None);
            for (at, ty) in joined.locals.iter_mut().enumerate() {
                *ty = match (ty.take(), old.locals.get(at).cloned().flatten()) {
                    (Some(a), Some(b)) => Some(b.join(&a, &mut is_below)).filter(|ty| *ty != Ty::Mixed),
                    _ => None,
                };
            }
            for (ty, old) in joined.stack.iter_mut().zip(&old.stack) {
                *ty = old.join(ty, &mut is_below);
            }
        }
        info.entries[to] = Some(joined);
        self.entries = Some(info);
    }
}
