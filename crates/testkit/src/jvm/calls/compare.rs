//! Whether what a call came to by Commute is what it came to by `java`.

use super::batch::Came;
use super::generate::{Call, NOT_MADE};

/// What comes of the comparison of one call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// All that was printed is the same.
    Same,
    /// So is all that was printed before the result could not be looked at further, for this reason.
    Unread(String),
    /// It blocks by `java` for a time that Commute does not wait for.
    Timed,
    /// It cannot be followed, for this reason.
    NotDecided(String),
    /// By `java` the call is not even made, for this reason.
    NotMade(String),
    /// It is different: what `java` says, and what Commute says.
    Different(String, String),
}

/// Compares what a call came to.
pub fn compare(call: &Call, java: &str, came: Came) -> Compared {
    if let Some(why) = java.strip_prefix(NOT_MADE) {
        return Compared::NotMade(why.trim_start_matches(": ").trim_end_matches("\\n").to_owned());
    }
    if java.contains("java.lang.OutOfMemoryError") {
        return Compared::NotMade("more memory than java has".to_owned());
    }
    let ours = match came {
        Came::NotDecided(why, printed) => {
            // Who calls it is the call itself.
            let why = why.split(" (called by").next().unwrap_or_default().to_owned();
            let lines = printed.rfind("\\n").map_or("", |end| &printed[..end + 2]);
            let (ours, theirs) = (without_names(lines), without_names(java));
            return if !is_called(lines) || java == "blocks" {
                Compared::NotDecided(why)
            } else if theirs.starts_with(&ours) {
                Compared::Unread(why)
            } else {
                Compared::Different(java.to_owned(), format!("{lines}..., then {why}"))
            };
        }
        Came::Blocks => "blocks".to_owned(),
        Came::To(text) => text,
    };
    if java == "blocks" && call.timed {
        Compared::Timed
    } else if without_names(&ours) == without_names(java) {
        Compared::Same
    } else {
        Compared::Different(java.to_owned(), ours)
    }
}

/// Whether a text says that the call came back.
fn is_called(text: &str) -> bool {
    text.contains("# returns") || text.contains("# throws")
}

/// What kind of thing a call came to: an exception, by its class without the package, or nothing special.
pub fn effect(java: &str) -> String {
    let thrown = java.split("# throws ").nth(1).filter(|_| !java.contains("# returns"));
    let class = thrown.and_then(|text| text.split("\\n").next()?.rsplit('.').next());
    match class {
        Some(class) => class.to_owned(),
        None if java == "blocks" => "blocks".to_owned(),
        None => "returns".to_owned(),
    }
}

/// Hash codes and the names of lambdas are nobody's business.
fn without_names(text: &str) -> String {
    let mut parts = text.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    let text =
        parts.fold(first, |text, part| text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    let mut parts = text.split("$$Lambda");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '$' || c == '/';
    parts.fold(first, |text, part| text + "$$Lambda" + part.trim_start_matches(is_name))
}

#[cfg(test)]
mod tests {
    use super::{Came, Compared, compare, effect};
    use crate::jvm::calls::Call;

    fn compared(java: &str, came: Came) -> Compared {
        let call = Call { method: 0, text: String::new(), shown: String::new(), timed: false };
        compare(&call, java, came)
    }

    #[test]
    fn what_is_printed_before_a_refusal_is_compared() {
        let refused = |text: &str| Came::NotDecided("no (called by x)".to_owned(), text.to_owned());
        let java = "# returns\\n7\\nfalse\\n";
        assert_eq!(compared(java, refused("# returns\\n7\\n")), Compared::Unread("no".to_owned()));
        assert_eq!(compared(java, refused("")), Compared::NotDecided("no".to_owned()));
        assert!(matches!(compared(java, refused("# returns\\n8\\n")), Compared::Different(..)));
        assert!(matches!(compared(java, Came::Blocks), Compared::Different(..)));
        assert_eq!(compared(java, Came::To(java.to_owned())), Compared::Same);
    }

    #[test]
    fn hash_codes_and_lambdas_are_not_compared() {
        let ours = Came::To("# returns\\ntext A@1 B$$Lambda3@1\\n".to_owned());
        assert_eq!(compared("# returns\\ntext A@4f2 B$$Lambda$14/0x00001@33\\n", ours), Compared::Same);
    }

    #[test]
    fn an_effect_is_an_exception_or_nothing_special() {
        assert_eq!(effect("# throws java.lang.Error\\nnull\\n"), "Error");
        assert_eq!(effect("# returns\\n1\\n"), "returns");
    }
}
