//! The values that options take, and how they are written.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use commute::{
    Constant, ConstantValue, Initialiser, OracleKind, STRATEGIES, Sampling, Store, Strategy, Ties,
};
use std::time::Duration;

/// Reads `name=value`.
pub fn define(text: &str) -> Result<Constant, String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| "write NAME=VALUE, for example -D N=3".to_owned())?;
    if !is_identifier(name) {
        return Err(format!("`{name}` is not a name"));
    }
    let value = match value {
        "true" => ConstantValue::Bool(true),
        "false" => ConstantValue::Bool(false),
        _ => ConstantValue::Int(
            integer(value)
                .ok_or_else(|| format!("`{value}` is neither a 64-bit integer nor true or false"))?,
        ),
    };
    Ok(Constant { name: name.to_owned(), value })
}

/// Reads `variable=thread`.
pub fn init(text: &str) -> Result<Initialiser, String> {
    match text.split_once('=') {
        Some((variable, thread)) if !variable.is_empty() && !thread.is_empty() => {
            Ok(Initialiser { variable: variable.to_owned(), thread: thread.to_owned() })
        }
        _ => Err("write VARIABLE=THREAD, for example --init total=main".to_owned()),
    }
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// An integer as the modelling language writes it, with a sign.
fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (digits, 10),
    };
    // `from_str_radix` would take a second sign.
    if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return None;
    }
    let magnitude = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}

/// A count such as `1000`, `1_000_000`, `10k`, `5M`, `2G` (powers of a thousand).
pub fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000).ok_or_else(|| "write a number such as 1000, 50k, 10M".to_owned())
}

/// A size in bytes such as `4096`, `512k`, `200M`, `4G` (powers of 1024).
pub fn size(text: &str) -> Result<u64, String> {
    scaled(text, 1024).ok_or_else(|| "write a size such as 512k, 200M, 4G".to_owned())
}

/// A positive number with an optional suffix k, M, G or T.
fn scaled(text: &str, base: u64) -> Option<u64> {
    let exponent = match text.chars().last()? {
        'k' | 'K' => 1,
        'm' | 'M' => 2,
        'g' | 'G' => 3,
        't' | 'T' => 4,
        _ => 0,
    };
    let digits = if exponent == 0 { text } else { &text[..text.len() - 1] };
    let number: u64 = plain_digits(digits)?;
    number.checked_mul(base.pow(exponent)).filter(|&n| n > 0)
}

fn plain_digits(text: &str) -> Option<u64> {
    let well_formed = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    well_formed.then(|| text.replace('_', "").parse().ok())?
}

/// A time such as `500ms`, `10s`, `5m`, `2h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits_end);
    let seconds = match unit {
        "ms" => Some(0.001),
        "" | "s" => Some(1.0),
        "m" | "min" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    let total = seconds.and_then(|unit| number.parse::<f64>().ok().map(|n| n * unit));
    total
        .filter(|&t| t > 0.0)
        .and_then(|t| Duration::try_from_secs_f64(t).ok())
        .ok_or_else(|| "write a time such as 500ms, 10s, 5m, 2h".to_owned())
}

/// Reads a store.
pub fn store(text: &str) -> Result<Store, String> {
    match text {
        "exact" => return Ok(Store::Exact),
        "compact" => return Ok(Store::Compact),
        "bitstate" => return Ok(Store::Bitstate(None)),
        "none" => return Ok(Store::None),
        _ => {}
    }
    let Some(bits) = text.strip_prefix("bitstate=") else {
        return Err("choose exact, compact, bitstate, bitstate=LOG2BITS or none".to_owned());
    };
    match bits.parse() {
        Ok(log2) if (10..=48).contains(&log2) => Ok(Store::Bitstate(Some(log2))),
        _ => Err("LOG2BITS is a number from 10 to 48: the table has 2^LOG2BITS bits".to_owned()),
    }
}

/// Reads how ties are broken.
pub fn ties(text: &str) -> Result<Ties, String> {
    match text {
        "first" => Ok(Ties::First),
        "last" => Ok(Ties::Last),
        seed => seed.parse().map(Ties::Seed).map_err(|_| "choose first, last or a number".to_owned()),
    }
}

/// Reads how many things are done at the same time.
pub fn jobs(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|jobs| (1..=MAX_JOBS).contains(jobs))
        .ok_or_else(|| format!("a number from 1 to {MAX_JOBS}"))
}

/// More threads than this are of no use.
const MAX_JOBS: usize = 1024;

/// How many ordering constraints `--hunt pct` assumes.
const PCT_DEPTH: u32 = 3;

/// Nobody looks for bugs that need more; each place at which a priority changes is drawn for every execution.
const MAX_PCT_DEPTH: u32 = 1000;

/// Reads how executions are chosen.
pub fn hunt(text: &str) -> Result<Sampling, String> {
    let depth = match text.split_once('=') {
        None if text == "random" => return Ok(Sampling::Random),
        None if text == "mixed" => return Ok(Sampling::Mixed),
        None if text == "pct" => Some(PCT_DEPTH),
        Some(("pct", depth)) => depth.parse().ok().filter(|depth| (1..=MAX_PCT_DEPTH).contains(depth)),
        _ => None,
    };
    depth
        .map(|depth| Sampling::Pct { depth })
        .ok_or_else(|| format!("choose random, mixed, pct or pct=DEPTH, DEPTH from 1 to {MAX_PCT_DEPTH}"))
}

/// Reads an oracle, by its name.
pub fn oracle() -> impl TypedValueParser<Value = OracleKind> {
    let values =
        OracleKind::ALL.iter().map(|kind| PossibleValue::new(kind.facts().name).help(kind.facts().about));
    PossibleValuesParser::new(values)
        .map(|name| OracleKind::named(&name).expect("[commute internal bug] a possible value is an oracle"))
}

/// What `--strategy auto` does.
const AUTO: &str = "The strongest that preserves the properties asked for: transactions, by all that is known; every step, if the first \
                    states show that nothing is saved";

/// Reads a strategy, by its name.
pub fn strategy() -> impl TypedValueParser<Value = Strategy> {
    let auto = PossibleValue::new("auto").help(AUTO);
    let named = STRATEGIES.iter().map(|facts| PossibleValue::new(facts.name).help(facts.about));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| Strategy::named(&name).expect("[commute internal bug] a possible value is a strategy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defines_are_integers_or_truth_values() {
        let int = |name: &str, v| Ok(Constant { name: name.into(), value: ConstantValue::Int(v) });
        assert_eq!(define("N=3"), int("N", 3));
        assert_eq!(define("_a1=-0xF"), int("_a1", -15));
        assert_eq!(define("M=-9223372036854775808"), int("M", i64::MIN));
        assert_eq!(define("M=1_000"), int("M", 1000));
        assert_eq!(define("b=true"), Ok(Constant { name: "b".into(), value: ConstantValue::Bool(true) }));
        assert_eq!(define("b=false").map(|d| d.to_string()), Ok("b=false".to_owned()));
    }

    #[test]
    fn a_variable_is_initialised_by_a_thread() {
        let read = Initialiser { variable: "c.v".into(), thread: "worker[1]".into() };
        assert_eq!(init("c.v=worker[1]"), Ok(read));
        assert!(["v", "=t", "v=", ""].iter().all(|bad| init(bad).is_err()));
    }

    #[test]
    fn bad_defines_say_why() {
        assert_eq!(define("N"), Err("write NAME=VALUE, for example -D N=3".to_owned()));
        assert_eq!(define("=3"), Err("`` is not a name".to_owned()));
        assert_eq!(define("1x=3"), Err("`1x` is not a name".to_owned()));
        for value in ["", "--3", "-+3", "x", "9223372036854775808", "0x", "3.5", "_"] {
            let error = format!("`{value}` is neither a 64-bit integer nor true or false");
            assert_eq!(define(&format!("N={value}")), Err(error));
        }
    }

    #[test]
    fn counts_are_decimal_and_sizes_binary() {
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("5k"), Ok(5000));
        assert_eq!(count("2M"), Ok(2_000_000));
        assert_eq!(size("5k"), Ok(5120));
        assert_eq!(size("3G"), Ok(3 << 30));
        for bad in ["", "k", "0", "-1", "+1", "1.5G", "99999999999T", "5 k", "é"] {
            assert!(count(bad).is_err(), "{bad}");
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "0s", "s", "-1s", "5 s", "1d", "1..5s", "99999999999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn hunts_and_ties_are_named() {
        assert_eq!(hunt("random"), Ok(Sampling::Random));
        assert_eq!(hunt("mixed"), Ok(Sampling::Mixed));
        assert_eq!(hunt("pct"), Ok(Sampling::Pct { depth: 3 }));
        assert_eq!(hunt("pct=5"), Ok(Sampling::Pct { depth: 5 }));
        assert!(
            ["", "pct=", "pct=0", "pct=1001", "pct=4294967295", "pct=-1", "random=2", "walk"]
                .iter()
                .all(|bad| hunt(bad).is_err())
        );
        assert_eq!(
            (ties("first"), ties("last"), ties("7")),
            (Ok(Ties::First), Ok(Ties::Last), Ok(Ties::Seed(7)))
        );
        assert!(ties("middle").is_err());
    }

    #[test]
    fn stores_are_named() {
        assert_eq!(store("exact"), Ok(Store::Exact));
        assert_eq!(store("compact"), Ok(Store::Compact));
        assert_eq!(store("none"), Ok(Store::None));
        assert_eq!(store("bitstate"), Ok(Store::Bitstate(None)));
        assert_eq!(store("bitstate=24"), Ok(Store::Bitstate(Some(24))));
        for bad in ["", "bitstate=", "bitstate=9", "bitstate=49", "bitstate=x", "hash"] {
            assert!(store(bad).is_err(), "{bad}");
        }
    }
}
