//! Texts that are written differently in each country: bundles of resources of the library, which the JVM is asked for when an
//! execution wants one. Each has a number, as classes have that are found by their names.

use super::members::Case;
use super::opened::Missing;
use super::{FuncId, Translator};
use crate::world::LoadError;
use commute_ir::{Operand, StaticId};

/// The bundles of the data that is used by default, and of that which is asked for what the first lacks.
const BUNDLES: [&str; 10] = [
    "sun.text.resources.cldr.FormatData",
    "sun.util.resources.cldr.CalendarData",
    "sun.util.resources.cldr.CurrencyNames",
    "sun.util.resources.cldr.LocaleNames",
    "sun.util.resources.cldr.TimeZoneNames",
    "sun.text.resources.FormatData",
    "sun.util.resources.CalendarData",
    "sun.util.resources.CurrencyNames",
    "sun.util.resources.LocaleNames",
    "sun.util.resources.TimeZoneNames",
];

/// The locales that have constants.
const LOCALES: [&str; 19] = [
    "", "en", "en_US", "en_GB", "en_CA", "de", "de_DE", "fr", "fr_FR", "fr_CA", "it", "it_IT", "ja", "ja_JP",
    "ko", "ko_KR", "zh", "zh_CN", "zh_TW",
];

fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUNDLES.into_iter().flat_map(|name| LOCALES.into_iter().map(move |locale| (name, locale)))
}

impl Translator<'_> {
    /// An array of the names of all bundles.
    pub(super) fn bundle_names(&mut self) -> Result<StaticId, LoadError> {
        let mut data = Vec::new();
        for (name, locale) in all() {
            data.push(Operand::Static(self.text_of(&format!("{name} {locale}"))?));
        }
        let shape = self.array_shape("[Ljava/lang/String;")?;
        Ok(self.add_static("names of bundles".to_owned(), shape, data))
    }

    /// A case for each bundle.
    pub(super) fn bundle_cases(&mut self, func: FuncId) -> Vec<(i64, Case)> {
        let mut cases = Vec::new();
        for (number, (name, locale)) in all().enumerate() {
            let what = format!("{name} {locale}");
            let case = if !self.opened.asks_host() {
                Case::Refuse(self.refusal_of(&what, func, Some(Missing::Value)))
            } else if !self.opened.is_reflected(&what) {
                Case::Refuse(self.asks_for(what.clone(), what))
            } else {
                match self.hosted_bundle(name, locale) {
                    Ok(bundle) => Case::Give(bundle),
                    Err(why) => Case::Refuse(self.refusal(&format!("{what}: {}", why.0), func)),
                }
            };
            cases.push((number as i64, case));
        }
        cases
    }
}
