//! The part of the table about what is written differently in each country.

use super::super::members::Dispatch as D;
use super::{Intrinsic::*, Row, row};

const ADAPTERS: &str = "sun/util/locale/provider/LocaleProviderAdapter sun/util/locale/provider/JRELocaleProviderAdapter \
    sun/util/cldr/CLDRLocaleProviderAdapter";
const OF_TYPE: &str =
    "(Lsun/util/locale/provider/LocaleProviderAdapter$Type;)Lsun/util/locale/provider/LocaleProviderAdapter;";
const ADAPTER: &str = "(Ljava/lang/Class;Ljava/util/Locale;)Lsun/util/locale/provider/LocaleProviderAdapter;";
const BUNDLE: &str = "(Ljava/lang/String;Ljava/util/Locale;)Ljava/util/ResourceBundle;";
const TAGS: &str = "(Ljava/lang/Object;Ljava/lang/String;)Ljava/util/Set;";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row(ADAPTERS, "forType", "", Ours("commute/rt/Locales.forType", OF_TYPE)),
    row(ADAPTERS, "getAdapter", "", Ours("commute/rt/Locales.adapter", ADAPTER)),
    row(ADAPTERS, "isSupportedProviderLocale isSupportedProviderInstance", "", Number(1)),
    row("java/util/spi/LocaleServiceProvider", "isSupportedLocale", "", Number(1)),
    row(ADAPTERS, "getLanguageTagSet createLanguageTagSet", "", Ours("commute/rt/Locales.tags", TAGS)),
    row(ADAPTERS, "getAvailableLocales toLocaleArray", "", Refused),
    row("sun/util/locale/provider/LocaleServiceProviderPool", "getAllAvailableLocales getAvailableLocales", "", Refused),
    row("sun/util/resources/LocaleData", "getBundle", "", Ours("commute/rt/Locales.bundle", BUNDLE)),
    row("sun/util/resources/LocaleData", "getSupplementary", "", Refused),
    // Bundles of the program are found by who asks for them.
    row("java/util/ResourceBundle", "getBundle", "", Refused),
    row("commute/rt/Locales", "names", "", BundleNames),
    row("commute/rt/Locales", "bundle", "(I)Ljava/lang/Object;", Dispatch(D::Bundle)),
];
