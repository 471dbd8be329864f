//! Control flow of a function as blocks inside blocks: loops, and where branches come together again.
//!
//! Jumps back to the head of a loop are cut; what is left has no cycles. A branch and the place where all its sides
//! meet (its immediate postdominator) then make a choice. Sides that never come to the end of the function, because
//! they go round a loop, are left out when that place is sought, so that `if c { break; }` meets after the loop.

use commute_ir::{Function, Instr, Pc};
use std::collections::BTreeSet;

/// The control flow of one function.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Heads of loops, each with the instructions of the loop.
    loops: Vec<(u32, BTreeSet<u32>)>,
    /// Where the sides of a branch meet; `None` at the end of the function.
    meets: Vec<Option<u32>>,
}

const END: usize = usize::MAX;

impl Flow {
    /// The flow of `func`; `None` if a loop has more than one entrance.
    pub fn new(func: &Function) -> Option<Self> {
        let order = depth_first(func);
        let back = |from: u32, to: u32| order.is_back(from, to);
        let mut loops: Vec<(u32, BTreeSet<u32>)> = Vec::new();
        for &from in &order.finished {
            for to in successors(func, from) {
                if back(from, to) {
                    let body = natural_loop(func, &order, from, to);
                    match loops.iter_mut().find(|(head, _)| *head == to) {
                        Some((_, all)) => all.extend(body),
                        None => loops.push((to, body)),
                    }
                }
            }
        }
        let enters_only_at_head = loops.iter().all(|(head, body)| {
            order
                .finished
                .iter()
                .filter(|at| !body.contains(at))
                .all(|&at| successors(func, at).into_iter().all(|to| to == *head || !body.contains(&to)))
                && (body.contains(&0) == (*head == 0) || *head == 0)
        });
        enters_only_at_head.then(|| Self { meets: meets(func, &order), loops })
    }

    /// The instructions of the loop whose head this is.
    pub fn loop_at(&self, pc: Pc) -> Option<&BTreeSet<u32>> {
        self.loops.iter().find(|(head, _)| *head == pc.0).map(|(_, body)| body)
    }

    /// Where the sides of the branch at `pc` meet.
    pub fn meet(&self, pc: Pc) -> Option<Pc> {
        self.meets[pc.0 as usize].map(Pc)
    }
}

fn successors(func: &Function, at: u32) -> Vec<u32> {
    let mut all = Vec::new();
    func.code[at as usize].successors(Pc(at), |to| {
        if !all.contains(&to.0) {
            all.push(to.0);
        }
    });
    all
}

/// A depth-first walk from the first instruction.
struct Walk {
    /// Instructions in the order in which they were finished: what comes after an instruction stands before it.
    finished: Vec<u32>,
    /// For each instruction, when it was entered and left; zero if never.
    times: Vec<(u32, u32)>,
}

impl Walk {
    /// Whether `to` was under way when the edge was seen, so that it closes a cycle.
    fn is_back(&self, from: u32, to: u32) -> bool {
        let ((enter, leave), (enter_to, leave_to)) = (self.times[from as usize], self.times[to as usize]);
        enter_to <= enter && leave <= leave_to
    }
}

fn depth_first(func: &Function) -> Walk {
    let mut walk = Walk { finished: Vec::new(), times: vec![(0, 0); func.code.len()] };
    let mut clock = 1;
    let mut path: Vec<(u32, Vec<u32>)> = vec![(0, successors(func, 0))];
    walk.times[0].0 = clock;
    while let Some((at, rest)) = path.last_mut() {
        clock += 1;
        match rest.pop() {
            Some(to) if walk.times[to as usize].0 == 0 => {
                walk.times[to as usize].0 = clock;
                path.push((to, successors(func, to)));
            }
            Some(_) => {}
            None => {
                walk.times[*at as usize].1 = clock;
                walk.finished.push(*at);
                path.pop();
            }
        }
    }
    walk
}

/// The head and everything from which `from` is reached without passing it.
fn natural_loop(func: &Function, walk: &Walk, from: u32, head: u32) -> BTreeSet<u32> {
    let mut body = BTreeSet::from([head, from]);
    loop {
        let before = body.len();
        for &at in &walk.finished {
            if at != head && successors(func, at).iter().any(|to| *to != head && body.contains(to)) {
                body.insert(at);
            }
        }
        if body.len() == before {
            return body;
        }
    }
}

fn meets(func: &Function, walk: &Walk) -> Vec<Option<u32>> {
    let len = func.code.len();
    let mut comes_to_end = vec![false; len];
    // The tree of immediate postdominators, by parent and depth; the end is its root.
    let mut tree: Vec<(usize, usize)> = vec![(END, 0); len];
    for &at in &walk.finished {
        let forward: Vec<u32> =
            successors(func, at).into_iter().filter(|&to| !walk.is_back(at, to)).collect();
        let ends = matches!(func.code[at as usize], Instr::Return { .. });
        comes_to_end[at as usize] = ends || forward.iter().any(|&to| comes_to_end[to as usize]);
        let relevant: Vec<usize> = forward
            .iter()
            .map(|&to| to as usize)
            .filter(|&to| comes_to_end[to] == comes_to_end[at as usize])
            .collect();
        // A jump back ends the path, as the end of the function does.
        let closes = forward.len() < successors(func, at).len() && !comes_to_end[at as usize];
        let meet = match relevant.split_first() {
            Some((&first, rest)) if !closes => rest.iter().fold(first, |a, &b| common(&tree, a, b)),
            _ => END,
        };
        let depth = if meet == END { 1 } else { tree[meet].1 + 1 };
        tree[at as usize] = (meet, depth);
    }
    tree.into_iter().map(|(parent, _)| (parent != END).then_some(parent as u32)).collect()
}

/// The nearest common ancestor.
fn common(tree: &[(usize, usize)], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a == END || b == END {
            return END;
        }
        if tree[a].1 >= tree[b].1 {
            a = tree[a].0;
        } else {
            b = tree[b].0;
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_ir::{Function, Operand, Reg};

    fn branch(then: u32, otherwise: u32) -> Instr {
        Instr::Branch { cond: Operand::Reg(Reg(0)), then: Pc(then), otherwise: Pc(otherwise) }
    }

    fn function(code: Vec<Instr>) -> Function {
        let spans = vec![Default::default(); code.len()];
        Function {
            name: "f".to_owned(),
            params: 1,
            ret: None,
            regs: Vec::new(),
            code,
            spans,
            handlers: Vec::new(),
            labels: Vec::new(),
            process: None,
            span: Default::default(),
        }
    }

    fn jump(to: u32) -> Instr {
        Instr::Jump { target: Pc(to) }
    }

    const RETURN: Instr = Instr::Return { value: None };

    #[test]
    fn the_sides_of_an_if_meet_after_it() {
        // if c { yield } else { yield }; yield
        let code = vec![branch(1, 3), Instr::Yield, jump(4), Instr::Yield, Instr::Yield, RETURN];
        let flow = Flow::new(&function(code)).unwrap();
        assert_eq!(flow.meet(Pc(0)), Some(Pc(4)));
        assert!(flow.loop_at(Pc(0)).is_none());
    }

    #[test]
    fn a_break_meets_after_the_loop() {
        // loop { if c { break } yield } yield
        let code = vec![branch(3, 1), Instr::Yield, jump(0), Instr::Yield, RETURN];
        let flow = Flow::new(&function(code)).unwrap();
        assert_eq!(flow.meet(Pc(0)), Some(Pc(3)));
        assert_eq!(flow.loop_at(Pc(0)), Some(&BTreeSet::from([0, 1, 2])));
    }

    #[test]
    fn branches_inside_an_endless_loop_meet_in_it() {
        // loop { if c { yield } yield }
        let code = vec![branch(1, 2), Instr::Yield, Instr::Yield, jump(0), RETURN];
        let flow = Flow::new(&function(code)).unwrap();
        assert_eq!(flow.meet(Pc(0)), Some(Pc(2)));
        assert_eq!(flow.loop_at(Pc(0)).map(BTreeSet::len), Some(4));
    }

    #[test]
    fn a_loop_with_two_entrances_is_refused() {
        let code = vec![branch(1, 2), jump(2), branch(1, 3), RETURN];
        assert!(Flow::new(&function(code)).is_none());
    }
}
