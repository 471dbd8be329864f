//! Systems of several programs: every command of `docs/distributed.md` says what the page shows, and what is asked wrongly is refused.

use crate::java::has_jdk;
use crate::run::Place;
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/distributed.md");
const ECHO: &str = "public class Echo { public static void main(String[] args) { } }";

/// The commands of the page, each with what is shown behind it.
fn commands() -> Vec<(Vec<String>, Vec<&'static str>)> {
    let mut found = Vec::new();
    for part in PAGE.split("```sh\n").skip(1) {
        let (command, behind) = part.split_once("```").unwrap();
        let shown = behind.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        found.push((words(command.trim()), shown.collect()));
    }
    found
}

/// The words of a command behind its first one, as a shell takes them apart.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in command.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.split_off(1)
}

/// A place with copies of the systems that are tested elsewhere.
fn place(name: &str, systems: &[&str]) -> Place {
    let mut place = Place::new(name);
    for system in systems {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-jvm/tests/distributed").join(system);
        std::fs::create_dir_all(place.path().join(system)).unwrap();
        for file in std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
            let name = format!("{system}/{}", file.file_name().to_string_lossy());
            place = place.file(&name, std::fs::read_to_string(file.path()).unwrap());
        }
    }
    place
}

#[test]
fn the_page_shows_what_is_said() {
    if !has_jdk() {
        return;
    }
    let systems = ["Echo", "LeftOpen", "Framing", "Reconnect", "StoreForgets", "TwoPhaseHasty"];
    let place = place("distributed", &systems);
    let commands = commands();
    assert!(commands.len() >= 5, "the page has no commands");
    for (arguments, shown) in commands {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let is_right = shown[0].ends_with("holds\n");
        let ran = place.run(&arguments);
        ran.exits(i32::from(!is_right));
        for text in shown {
            ran.says(text);
        }
    }
}

/// `LeftOpen` forgets its connection in some executions only, the client of `Framing` in none.
#[test]
fn connections_that_are_left_open_are_told() {
    if !has_jdk() {
        return;
    }
    let place = place("distributed-open", &["LeftOpen", "Framing"]);
    let told = "client may end with a connection that it has not closed";
    place.run(&["check", "LeftOpen/system.toml"]).exits(0).says(told);
    // A process that is stopped closes nothing itself, and is not to blame for it.
    for faults in [&[][..], &["--faults", "crash(client)<=1"]] {
        let ran = place.run(&[&["check", "Framing/system.toml"], faults].concat());
        assert!(!ran.stdout.contains(told), "{}", ran.stdout);
    }
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let place = Place::new("distributed-wrong")
        .file("Echo.java", ECHO)
        .file("none.toml", "[process]\n")
        .file("unknown.toml", "[process.a]\nmain = \"Echo\"\nports = 3\n")
        .file("many.toml", "[process.a]\nmain = \"Echo\"\ncopies = 17\n")
        .file("times.toml", "timeouts = \"late\"\n[process.a]\nmain = \"Echo\"\n")
        .file("text.toml", "process = 3\n");
    let refused: [(&[&str], &str); 10] = [
        (&["none.toml"], "at least one process"),
        (&["unknown.toml"], "process a: unknown field `ports`"),
        (&["many.toml"], "process a: there are 1 to 16 copies"),
        (&["times.toml"], "that is `any` or `last`"),
        (&["text.toml"], "text.toml"),
        (&["many.toml", "--process", "b=Echo"], "leave out --process"),
        (&[".", "--process", "a=Echo", "--process", "a=Echo"], "two processes `a`"),
        (&[".", "--process", "a=Echo", "--faults", "crash(b)<=1"], "there is no such process; there are a"),
        (&[".", "--process", "a"], "write NAME=CLASS"),
        (&["Echo.java", "--faults", "drop<=1"], "--faults is for systems"),
    ];
    for (arguments, why) in refused {
        let all: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
        // What `--process` takes is a matter of arguments, everything else of what is read.
        let code = if why.starts_with("write") { 2 } else { 4 };
        place.run(&all).exits(code).complains(why);
    }
}
