//! Numbers for people.

use std::time::Duration;

/// `1234` as it is, `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2 states`.
pub fn counted(number: u64, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(number))
}

/// Bytes with a binary unit.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if number < 1024 {
        return counted(number, "byte");
    }
    let mut value = number as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// A time with two or three digits that matter.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let whole = duration.as_secs();
    match whole {
        0 if seconds < 0.001 => "less than 1 ms".to_owned(),
        0 => format!("{} ms", duration.as_millis()),
        1..=59 if duration.subsec_millis() == 0 => format!("{whole} s"),
        1..=59 => format!("{seconds:.1} s"),
        60..=3599 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}

/// The same for a column of a table.
pub fn short_time(duration: Duration) -> String {
    if duration < Duration::from_millis(1) { "< 1 ms".to_owned() } else { time(duration) }
}

/// A bound above a probability, with one digit: 0.00123 is `0.002`, smaller ones are `3e-12`.
pub fn probability_bound(p: f64) -> String {
    // A computed probability of zero has been rounded to it.
    let p = p.max(f64::EPSILON);
    let exponent = p.log10().floor() as i32;
    let digit = (p / 10f64.powi(exponent)).floor() as i32 + 1;
    let (digit, exponent) = if digit >= 10 { (1, exponent + 1) } else { (digit, exponent) };
    match exponent {
        0.. => "1".to_owned(),
        -3..=-1 => format!("{:.*}", -exponent as usize, f64::from(digit) * 10f64.powi(exponent)),
        _ => format!("{digit}e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        let shown = [0, 999, 1000, 9999, 10_000, 123_456, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1000", "9999", "10,000", "123,456", "1,234,567"]);
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
    }

    #[test]
    fn sizes_have_binary_units() {
        let shown = [0, 1, 1023, 1024, 1536, 1 << 20, (1 << 20) - 1, 5 << 30].map(bytes);
        assert_eq!(
            shown,
            ["0 bytes", "1 byte", "1023 bytes", "1.0 KiB", "1.5 KiB", "1.0 MiB", "1.0 MiB", "5.0 GiB"]
        );
    }

    #[test]
    fn times_have_units() {
        let shown = [0.0, 0.0125, 1.0, 1.25, 61.0, 3700.0].map(|s| time(Duration::from_secs_f64(s)));
        assert_eq!(shown, ["less than 1 ms", "12 ms", "1 s", "1.2 s", "1 min 1 s", "1 h 1 min"]);
        assert_eq!(short_time(Duration::from_micros(999)), "< 1 ms");
        assert_eq!(short_time(Duration::from_millis(1)), "1 ms");
    }

    #[test]
    fn probabilities_are_rounded_up() {
        let shown = [0.0, 2.3e-12, 9.5e-12, 0.00123, 0.5, 1.0].map(probability_bound);
        assert_eq!(shown, ["3e-16", "3e-12", "1e-11", "0.002", "0.6", "1"]);
    }
}
