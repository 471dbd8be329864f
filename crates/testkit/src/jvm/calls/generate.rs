//! Calls as Java text.

use super::api::{Api, How, Method};
use super::values::Values;
use crate::generate::Random;
use std::fmt::Write;

/// How many calls a class has.
pub const CALLS: usize = 60;

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which method.
    pub method: usize,
    /// The statements that make it and leave what it came to in `s`.
    pub text: String,
    /// The call itself, for reports.
    pub shown: String,
    /// Whether it waits for a time, which is longer for `java` than for Commute.
    pub timed: bool,
}

/// The call with this number: methods take turns.
pub fn call(api: &Api, values: &Values, seed: u64, number: u64) -> Call {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
    let index = number as usize % api.methods.len();
    let method = &api.methods[index];
    let arguments: Vec<String> =
        method.parameters.iter().map(|ty| argument(values, ty, &mut random)).collect();
    let receiver = values.receivers.get(method.class.as_str()).filter(|_| method.how == How::Instance);
    let receiver = receiver.map(|list| *random.pick(list));
    let list = arguments.join(", ");
    let made = match method.how {
        How::Static => format!("{}.{}({list})", method.class, method.name),
        How::Instance => format!("r.{}({list})", method.name),
        How::New => format!("r = new {}({list})", method.class),
    };
    let interrupted = random.chance(15);
    let held = matches!(method.name.as_str(), "wait" | "notify" | "notifyAll") && random.chance(60);
    let mut text = String::new();
    if method.how != How::Static {
        let _ = writeln!(text, "        {} r = {};", method.class, receiver.unwrap_or("null"));
    }
    if interrupted {
        text.push_str("        Thread.currentThread().interrupt();\n");
    }
    let statement = statement(values, method, &made);
    let statement = if held { format!("synchronized (r) {{ {statement} }}") } else { statement };
    let _ = writeln!(text, "        try {{ {statement} }} catch (Throwable t) {{ s = Say.thrown(t); }}");
    text.push_str("        s += \" \" + Thread.interrupted();\n");
    if method.how != How::Static && !values.alone.contains(&method.full_name().as_str()) {
        text.push_str(&look(values, method));
    }
    let on = receiver.map(|r| format!(" of {r}")).unwrap_or_default();
    let state = if interrupted { ", interrupted" } else { "" };
    let shown = format!("{made}{on}{state}");
    let timed = method.parameters.iter().any(|ty| ty == "long" || ty.ends_with("TimeUnit"));
    Call { method: index, text, shown, timed }
}

/// An argument of a type: one of the table, or null.
fn argument(values: &Values, ty: &str, random: &mut Random) -> String {
    let basic = !ty.contains('.') && !ty.ends_with(']');
    match values.arguments.get(ty) {
        Some(list) if basic || random.chance(85) => format!("({ty}) ({})", random.pick(list)),
        _ if basic => format!("({ty}) 1"),
        _ => format!("({ty}) null"),
    }
}

/// The call, with what it came to in `s`.
fn statement(values: &Values, method: &Method, made: &str) -> String {
    if method.how == How::New || method.result == "void" {
        format!("{made}; s = \"done\";")
    } else if values.loose.contains(&method.full_name().as_str()) {
        format!("Object v = {made}; s = v == null ? \"null\" : \"value\";")
    } else if values.open.contains(&method.full_name().as_str()) {
        format!("Object v = {made}; s = \"something\";")
    } else {
        format!("s = Say.of({made});")
    }
}

/// What is looked at afterwards.
fn look(values: &Values, method: &Method) -> String {
    let Some(list) = values.after.get(method.class.as_str()) else { return String::new() };
    let each = list.iter().map(|look| format!("s += \" \" + Say.of({});", look.replace('$', "r")));
    let all = each.collect::<Vec<_>>().join(" ");
    format!("        try {{ {all} }} catch (Throwable t) {{ s += \" \" + Say.thrown(t); }}\n")
}

/// The end of the output.
pub const END: &str = "the end\n";

/// Makes a call and prints what it came to.
fn print(n: usize) -> String {
    format!("System.out.println(c{n}()); System.out.println(\"{}\");", END.trim_end())
}

/// How many calls share a program if all of them cannot be translated together.
pub const BLOCK: usize = 10;

/// A class with calls, each in a method. All are one program that chooses, which is its `main`; those of a block are one as well, and
/// each alone.
pub fn class(name: &str, calls: &[Call]) -> String {
    let quiet = "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})";
    let mut text = format!("{quiet}\npublic class {name} {{\n");
    for (n, call) in calls.iter().enumerate() {
        let _ = writeln!(
            text,
            "    static String c{n}() {{\n        String s;\n{}        return s;\n    }}",
            call.text
        );
        nest(&mut text, &format!("M{n}"), &print(n));
    }
    let numbers: Vec<usize> = (0..calls.len()).collect();
    for (n, block) in numbers.chunks(BLOCK).enumerate() {
        nest(&mut text, &format!("B{n}"), &choose(block));
    }
    let all = choose(&numbers);
    text + &format!("    public static void main(String[] args) {{\n{all}    }}\n}}\n")
}

/// A class with a `main` inside the class.
fn nest(text: &mut String, name: &str, body: &str) {
    let main = format!("public static void main(String[] args) {{ {body} }}");
    let _ = writeln!(text, "    public static class {name} {{ {main} }}");
}

/// Makes one of some calls.
fn choose(numbers: &[usize]) -> String {
    let mut text = format!("        switch (commute.Verify.choose({})) {{\n", numbers.len());
    for (choice, n) in numbers.iter().enumerate() {
        let _ = writeln!(text, "            case {choice}: {} break;", print(*n));
    }
    text + "        }\n"
}
