//! A concurrent program, and its text.

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// An operation: what type its result has, and its text.
    Op(char, String),
    /// Text around statements.
    Block(String, String, Vec<Stmt>),
    /// `main` starts a thread.
    Start(usize),
    /// `main` waits for a thread.
    Join(usize),
}

/// An object that threads share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name, which is part of every text that uses it.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Declarations of the class.
    pub declarations: Vec<String>,
    /// What `main` does before it ends.
    pub ends: Vec<String>,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What threads share.
    pub objects: Vec<Object>,
    /// What `main` does, starting threads included.
    pub main: Vec<Stmt>,
    /// What each thread does.
    pub threads: Vec<Vec<Stmt>>,
}

impl Program {
    /// The lists of statements of all threads, `main` last.
    pub fn lists_mut(&mut self) -> impl Iterator<Item = &mut Vec<Stmt>> {
        self.threads.iter_mut().chain(std::iter::once(&mut self.main))
    }

    /// The texts of all operations.
    pub fn operations(&self) -> Vec<&str> {
        let mut all = Vec::new();
        self.threads.iter().chain(std::iter::once(&self.main)).for_each(|list| texts(list, &mut all));
        all
    }

    /// How many observations it makes.
    pub fn slots(&self) -> usize {
        self.threads.iter().chain(std::iter::once(&self.main)).map(|list| observations(list)).sum()
    }

    /// Whether threads run one after the other, so that there is little to choose.
    pub fn is_serial(&self) -> bool {
        let after = |n: &usize| self.main.windows(2).any(|two| two == [Stmt::Start(*n), Stmt::Join(*n)]);
        (0..self.threads.len()).all(|n| after(&n))
    }

    /// The text of a class of this name.
    pub fn java(&self, class: &str) -> String {
        let used = self.operations().concat();
        let mut printer = Printer { text: format!("public class {class} {{\n"), slot: 0 };
        let objects: Vec<&Object> = self.objects.iter().filter(|o| used.contains(&o.name)).collect();
        for declaration in objects.iter().flat_map(|object| &object.declarations) {
            printer.line(1, declaration);
        }
        let slots: String = (0..self.slots()).map(|slot| format!("o{slot}, ")).collect();
        printer.line(1, &format!("static volatile int {slots}done;"));
        let threads = (0..self.threads.len()).map(|n| format!("t{n}")).collect::<Vec<_>>();
        printer.line(
            1,
            &format!("static volatile Thread {};", [&["tm".to_owned()], &threads[..]].concat().join(", ")),
        );
        for (n, body) in self.threads.iter().enumerate() {
            printer.line(1, &format!("static void run{n}() {{"));
            printer.list(2, body);
            printer.line(1, "}");
        }
        self.print_main(&mut printer, class, &objects);
        printer.text + "}\n"
    }

    fn print_main(&self, printer: &mut Printer, class: &str, objects: &[&Object]) {
        printer.line(1, "public static void main(String[] args) throws Exception {");
        printer.line(2, "tm = Thread.currentThread();");
        for n in 0..self.threads.len() {
            printer.line(2, &format!("t{n} = new Thread({class}::run{n});"));
        }
        printer.list(2, &self.main);
        for n in 0..self.threads.len() {
            printer.line(2, &format!("X.join(t{n});"));
        }
        for end in objects.iter().flat_map(|object| &object.ends) {
            printer.line(2, "Thread.interrupted();");
            printer.line(2, end);
        }
        printer.line(2, "done = 1;");
        printer.line(1, "}");
    }
}

fn texts<'a>(list: &'a [Stmt], all: &mut Vec<&'a str>) {
    for stmt in list {
        match stmt {
            Stmt::Op(_, text) => all.push(text),
            Stmt::Block(open, _, body) => {
                all.push(open);
                texts(body, all);
            }
            Stmt::Start(_) | Stmt::Join(_) => {}
        }
    }
}

/// How many observations a list of statements makes.
pub fn observations(list: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Op(..) => 1,
        Stmt::Block(open, _, body) => usize::from(!open.starts_with("synchronized")) + observations(body),
        Stmt::Start(_) | Stmt::Join(_) => 0,
    };
    list.iter().map(of).sum()
}

struct Printer {
    text: String,
    slot: usize,
}

impl Printer {
    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn next_slot(&mut self) -> String {
        self.slot += 1;
        format!("o{}", self.slot - 1)
    }

    fn list(&mut self, depth: usize, list: &[Stmt]) {
        for stmt in list {
            self.statement(depth, stmt);
        }
    }

    fn statement(&mut self, depth: usize, stmt: &Stmt) {
        match stmt {
            Stmt::Op(ty, text) => {
                let slot = self.next_slot();
                self.line(depth, "Jitter.at();");
                let line = operation(*ty, text, &slot);
                self.line(depth, &format!("try {{ {line} }} catch (Throwable e) {{ {slot} = X.t(e); }}"));
            }
            Stmt::Block(open, close, body) if open.starts_with("synchronized") => {
                self.line(depth, "Jitter.at();");
                self.line(depth, open);
                self.list(depth + 1, body);
                self.line(depth, close);
            }
            Stmt::Block(open, close, body) => {
                let slot = self.next_slot();
                self.line(depth, "Jitter.at();");
                self.line(depth, &format!("try {{ {open}"));
                self.line(depth + 1, &format!("{slot} = 1;"));
                self.list(depth + 1, body);
                self.line(depth, &format!("{close} }} catch (Throwable e) {{ {slot} = X.t(e); }}"));
            }
            Stmt::Start(n) => {
                self.line(
                    depth,
                    &format!("try {{ t{n}.start(); }} catch (IllegalThreadStateException e) {{ }}"),
                );
            }
            Stmt::Join(n) => self.line(depth, &format!("X.join(t{n});")),
        }
    }
}

/// An operation that leaves what it came to in a slot.
fn operation(ty: char, text: &str, slot: &str) -> String {
    let name = match ty {
        'z' => "boolean",
        'i' => "int",
        'o' => "Object",
        _ => return format!("{text}; {slot} = 1;"),
    };
    if text.starts_with('{') {
        format!("{name} o; {text} {slot} = X.{ty}(o);")
    } else {
        format!("{slot} = X.{ty}({text});")
    }
}
