//! Models inside documents.

/// A fenced block of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fence {
    /// The line of the document on which its text begins, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
}

/// The blocks of a Markdown text that are fenced with the language `language` and nothing after it.
pub fn fences(markdown: &str, language: &str) -> Vec<Fence> {
    let opening = format!("```{language}");
    let mut found = Vec::new();
    let mut open: Option<Fence> = None;
    let mut other = false;
    for (at, line) in markdown.lines().enumerate() {
        match &mut open {
            Some(_) if line.trim_end() == "```" => found.extend(open.take()),
            Some(fence) => {
                fence.text.push_str(line);
                fence.text.push('\n');
            }
            // Inside a block in another language only its end counts.
            None if other => other = line.trim_end() != "```",
            None if line.trim_end() == opening => open = Some(Fence { line: at + 2, text: String::new() }),
            None => other = line.starts_with("```"),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_the_language_are_found() {
        let text = "a\n```cm\nx\ny\n```\n```sh\n```cm\n```\n```cm ignored\nz\n```\n```cm\nlast\n```\n";
        let expected = [(3, "x\ny\n"), (13, "last\n")].map(|(line, t)| Fence { line, text: t.to_owned() });
        assert_eq!(fences(text, "cm"), expected);
    }
}
