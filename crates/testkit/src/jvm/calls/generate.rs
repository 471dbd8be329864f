//! Calls as Java text.

use super::api::{Api, How, Method};
use super::samples::{cast, is_primitive};
use super::values::Values;
use crate::generate::Random;
use std::fmt::Write;

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which method.
    pub method: usize,
    /// The statements that make it and print what it came to.
    pub text: String,
    /// The call itself, for reports.
    pub shown: String,
    /// Whether it waits for a time, which is longer for `java` than for Commute.
    pub timed: bool,
}

/// What kind of call is made.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The first expression for each type: nothing special.
    pub plain: bool,
    /// How often an argument is null, in percent.
    pub nulls: u32,
    /// How often the thread is interrupted before, in percent.
    pub interrupts: u32,
}

/// A call of a method.
pub fn call(api: &Api, index: usize, mut random: Random, style: Style) -> Call {
    let (method, values) = (&api.methods[index], &api.samples.values);
    let mut pick = |list: Vec<String>, nulls: u32| match list.len() {
        0 => "null".to_owned(),
        _ if style.plain => list[0].clone(),
        _ if nulls > 0 && random.chance(nulls) => "null".to_owned(),
        n => list[random.below(n)].clone(),
    };
    let argument = |ty: &String| {
        let nulls = if is_primitive(ty) { 0 } else { style.nulls };
        cast(ty, &pick(api.samples.arguments_in(&method.class, ty), nulls))
    };
    let arguments: Vec<String> = method.parameters.iter().map(argument).collect();
    let receiver = (method.how == How::Instance).then(|| pick(api.samples.receivers(&method.class), 0));
    let interrupted = random.chance(style.interrupts);
    let held = matches!(method.name.as_str(), "wait" | "notify" | "notifyAll") && random.chance(60);
    let mut text = made(method, receiver.as_deref(), &arguments);
    if interrupted {
        text.push_str("        Thread.currentThread().interrupt();\n");
    }
    let names: Vec<String> = (0..arguments.len()).map(|n| format!("a{n}")).collect();
    let statement = statement(values, method, &expression(method, &names.join(", ")));
    let statement = if held { format!("synchronized (r) {{ {statement} }}") } else { statement };
    let _ = writeln!(text, "        try {{ {statement} }} catch (Throwable t) {{ Say.thrown(t); }}");
    text.push_str("        Say.line(Say.of(Thread.interrupted()));\n");
    if !Values::has(&values.alone, method) {
        text.push_str(&look(values, method));
    }
    let on = receiver.map(|r| format!(" of {r}")).unwrap_or_default();
    let state = if interrupted { ", interrupted" } else { "" };
    let shown = format!("{}{on}{state}", expression(method, &arguments.join(", ")));
    let timed = method.parameters.iter().any(|ty| ty == "long" || ty.ends_with("TimeUnit"));
    Call { method: index, text, shown, timed }
}

/// The call, with these arguments.
fn expression(method: &Method, list: &str) -> String {
    match method.how {
        How::Static => format!("{}.{}({list})", method.class, method.name),
        How::Instance => format!("r.{}({list})", method.name),
        How::New => format!("new {}({list})", method.class),
    }
}

/// What `java` prints if something that a call needs cannot be made.
pub const NOT_MADE: &str = "# not made";

/// Makes the object and the arguments: what goes wrong then is not about the method.
fn made(method: &Method, receiver: Option<&str>, arguments: &[String]) -> String {
    let mut text = String::new();
    if method.how != How::Static {
        let _ = writeln!(text, "        {} r;", method.class);
    }
    for (n, ty) in method.parameters.iter().enumerate() {
        let _ = writeln!(text, "        {ty} a{n};");
    }
    let receiver = (method.how != How::Static).then(|| format!("r = {}; ", receiver.unwrap_or("null")));
    let each = arguments.iter().enumerate().map(|(n, argument)| format!("a{n} = {argument}; "));
    let all: String = receiver.into_iter().chain(each).collect();
    let line =
        format!("        try {{ {all}}} catch (Throwable t) {{ Say.line(\"{NOT_MADE}: \" + t); return; }}\n");
    if all.is_empty() { text } else { text + &line }
}

/// The call, and the lines that say what it came to.
fn statement(values: &Values, method: &Method, made: &str) -> String {
    if method.how == How::New {
        format!("r = {made}; Say.returns();")
    } else if method.result == "void" {
        format!("{made}; Say.returns();")
    } else if Values::has(&values.loose, method) {
        format!("Object v = {made}; Say.returns(); Say.line(v == null ? \"null\" : \"value\");")
    } else if Values::has(&values.open, method) {
        format!("Object v = {made}; Say.returns();")
    } else {
        format!("var v = {made}; Say.returns(); Say.line(Say.of(v));")
    }
}

/// What is looked at afterwards: of the object what the table says, or all; and arguments that a method may change.
fn look(values: &Values, method: &Method) -> String {
    let own = values.after.get(method.class.as_str()).cloned().unwrap_or_else(|| vec!["$"]);
    let own = own.iter().filter(|_| method.how != How::Static).map(|look| look.replace('$', "r"));
    let changeable = |ty: &str| ty.ends_with(']') || CHANGEABLE.contains(&ty);
    let arguments = method.parameters.iter().enumerate().filter(|(_, ty)| changeable(ty));
    let arguments = arguments.map(|(n, _)| format!("a{n}"));
    let each = own.chain(arguments).map(|look| format!("Say.line(Say.of({look}));"));
    let all = each.collect::<Vec<_>>().join(" ");
    if all.is_empty() {
        return all;
    }
    format!("        try {{ {all} }} catch (Throwable t) {{ Say.thrown(t); }}\n")
}

/// Types of arguments that a method may change, besides arrays.
const CHANGEABLE: [&str; 4] =
    ["java.lang.StringBuilder", "java.util.Collection", "java.util.List", "java.util.Map"];

/// The end of the output.
pub const END: &str = "the end\n";

/// Makes a call, which prints what it came to.
fn print(n: usize) -> String {
    format!("c{n}(); System.out.println(\"{}\");", END.trim_end())
}

/// How many calls share a program if all of them cannot be translated together.
pub const BLOCK: usize = 10;

/// A class with calls, each in a method. All are one program that chooses, which is its `main`; those of a block are one as well, and
/// each alone.
pub fn class(name: &str, calls: &[Call]) -> String {
    let quiet = "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})";
    let mut text = format!("{quiet}\npublic class {name} {{\n");
    for (n, call) in calls.iter().enumerate() {
        let _ = writeln!(text, "    static void c{n}() {{\n{}    }}", call.text);
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
