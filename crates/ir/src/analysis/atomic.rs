//! The number of atomic blocks around each instruction.
use crate::{Function, Instr, Pc};

/// The static depth of an instruction is not the same on all paths, or an atomic block ends that never began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicDepthError {
    /// Where.
    pub pc: Pc,
}

/// The static depth of each instruction of `func` (zero for unreachable ones): how many atomic blocks are
/// around it. An `AtomicBegin` has the depth outside its block, an `AtomicEnd` the depth inside.
pub fn atomic_depth(func: &Function) -> Result<Vec<u32>, AtomicDepthError> {
    let mut depth: Vec<Option<u32>> = vec![None; func.code.len()];
    let mut work = vec![(Pc(0), 0u32)];
    while let Some((pc, d)) = work.pop() {
        let Some(known) = depth.get_mut(pc.0 as usize) else { continue };
        match *known {
            Some(k) if k == d => continue,
            Some(_) => return Err(AtomicDepthError { pc }),
            None => *known = Some(d),
        }
        let instr = &func.code[pc.0 as usize];
        let after = match instr {
            Instr::AtomicBegin => d + 1,
            Instr::AtomicEnd => d.checked_sub(1).ok_or(AtomicDepthError { pc })?,
            _ => d,
        };
        instr.successors(pc, |to| work.push((to, after)));
        // An exception leaves the blocks that the handler is not in; the handler's depth is that of the
        // first instruction it covers.
        for h in func.handlers.iter().filter(|h| h.from == pc) {
            work.push((h.target, d));
        }
    }
    Ok(depth.into_iter().map(|d| d.unwrap_or(0)).collect())
}
