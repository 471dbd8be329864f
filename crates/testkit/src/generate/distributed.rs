//! Programs of several processes: remote calls, also back to the caller and to itself, messages that are records, channels on which
//! messages are lost, come twice or too early, and whoever sends or receives without waiting, or waits for several.

use super::random::Random;
use super::tree::{Model, Node, block, blocks, leaf, plain};

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Message {
    Number,
    Record,
}

struct Writer {
    random: Random,
    /// The channels, by what they carry.
    channels: Vec<Message>,
    processes: usize,
    /// For names of local variables.
    locals: usize,
}

/// The program of a seed.
pub fn distributed(seed: u64) -> Model {
    let mut random = Random::new(seed ^ 0xd157);
    let (processes, channels) = (random.between(2, 3), random.between(1, 2));
    let mut writer = Writer { random, channels: Vec::new(), processes, locals: 0 };
    let mut items = vec![plain("enum Kind { Ask, Tell }"), plain("record Msg(kind: Kind, n: -1..=1);")];
    for at in 0..channels {
        items.push(writer.channel(at));
    }
    for at in 0..processes {
        let process = writer.process(at);
        items.push(block(leaf(format!("process p{at}")), process));
    }
    if writer.random.chance(30) {
        let at = writer.random.below(processes);
        items.push(plain(format!("invariant p{at}.x < 2;")));
    }
    Model { items }
}

impl Writer {
    fn channel(&mut self, at: usize) -> Node {
        let message = *self.random.pick(&[Message::Number, Message::Number, Message::Record]);
        self.channels.push(message);
        let mut faults = String::new();
        for (fault, percent) in [("lossy", 35), ("duplicating", 20), ("reordering", 20)] {
            if self.random.chance(percent) {
                let budget = *self.random.pick(&["(1)", "(1)", ""]);
                faults += &format!("{fault}{budget} ");
            }
        }
        let of = if message == Message::Record { "Msg" } else { "mod 3" };
        let capacity = self.random.between(1, 2);
        plain(format!("var ch{at}: {faults}channel({capacity}) of {of};"))
    }

    /// The declarations of a process. `f` may call others, `g` does not, so that calls come to an end.
    fn process(&mut self, at: usize) -> Vec<Node> {
        let mut items = vec![plain("var x: mod 3;"), plain("var m: lock;")];
        let mut served = vec![self.access()];
        if self.random.chance(40) {
            let other = self.random.below(self.processes);
            let call = plain(format!("p{other}.g({});", self.random.below(2)));
            served.push(if self.random.chance(30) { block(leaf("with (m)"), vec![call]) } else { call });
        }
        items.push(block(leaf("remote fn f()"), served));
        let body =
            vec![plain("let r = 0;"), self.section(plain("r = x;")), self.access(), plain("return r + v;")];
        items.push(block(leaf("remote fn g(v: mod 3) -> mod 3"), body));
        for thread in 0..if at == 0 { self.random.between(1, 2) } else { self.random.below(2) } {
            let body = (0..self.random.between(1, 2)).flat_map(|_| self.statement(at)).collect();
            items.push(block(leaf(format!("thread t{thread}")), body));
        }
        items
    }

    /// Something that is done to the variable of a process, mostly with its lock.
    fn access(&mut self) -> Node {
        let access = *self.random.pick(&["x += 1;", "x = 1;", "x = 2 - x;", "assert x < 2;"]);
        self.section(plain(access))
    }

    fn section(&mut self, node: Node) -> Node {
        if self.random.chance(70) { block(leaf("with (m)"), vec![node]) } else { node }
    }

    fn fresh(&mut self) -> String {
        self.locals += 1;
        format!("l{}", self.locals)
    }

    fn value(&mut self, message: Message) -> String {
        match message {
            Message::Number => self.random.pick(&["0", "1", "2"]).to_string(),
            Message::Record => self
                .random
                .pick(&["Msg(Kind::Ask, 1)", "Msg(Kind::Tell, -1)", "Msg(Kind::Ask, 0)"])
                .to_string(),
        }
    }

    /// What is done with a message that has come.
    fn use_message(&mut self, local: &str, message: Message) -> Node {
        let number = if message == Message::Record { format!("{local}.n + 1") } else { local.to_owned() };
        let test = if message == Message::Record {
            format!("assert {local} == Msg({local}.kind, 1) || {local}.kind != Kind::Ask;")
        } else {
            format!("assert {local} != 2;")
        };
        let put = plain(format!("x = {number};"));
        if self.random.chance(25) { plain(test) } else { self.section(put) }
    }

    fn statement(&mut self, process: usize) -> Vec<Node> {
        let at = self.random.below(self.channels.len());
        let message = self.channels[at];
        let (value, local) = (self.value(message), self.fresh());
        match self.random.below(12) {
            0 | 1 => vec![plain(format!("ch{at}.send({value});"))],
            2 => vec![plain(format!("let {local} = ch{at}.receive();")), self.use_message(&local, message)],
            3 => vec![
                plain(format!("let {local} = ch{at}.try_receive({value});")),
                self.use_message(&local, message),
            ],
            4 => vec![
                plain(format!("let {local} = ch{at}.try_send({value});")),
                plain(format!("assert {local};")),
            ],
            5 | 6 => vec![self.select()],
            7 => {
                let what = *self.random.pick(&["len", "room"]);
                vec![block(leaf(format!("when (ch{at}.{what}() > 0)")), vec![plain("x += 1;")])]
            }
            8 => vec![self.access()],
            9 | 10 => {
                let other = self.random.below(self.processes);
                let number = self.random.below(3);
                let call = plain(format!("let {local} = p{other}.g({number});"));
                vec![call, plain(format!("x = {local};"))]
            }
            _ => {
                let other = if self.random.chance(30) { process } else { self.random.below(self.processes) };
                let call = plain(format!("p{other}.f();"));
                vec![if self.random.chance(30) { block(leaf("with (m)"), vec![call]) } else { call }]
            }
        }
    }

    fn select(&mut self) -> Node {
        let mut arms = Vec::new();
        for number in 0..self.random.between(1, 2) {
            let at = self.random.below(self.channels.len());
            let message = self.channels[at];
            let word = if number == 0 { "select" } else { "or" };
            arms.push(if self.random.chance(60) {
                let local = self.fresh();
                let body = self.use_message(&local, message);
                (leaf(format!("{word} (let {local} = ch{at}.receive())")), vec![body])
            } else {
                let value = self.value(message);
                (leaf(format!("{word} (ch{at}.send({value}))")), vec![self.access()])
            });
        }
        match self.random.below(4) {
            0 => arms.push((leaf("else"), vec![self.access()])),
            1 => arms.push((leaf("or timeout"), vec![self.access()])),
            _ => {}
        }
        blocks(arms)
    }
}

#[cfg(test)]
mod tests {
    use super::distributed;

    #[test]
    fn every_program_is_one_and_together_they_say_everything() {
        let texts: Vec<String> = (0..300).map(|seed| distributed(seed).to_string()).collect();
        for text in &texts {
            assert!(crate::Model::compile("generated.cm", text, &[]).is_ok(), "{text}");
        }
        for said in
            ["lossy", "duplicating", "reordering", "select", "or timeout", "try_send", "try_receive", "Msg("]
        {
            assert!(texts.iter().any(|text| text.contains(said)), "{said}");
        }
    }
}
