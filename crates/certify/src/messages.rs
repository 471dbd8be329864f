//! What goes over the network between processes, and what fails there, for whoever reads an execution.

use crate::event::Deed;
use crate::interpreter::Interpreter;
use crate::state::{Frame, Value};

/// The class of ours that is the network.
const NETWORK: &str = "commute.rt.Network.";

/// So many characters of a message are shown.
const SHOWN: usize = 40;

impl Interpreter<'_> {
    /// A function of the network is about to return: what it has sent, or what has failed.
    pub(crate) fn note_message(&mut self, t: usize, value: Option<Value>) {
        let Some(frame) = self.state.threads[t].frames.last() else { return };
        let name = &self.code.program.functions[frame.func.index()].name;
        let Some(method) = name.strip_prefix(NETWORK).filter(|_| self.recording && !self.initialising) else {
            return;
        };
        let what = match method {
            "write" => self.written(frame, value),
            "send" => self.sent(frame),
            "lose" => Some("a datagram is lost".to_owned()),
            "repeat" => Some("a datagram comes twice".to_owned()),
            "overtake" => Some("a datagram is overtaken".to_owned()),
            "reset" if frame.regs.first().is_some_and(|end| end.object().is_none()) => {
                Some("a connection is reset".to_owned())
            }
            "isolate" => {
                frame.regs.first().map(|process| format!("{} is cut off", self.process_name(process.word())))
            }
            "join" => Some("the network is whole again".to_owned()),
            _ => None,
        };
        if let Some(what) = what {
            self.note(t, self.span_at(t), Deed::Tells, |_| what);
        }
    }

    /// `write(end, bytes, offset, length)` has written so many bytes.
    fn written(&self, frame: &Frame, value: Option<Value>) -> Option<String> {
        let count = usize::try_from(value?.word()).ok().filter(|&count| count > 0)?;
        let [end, bytes, offset, ..] = frame.regs.as_slice() else { return None };
        let peer = self.field(end.object()?, "peer")?.object()?;
        let to = self.process_name(self.field(peer, "process")?.word());
        let text = self.shown(bytes.object()?, offset.word(), count)?;
        let text = format!("{text} ({count} byte{})", if count == 1 { "" } else { "s" });
        // In a program alone it is clear where it goes.
        Some(if self.code.program.processes.is_empty() {
            format!("sends {text}")
        } else {
            format!("-> {to}: {text}")
        })
    }

    /// `send(from, to, bytes, offset, length)`.
    fn sent(&self, frame: &Frame) -> Option<String> {
        let [_, to, bytes, offset, length, ..] = frame.regs.as_slice() else { return None };
        let count = usize::try_from(length.word()).ok()?;
        let text = self.shown(bytes.object()?, offset.word(), count)?;
        Some(format!("-> port {}: {text} ({count} byte{})", to.word(), if count == 1 { "" } else { "s" }))
    }

    fn process_name(&self, number: i64) -> String {
        let name = usize::try_from(number).ok().and_then(|number| self.code.program.processes.get(number));
        name.cloned().unwrap_or_else(|| "?".to_owned())
    }

    /// Bytes as a text if they are one, else as numbers.
    fn shown(&self, array: u32, offset: i64, count: usize) -> Option<String> {
        let start = usize::try_from(offset).ok()?;
        let data = self.state.object(array).data.get(start..start + count)?;
        let bytes: Vec<u8> = data.iter().map(|byte| byte.word() as u8).collect();
        let is_text =
            bytes.iter().all(|byte| (b' '..=b'~').contains(byte) || matches!(byte, b'\n' | b'\r' | b'\t'));
        let text = match is_text {
            true => format!("{:?}", String::from_utf8_lossy(&bytes)),
            false => {
                let numbers: Vec<String> = bytes.iter().take(SHOWN / 3).map(u8::to_string).collect();
                format!("[{}{}]", numbers.join(" "), if bytes.len() > SHOWN / 3 { " ..." } else { "" })
            }
        };
        let cut: String = text.chars().take(SHOWN).collect();
        Some(if cut.len() < text.len() { format!("{cut}...") } else { text })
    }
}
