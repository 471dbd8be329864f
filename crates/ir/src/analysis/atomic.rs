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
///
/// An exception leaves the blocks that its handler is not in: the depth of a handler is that of the first
/// instruction it covers that can be reached.
pub fn atomic_depth(func: &Function) -> Result<Vec<u32>, AtomicDepthError> {
    let mut depth: Vec<Option<u32>> = vec![None; func.code.len()];
    flow(func, &mut depth, Pc(0), 0)?;
    // What a handler makes reachable may be covered by another one.
    let mut entered = vec![false; func.handlers.len()];
    while let Some((i, first)) = next_handler(func, &depth, &entered) {
        entered[i] = true;
        flow(func, &mut depth, func.handlers[i].target, first)?;
    }
    Ok(depth.into_iter().map(|d| d.unwrap_or(0)).collect())
}

/// Follows control from `start`, where the depth is `at_start`.
fn flow(
    func: &Function,
    depth: &mut [Option<u32>],
    start: Pc,
    at_start: u32,
) -> Result<(), AtomicDepthError> {
    let mut work = vec![(start, at_start)];
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
    }
    Ok(())
}

/// A handler that has not been entered and covers something reachable, and the depth of the first such
/// instruction. Those whose very first instruction is known come first: no later one can change their depth.
fn next_handler(func: &Function, depth: &[Option<u32>], entered: &[bool]) -> Option<(usize, u32)> {
    let waiting = || func.handlers.iter().enumerate().filter(|&(i, _)| !entered[i]);
    let covered =
        |from: Pc, to: Pc| depth.get(from.0 as usize..(to.0 as usize).min(depth.len())).unwrap_or_default();
    waiting()
        .find_map(|(i, h)| covered(h.from, h.to).first().copied().flatten().map(|first| (i, first)))
        .or_else(|| {
            waiting()
                .find_map(|(i, h)| covered(h.from, h.to).iter().flatten().next().map(|&first| (i, first)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn depth(code: &str) -> Result<Vec<u32>, AtomicDepthError> {
        let text = format!("fn fn0 f() {{\n reg r0: anyref\n{code}\n}}");
        atomic_depth(&parse(&text).unwrap().functions[0])
    }

    #[test]
    fn begin_is_outside_and_end_is_inside() {
        let depths = depth("atomic_begin\nyield\natomic_begin\nyield\natomic_end\natomic_end\nreturn");
        assert_eq!(depths, Ok(vec![0, 1, 1, 2, 2, 1, 0]));
    }

    #[test]
    fn paths_must_agree() {
        let error = depth("branch 1, L1, L2\natomic_begin\nreturn");
        assert_eq!(error, Err(AtomicDepthError { pc: Pc(2) }));
        assert_eq!(depth("yield\natomic_end\nreturn"), Err(AtomicDepthError { pc: Pc(1) }));
    }

    #[test]
    fn a_handler_has_the_depth_of_what_it_covers_first() {
        let code = "atomic_begin\nyield\natomic_end\nreturn\natomic_end\nreturn";
        assert_eq!(depth(&format!("catch L1 to L2 any -> r0, L4\n{code}")), Ok(vec![0, 1, 1, 0, 1, 0]));
        let leaves = "catch L0 to L3 any -> r0, L4\natomic_begin\nyield\natomic_end\nreturn\nreturn";
        assert_eq!(depth(leaves), Ok(vec![0, 1, 1, 0, 0]));
        // L1 is unreachable; what the handler at L4 can still be entered from has depth 1.
        let skips = "catch L1 to L3 any -> r0, L5\n\
                     atomic_begin\njump L3\nyield\natomic_end\nreturn\natomic_end\nreturn";
        assert_eq!(depth(skips), Ok(vec![0, 1, 0, 1, 0, 1, 0]));
    }
}
