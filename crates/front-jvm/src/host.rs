//! The values of static fields of library classes, as the `java` of the same JDK has them after it has initialised the classes.
//!
//! The program that is run is ours (`models/src/commute/host`), and nothing else is on its class path: nothing of a program that is
//! checked is run. It is started when the first value is wanted. What depends on the surroundings of a JVM is fixed ([`FIXED`]).

use crate::javac::Scratch;
use std::collections::HashMap;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

/// The class that is run.
const SERVER: &[u8] = include_bytes!("../models/classes/commute/host/Constants.class");

/// What the library asks its surroundings for.
const SETTINGS: [&str; 8] = [
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
    "-Dsun.jnu.encoding=UTF-8",
    "-Duser.dir=/",
    "-Duser.home=/",
    "-Djava.locale.providers=CLDR,COMPAT",
];

/// The same, for reports.
pub const FIXED: &str = "the locale is en_US, the time zone UTC, the charset UTF-8";

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Null,
    Word(u64),
    Object(u32),
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The value of a static field: a class and a field.
    Field = 1,
    /// A bundle of texts of the library: its name and a locale.
    Bundle = 2,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// The values of its fields by class and name.
    Instance(String, Vec<(String, String, Value)>),
    /// An array of a descriptor.
    Array(String, Vec<Value>),
    /// A text, and whether it is the one that all equal literals are.
    Text(Vec<u16>, bool),
    /// What stands for a class.
    Class(String),
    /// It has a meaning in that machine only: why.
    Opaque(String),
}

/// An object, and the class that has it in a static field if that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub body: Body,
    pub holder: Option<String>,
}

type Answer<T> = Result<T, String>;

/// The machine to ask, for all translations of one program: they get the same answers.
#[derive(Clone, Default)]
pub struct Host(Arc<Mutex<Asked>>);

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Host")
    }
}

#[derive(Default)]
struct Asked {
    machine: Option<Answer<Machine>>,
    values: HashMap<(What, String, String), Answer<Value>>,
    objects: HashMap<u32, Arc<Object>>,
}

/// A `java` that runs.
struct Machine {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// Where its class is.
    _classes: Scratch,
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It waits for requests and has nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Host {
    /// A value of the library at `home`; names are as class files have them.
    pub fn value(&self, home: &Path, what: What, of: &str, name: &str) -> Answer<Value> {
        let mut asked = self.0.lock().map_err(|_| "the java to ask has failed".to_owned())?;
        let key = (what, of.to_owned(), name.to_owned());
        if let Some(known) = asked.values.get(&key) {
            return known.clone();
        }
        let Asked { machine, objects, .. } = &mut *asked;
        let answer = match machine.get_or_insert_with(|| Machine::start(home)) {
            Ok(machine) => machine.ask(what, [of, name], objects),
            Err(why) => Err(why.clone()),
        };
        asked.values.insert(key, answer.clone());
        answer
    }

    /// An object that a value refers to.
    pub fn object(&self, number: u32) -> Option<Arc<Object>> {
        self.0.lock().ok()?.objects.get(&number).cloned()
    }
}

impl Machine {
    fn start(home: &Path) -> Answer<Machine> {
        let java: PathBuf = home.join("bin/java");
        if !java.is_file() {
            return Err("there is no java beside the library that could be asked".to_owned());
        }
        let cannot =
            |error: &dyn std::fmt::Display| format!("the java beside the library cannot be asked: {error}");
        let classes = Scratch::new().map_err(|error| cannot(&error))?;
        let directory = classes.path().join("commute/host");
        std::fs::create_dir_all(&directory).map_err(|error| cannot(&error))?;
        std::fs::write(directory.join("Constants.class"), SERVER).map_err(|error| cannot(&error))?;
        let mut child = Command::new(java)
            .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"])
            .args(["--add-opens", "java.base/java.lang=ALL-UNNAMED"])
            .args(SETTINGS)
            .arg("-cp")
            .arg(classes.path())
            .arg("commute.host.Constants")
            // Options of the user's surroundings are not for this one.
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS")
            .env_remove("JDK_JAVA_OPTIONS")
            .env_remove("CLASSPATH")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| cannot(&error))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| cannot(&"it has no pipes"))?;
        Ok(Machine { child, to: BufWriter::new(to), from: BufReader::new(from), _classes: classes })
    }

    fn ask(
        &mut self,
        what: What,
        names: [&str; 2],
        objects: &mut HashMap<u32, Arc<Object>>,
    ) -> Answer<Value> {
        let asked = self.request(what, names).and_then(|()| self.answer(objects));
        asked.unwrap_or_else(|error| Err(format!("the java beside the library gave no answer: {error}")))
    }

    fn request(&mut self, what: What, [of, name]: [&str; 2]) -> std::io::Result<()> {
        self.to.write_all(&[what as u8])?;
        for text in [of.replace('/', "."), name.to_owned()] {
            let length = u16::try_from(text.len()).unwrap_or(0);
            self.to.write_all(&length.to_be_bytes())?;
            self.to.write_all(&text.as_bytes()[..usize::from(length)])?;
        }
        self.to.flush()
    }

    /// The error is about the pipe.
    fn answer(&mut self, objects: &mut HashMap<u32, Arc<Object>>) -> std::io::Result<Answer<Value>> {
        if self.byte()? != 0 {
            return Ok(Err(self.text()?));
        }
        for _ in 0..self.int()? {
            let number = self.int()?;
            let mut kind = self.byte()?;
            let mut holder = None;
            if kind == 5 {
                holder = Some(self.text()?);
                kind = self.byte()?;
            }
            let body = self.body(kind)?;
            objects.insert(number, Arc::new(Object { body, holder }));
        }
        Ok(Ok(self.value()?))
    }

    fn body(&mut self, kind: u8) -> std::io::Result<Body> {
        Ok(match kind {
            1 => {
                let (class, count) = (self.text()?, self.int()?);
                let mut fields = Vec::new();
                for _ in 0..count {
                    fields.push((self.text()?, self.text()?, self.value()?));
                }
                Body::Instance(class, fields)
            }
            2 => {
                let (desc, count) = (self.text()?, self.int()?);
                let mut elements = Vec::new();
                for _ in 0..count {
                    elements.push(self.value()?);
                }
                Body::Array(desc, elements)
            }
            3 => {
                let is_literal = self.byte()? != 0;
                let mut units = Vec::new();
                for _ in 0..self.int()? {
                    units.push(u16::from_be_bytes([self.byte()?, self.byte()?]));
                }
                Body::Text(units, is_literal)
            }
            4 => Body::Class(self.text()?),
            _ => Body::Opaque(self.text()?),
        })
    }

    fn value(&mut self) -> std::io::Result<Value> {
        Ok(match self.byte()? {
            0 => Value::Null,
            1 => Value::Word(u64::from_be_bytes(self.take()?)),
            _ => Value::Object(self.int()?),
        })
    }

    fn take<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn byte(&mut self) -> std::io::Result<u8> {
        Ok(self.take::<1>()?[0])
    }

    fn int(&mut self) -> std::io::Result<u32> {
        Ok(u32::from_be_bytes(self.take()?))
    }

    /// A name: its characters are plain ones.
    fn text(&mut self) -> std::io::Result<String> {
        let length = u16::from_be_bytes(self.take()?);
        let mut bytes = vec![0; usize::from(length)];
        self.from.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
