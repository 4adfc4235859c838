//! The variables that occur and their signs. Memory is proportional to the variables that occur,
//! not to the header.

/// Variables a page, with two bits each: 4 KiB.
const PAGE: u32 = 1 << 14;
/// Variables a word: the lower half has a bit for each positive occurrence, the upper half for each
/// negative one.
const WORD: u32 = 32;
type Page = [u64; (PAGE / WORD) as usize];

/// The signs of each variable, in pages that are allocated for their first variable.
#[derive(Default)]
pub struct Variables {
    pages: Vec<Option<Box<Page>>>,
    /// The largest variable.
    pub largest: u32,
}

/// The signs with which a variable occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Not at all.
    None,
    /// With one sign only.
    OneSign,
    /// With both.
    Both,
}

impl Variables {
    /// Adds a literal by its DIMACS number.
    #[inline]
    pub fn insert(&mut self, literal: i32) {
        let number = literal.unsigned_abs();
        let bit = number % WORD + if literal < 0 { WORD } else { 0 };
        let word = (number % PAGE / WORD) as usize;
        match self.pages.get_mut((number / PAGE) as usize) {
            Some(Some(page)) => page[word] |= 1 << bit,
            _ => self.page(number)[word] |= 1 << bit,
        }
        self.largest = self.largest.max(number);
    }

    #[cold]
    fn page(&mut self, number: u32) -> &mut Page {
        let page = (number / PAGE) as usize;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([0; (PAGE / WORD) as usize]))
    }

    fn usage(page: &Page, number: u32) -> Use {
        let word = page[(number % PAGE / WORD) as usize] >> (number % WORD);
        match (word & 1, word >> WORD & 1) {
            (0, 0) => Use::None,
            (1, 1) => Use::Both,
            _ => Use::OneSign,
        }
    }

    /// Counts the variables from 1 to `end` that occur in this way, and returns their first `limit`
    /// ranges.
    pub fn select(&self, usage: Use, end: u32, limit: usize) -> Selection {
        let mut selection = Selection::default();
        let mut number = 1;
        while number <= end {
            // Missing pages, and numbers beyond the last page, need no inspection.
            let (last, found) = match self.pages.get((number / PAGE) as usize) {
                Some(Some(page)) => (number, Self::usage(page, number)),
                Some(None) => (end.min(number | (PAGE - 1)), Use::None),
                None => (end, Use::None),
            };
            if found == usage {
                selection.add(number, last, limit);
            }
            number = last + 1;
        }
        selection
    }
}

/// Some of the variables.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Their number.
    pub count: u64,
    /// The first ranges, both ends included.
    pub ranges: Vec<(u32, u32)>,
    /// True if there are more ranges.
    pub more: bool,
}

impl Selection {
    fn add(&mut self, first: u32, last: u32, limit: usize) {
        self.count += u64::from(last - first) + 1;
        let room = self.ranges.len() < limit;
        match self.ranges.last_mut() {
            Some((_, to)) if *to + 1 == first && !self.more => *to = last,
            _ if room => self.ranges.push((first, last)),
            _ => self.more = true,
        }
    }
}

impl std::fmt::Display for Selection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ranges = self.ranges.iter().map(|&(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        });
        let more = self.more.then(|| "…".to_string());
        f.write_str(&ranges.chain(more).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_comes_in_ranges() {
        let mut variables = Variables::default();
        let ranges = |variables: &Variables, end| variables.select(Use::None, end, 9).ranges;
        assert_eq!(ranges(&variables, 0), []);
        assert_eq!(ranges(&variables, 7), [(1, 7)]);
        for number in [2, 3, 70_000, PAGE, 2 * PAGE - 1] {
            variables.insert(number as i32);
        }
        let end = i32::MAX as u32;
        let missing = [
            (1, 1),
            (4, PAGE - 1),
            (PAGE + 1, 2 * PAGE - 2),
            (2 * PAGE, 69_999),
            (70_001, end),
        ];
        assert_eq!(ranges(&variables, end), missing);
        assert_eq!(
            variables.select(Use::None, end, 9).count,
            u64::from(end) - 5
        );
        let short = variables.select(Use::None, end, 2);
        assert_eq!(short.ranges, missing[..2]);
        assert!(short.more && short.count == u64::from(end) - 5);
        assert_eq!(ranges(&variables, 3), [(1, 1)]);
        assert_eq!(variables.largest, 70_000);
        variables.insert(-i32::MAX);
        assert_eq!(ranges(&variables, end).last(), Some(&(70_001, end - 1)));
    }

    #[test]
    fn signs_are_told_apart() {
        let mut variables = Variables::default();
        for literal in [31, 32, 33, -33, -63, -64, 64, 20_000] {
            variables.insert(literal);
        }
        let one_sign = variables.select(Use::OneSign, 30_000, 9);
        assert_eq!(one_sign.to_string(), "31-32, 63, 20000");
        assert_eq!(variables.select(Use::Both, 30_000, 1).to_string(), "33, …");
    }
}
