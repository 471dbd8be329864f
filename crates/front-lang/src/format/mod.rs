//! The canonical layout of a program.
//!
//! The formatter writes the tokens and comments of the source again and changes only the space between them
//! (and leaves out a comma before a closing bracket), so the meaning cannot change and no comment is lost.
//! Where lines end depends only on the tokens, the comments and blank lines; hence formatting twice is
//! formatting once. The syntax tree says which declarations have a body and are set off by blank lines.

mod layout;
mod pieces;
mod spacing;
mod wrap;

use crate::ast::{File, Item, ItemKind};
use layout::Layout;
use std::collections::HashSet;

/// The text of a file that was parsed without errors, in canonical layout.
pub fn format(file: &File, source: &str) -> String {
    let mut bodies = Bodies::default();
    bodies.add_items(&file.items);
    Layout::new(pieces::pieces(source), bodies).run()
}

/// Where declarations with a body begin and end.
#[derive(Default)]
struct Bodies {
    starts: HashSet<u32>,
    ends: HashSet<u32>,
}

impl Bodies {
    fn add_items(&mut self, items: &[Item]) {
        for item in items {
            match &item.kind {
                ItemKind::Fn(_) | ItemKind::Thread { .. } => {}
                ItemKind::Process { items, .. } => self.add_items(items),
                ItemKind::Class { methods, .. } => {
                    methods.iter().for_each(|m| self.add(m.span.start, m.span.end));
                }
                _ => continue,
            }
            self.add(item.span.start, item.span.end);
        }
    }

    fn add(&mut self, start: u32, end: u32) {
        self.starts.insert(start);
        self.ends.insert(end);
    }
}
