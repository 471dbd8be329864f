//! What a program can change of its surroundings: the streams of `System`, and system properties. Nearly no program does, so both are
//! constants until an execution comes to a change; then the program is translated again (see [`super::opened`]).

use super::body::{Entry, Lowering};
use super::builder::Builder;
use super::intrinsics::Site;
use super::{TranslateError, Translator};
use crate::classfile::Kind;
use crate::world::FieldPlace;
use commute_ir::{ClassId, Instr, Operand, Place, Reg};

const SYSTEM: &str = "java/lang/System";

/// By which these are known when they are asked for.
const STREAMS: &str = "streams of System";
const PROPERTIES: &str = "system properties";

impl Translator<'_> {
    /// Whether a static field is a stream that the program sets.
    pub(super) fn is_stream_that_is_set(&self, class: ClassId, index: u32) -> bool {
        let class = self.world.class(class);
        class.file.name == SYSTEM
            && self.opened.is_reflected(STREAMS)
            && matches!(class.file.fields[index as usize].name.as_str(), "out" | "err" | "in")
    }

    /// `System.setOut` and the like.
    pub(super) fn emit_set_stream(
        &mut self,
        out: &mut Builder,
        (name, desc): (&str, &str),
        stream: Operand,
    ) -> Result<(), TranslateError> {
        if !self.opened.is_reflected(STREAMS) {
            let refusal =
                self.asks_for(STREAMS.to_owned(), format!("a stream that takes the place of System.{name}"));
            out.emit(refusal);
            return Ok(());
        }
        let system = self.world.load(SYSTEM)?;
        let Some(FieldPlace::Static(class, index)) = self.world.field(system, name, desc) else {
            return Err(TranslateError::Program(format!("System has no {name}")));
        };
        let place = Place::Global(self.static_field(class, index)?);
        out.emit(Instr::Store { place, src: stream, plain: false });
        Ok(())
    }

    /// Whether the program sets system properties.
    pub(super) fn sets_properties(&self) -> bool {
        self.opened.is_reflected(PROPERTIES)
    }

    /// A method of ours that sets or clears a system property.
    pub(super) fn emit_set_property(
        &mut self,
        out: &mut Builder,
        site: Site,
        (name, desc): (&str, &str),
        args: &[Entry],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        if self.sets_properties() {
            return self.emit_ours(out, site, name, desc, args, dst);
        }
        let refusal = self.asks_for(PROPERTIES.to_owned(), "a system property that is set".to_owned());
        out.emit(refusal);
        Ok(())
    }
}

impl Lowering<'_, '_> {
    /// `System.getProperty` of the user's where only an execution shows which, or what it is.
    pub(super) fn property_of_any(&mut self, args: &[Entry]) -> Result<bool, TranslateError> {
        let text = "Ljava/lang/String;";
        let desc = format!("({}){text}", text.repeat(args.len()));
        let name = match self.t.sets_properties() {
            true => "commute/rt/Settings.get",
            false => "commute/rt/Settings.fixed",
        };
        let (site, dst) = (Site { func: self.func, phase: self.phase }, self.out.temp(Kind::Ref));
        self.t.emit_ours(&mut self.out, site, name, &desc, args, Some(dst))?;
        self.push(Operand::Reg(dst), Kind::Ref);
        Ok(true)
    }
}
