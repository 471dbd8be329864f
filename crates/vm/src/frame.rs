//! The top frame of a thread, unpacked, and its form as a component.
//!
//! A thread is one component: that of its top frame. The component of a frame names that of its caller, so
//! a stack is a list of shared components and a call or return changes one id.
//!
//! Words: `[caller | function << 32, pc | status << 32 | flags << 40 | count << 48, handle, registers ...]`.
//! Status, count, handle and the flags other than [`BASE_ATOMIC`] belong to the thread and are kept in the
//! top frame only.

use crate::components::{CompId, Components};

/// How many words come before the registers.
pub const HEADER: usize = 3;

/// Flag: the thread was interrupted.
pub const INTERRUPTED: u8 = 1;
/// Flag: the program may end while the thread has not.
pub const DAEMON: u8 = 2;
/// Flag: a frame below stands inside an atomic block.
pub const BASE_ATOMIC: u8 = 4;

/// The status of a thread; see `docs/semantics.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Status {
    /// Stands before its next instruction.
    Running,
    /// In a `Wait`.
    Waiting,
    /// In a `Wait`, notified.
    Notified,
    /// In a `Wait`, interrupted.
    Woken,
    /// At a barrier.
    Arrived,
    /// At a barrier, may go on.
    Released,
    /// Its first function has returned.
    Ended,
    /// It raised a fault that nothing caught.
    Failed,
    /// An assumption was false.
    Halted,
}

impl Status {
    const ALL: [Status; 9] = [
        Status::Running,
        Status::Waiting,
        Status::Notified,
        Status::Woken,
        Status::Arrived,
        Status::Released,
        Status::Ended,
        Status::Failed,
        Status::Halted,
    ];

    /// The status in the second word of a frame.
    #[inline]
    pub fn of(word1: u64) -> Status {
        Status::ALL[(word1 >> 32 & 0xff) as usize]
    }

    /// `word1` with this status instead.
    pub fn put(self, word1: u64) -> u64 {
        word1 & !(0xff << 32) | (self as u64) << 32
    }

    /// Whether the thread is over.
    #[inline]
    pub fn is_final(self) -> bool {
        self as u8 >= Status::Ended as u8
    }
}

/// The top frame of a thread.
#[derive(Debug)]
pub struct Frame {
    /// The component of the caller's frame, or zero.
    pub caller: CompId,
    /// The function.
    pub func: u32,
    /// The instruction it stands at.
    pub pc: u32,
    /// The thread's status.
    pub status: Status,
    /// Flags.
    pub flags: u8,
    /// How often the monitor that it waits for was held.
    pub count: u16,
    /// The reference to the thread's handle, or zero.
    pub handle: u64,
    /// The registers.
    pub regs: Vec<u64>,
    /// How many of the thread's calls have begun since somebody began to count, and have not returned.
    pub begun: u32,
    /// How many have returned since that were there before.
    pub returned: u32,
}

impl Frame {
    /// A frame to be filled.
    pub fn empty() -> Self {
        Self {
            caller: 0,
            func: 0,
            pc: 0,
            status: Status::Running,
            flags: 0,
            count: 0,
            handle: 0,
            regs: Vec::new(),
            begun: 0,
            returned: 0,
        }
    }

    /// Begins to count calls.
    pub fn count_calls(&mut self) {
        (self.begun, self.returned) = (0, 0);
    }

    /// A call has returned.
    pub fn count_return(&mut self) {
        match self.begun {
            0 => self.returned += 1,
            _ => self.begun -= 1,
        }
    }

    /// Unpacks the words of a component.
    #[inline]
    pub fn read(&mut self, words: &[u64]) {
        let (w0, w1) = (words[0], words[1]);
        self.caller = w0 as u32;
        self.func = (w0 >> 32) as u32;
        self.pc = w1 as u32;
        self.status = Status::of(w1);
        self.flags = (w1 >> 40) as u8;
        self.count = (w1 >> 48) as u16;
        self.handle = words[2];
        self.regs.clear();
        self.regs.extend_from_slice(&words[HEADER..]);
    }

    /// Becomes a copy of `other`.
    pub fn copy_from(&mut self, other: &Frame) {
        let mut regs = std::mem::take(&mut self.regs);
        regs.clear();
        regs.extend_from_slice(&other.regs);
        self.caller = other.caller;
        self.func = other.func;
        self.pc = other.pc;
        self.status = other.status;
        self.flags = other.flags;
        self.count = other.count;
        self.handle = other.handle;
        self.regs = regs;
    }

    /// Packs into the component table; `scratch` is a buffer to re-use.
    #[inline]
    pub fn intern(&self, comps: &mut Components, scratch: &mut Vec<u64>) -> CompId {
        scratch.clear();
        scratch.push(u64::from(self.caller) | u64::from(self.func) << 32);
        scratch.push(
            u64::from(self.pc)
                | (self.status as u64) << 32
                | u64::from(self.flags) << 40
                | u64::from(self.count) << 48,
        );
        scratch.push(self.handle);
        scratch.extend_from_slice(&self.regs);
        comps.intern(scratch, self.caller)
    }

    /// Makes the thread final: no code, no registers. The daemon flag does not matter any more. Whether a thread that fails or halts
    /// is interrupted others can still ask, and such an end is seen by nobody (`ExitInterrupted.java`).
    pub fn finish(&mut self, status: Status) {
        let unseen = matches!(status, Status::Failed | Status::Halted);
        self.caller = 0;
        self.func = 0;
        self.pc = 0;
        self.status = status;
        self.flags = if unseen { self.flags & INTERRUPTED } else { 0 };
        self.count = 0;
        self.handle = 0;
        self.regs.clear();
    }
}
