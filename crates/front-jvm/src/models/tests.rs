//! A class of ours that stands for one of the JDK must not lack a member that programs may use: that is how tools that
//! replace classes fail on programs that are not their own.

use super::MODELS;
use crate::classfile::ClassFile;
use crate::library::{ClassPath, find_jdk};
use std::collections::BTreeSet;
use std::path::PathBuf;

const PUBLIC: u16 = 0x0001;
const PROTECTED: u16 = 0x0004;
/// Made by the compiler.
const SYNTHETIC: u16 = 0x1000;

/// What programs may use of a class: methods with their descriptors, fields with their types.
fn members(class: &ClassFile) -> BTreeSet<String> {
    let usable = |flags: u16| flags & (PUBLIC | PROTECTED) != 0 && flags & SYNTHETIC == 0;
    let methods = class.methods.iter().filter(|m| usable(m.flags)).map(|m| format!("{}{}", m.name, m.desc));
    let fields = class.fields.iter().filter(|f| usable(f.flags)).map(|f| format!("{} {}", f.name, f.desc));
    methods.chain(fields).collect()
}

/// A class without the methods that have no body.
fn bodies(mut class: ClassFile) -> ClassFile {
    class.methods.retain(|method| method.code.is_some());
    class
}

/// The superclass that a program knows: not one that helps us.
fn superclass(class: &ClassFile) -> Option<String> {
    let above = class.superclass.clone()?;
    match MODELS.iter().find(|(name, _)| *name == above && above.starts_with("commute/rt/")) {
        Some((_, bytes)) => superclass(&ClassFile::read(bytes).unwrap()),
        None => Some(above),
    }
}

/// The members of the classes of a JDK that the classes of ours do not have.
fn missing(home: Option<PathBuf>) -> Option<Vec<String>> {
    let mut jdk = ClassPath::new(find_jdk(home.as_deref()).ok()?, &[]);
    let mut missing = Vec::new();
    for (name, bytes) in MODELS {
        let Some(theirs) = jdk.class(name).unwrap() else { continue };
        let (theirs, ours) = (theirs.file.unwrap(), ClassFile::read(bytes).unwrap());
        assert_eq!(superclass(&ours), theirs.superclass, "{name}");
        let mut ours = members(&ours);
        // What an interface has a body for need not be said again.
        let mut interfaces = theirs.interfaces.clone();
        while let Some(interface) = interfaces.pop() {
            let interface = jdk.class(&interface).unwrap().unwrap().file.unwrap();
            interfaces.extend(interface.interfaces.clone());
            ours.extend(members(&bodies(ClassFile::clone(&interface))));
        }
        missing.extend(members(&theirs).difference(&ours).map(|member| format!("{name}.{member}")));
    }
    Some(missing)
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn classes_of_ours_have_every_member_that_programs_may_use() {
    let others = ["COMMUTE_JDK_11", "COMMUTE_JDK_21"].map(std::env::var_os);
    let homes = others.into_iter().flatten().map(|home| Some(PathBuf::from(home)));
    for home in std::iter::once(None).chain(homes) {
        match missing(home.clone()) {
            Some(missing) => assert_eq!(missing, Vec::<String>::new(), "{home:?}"),
            None => eprintln!("skipped: there is no JDK"),
        }
    }
}
