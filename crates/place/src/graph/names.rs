//! The names of vertices: numbers from 1, as most files have them, numbers from 0, words, or the
//! squares of a board.

use crate::outline::Outline;
use std::collections::HashMap;
use std::sync::Arc;

/// The names of the vertices of a graph. They are no part of its identity.
#[derive(Clone, Debug, Default)]
pub enum Names {
    /// Numbers from 1.
    #[default]
    FromOne,
    /// Numbers from 0.
    FromZero,
    /// A word for each vertex.
    Words(Arc<Words>),
    /// The squares of a board with this outline.
    Squares(Arc<Outline>),
}

/// Words, each for one vertex.
#[derive(Clone, Debug, Default)]
pub struct Words {
    words: Vec<String>,
    vertices: HashMap<String, u32>,
}

impl Words {
    /// Returns the vertex of a word; adds a new vertex for a new word.
    pub fn vertex(&mut self, word: &str) -> u32 {
        if let Some(&vertex) = self.vertices.get(word) {
            return vertex;
        }
        let vertex = self.words.len() as u32;
        self.vertices.insert(word.to_string(), vertex);
        self.words.push(word.to_string());
        vertex
    }

    /// Returns the words in the order of the vertices.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl FromIterator<String> for Words {
    fn from_iter<I: IntoIterator<Item = String>>(words: I) -> Words {
        let mut all = Words::default();
        for word in words {
            all.vertex(&word);
        }
        all
    }
}

/// Equal for all: two graphs with the same edges are equal.
impl PartialEq for Names {
    fn eq(&self, _: &Names) -> bool {
        true
    }
}

impl Eq for Names {}

impl Names {
    /// Returns the names of vertices in order, on one line. A name with blanks or marks has
    /// quotation marks.
    pub fn path(&self, steps: &[u32]) -> String {
        let mut text = String::new();
        for (nth, &vertex) in steps.iter().enumerate() {
            if nth > 0 {
                text.push(' ');
            }
            let start = text.len();
            self.push(vertex, &mut text);
            let name = &text[start..];
            let is_mark = |mark: char| mark.is_whitespace() || ",;[](){}|→\"'".contains(mark);
            if name.contains(is_mark) || name.contains("->") {
                let quote = if name.contains('"') { '\'' } else { '"' };
                text.insert(start, quote);
                text.push(quote);
            }
        }
        text
    }

    /// Appends the name of a vertex to a text.
    pub fn push(&self, vertex: u32, text: &mut String) {
        let mut number = |number: u32| text.push_str(itoa::Buffer::new().format(number));
        match self {
            Names::FromOne => number(vertex + 1),
            Names::FromZero => number(vertex),
            Names::Words(words) => text.push_str(&words.words[vertex as usize]),
            Names::Squares(outline) => outline.push_name(vertex, text),
        }
    }

    /// Returns the vertex with this name, of so many.
    pub fn vertex(&self, name: &str, len: u32) -> Option<u32> {
        let number = || name.parse::<u32>().ok();
        let vertex = match self {
            Names::FromOne => number()?.checked_sub(1),
            Names::FromZero => number(),
            Names::Words(words) => words.vertices.get(name).copied(),
            Names::Squares(outline) => outline.named(name),
        };
        vertex.filter(|&vertex| vertex < len)
    }
}
