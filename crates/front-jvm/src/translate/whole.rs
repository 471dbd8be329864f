//! From a main class or a test to a program.

use super::{Notes, Open, Opened, Properties, TranslateError, Translator};
use crate::host::Host;
use crate::library::ClassPath;
use crate::source::Sources;
use crate::world::World;
use commute_ir::Program;

/// A program, what it rests on, and the class path it was read from.
pub type Translated = (Program, Notes, ClassPath);

/// A program, or what is opened before it is translated once more.
pub enum Attempt {
    Whole(Box<Translated>),
    Lacks(Box<Opened>, Box<ClassPath>),
}

/// What else a translation goes by.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// What is translated of what is left out at first.
    pub opened: &'a Opened,
    /// The machine that is asked for values of the library.
    pub host: &'a Host,
    /// What the user says of the program besides.
    pub properties: &'a Properties,
    /// The arguments of `main`.
    pub arguments: &'a [String],
}

/// Translates the program whose `main` method is in `main`.
pub fn translate(
    world: World,
    sources: Sources<'_>,
    main: &str,
    open: Open,
    around: Around<'_>,
) -> Result<Attempt, TranslateError> {
    let mut translator = Translator::new(world, sources, open, around)?;
    translator.main(main, true)?;
    translator.work()?;
    let foreseen = translator.foreseen();
    if foreseen != *around.opened {
        return Ok(Attempt::Lacks(Box::new(foreseen), Box::new(translator.world.path)));
    }
    if !translator.begins_alone() {
        let Translator { world, sources, .. } = translator;
        translator = Translator::new(World::new(world.path), sources, open, around)?;
        translator.main(main, false)?;
        translator.work()?;
    }
    Ok(Attempt::Whole(Box::new(translator.finish()?)))
}

/// Translates a test, named as `a.B#method`, with what runs around it.
pub fn translate_test(
    world: World,
    sources: Sources<'_>,
    test: &str,
    open: Open,
    around: Around<'_>,
) -> Result<Translated, TranslateError> {
    let mut translator = Translator::new(world, sources, open, around)?;
    translator.test(test)?;
    translator.work()?;
    translator.finish()
}
