//! The readings of a list: of squares or vertices in order, of numbered ones, of edges, or of
//! successors.

use super::chain::chain;
use super::words::{Record, Word, is_number};
use super::{Reading, TourTextError, error, named};
use crate::base::text::is_or_are;
use crate::prelude::*;
use std::iter::once;

/// Returns the tours that the records can mean, the likeliest first, or the fault of a word.
pub(super) fn readings(
    place: &Place,
    records: &[Record],
    has_pieces: bool,
) -> Result<Vec<Reading>, TourTextError> {
    let calls: Vec<Option<&str>> = records.iter().map(|record| record.call).unique().collect();
    if calls.len() > 1 {
        return of_one_call(place, records, &calls);
    }
    let records = without_titles(place, &without_counts(place, records))?;
    let words = records.iter().flat_map(|record| &record.words);
    let words = words.collect_vec();
    let mut widths = records.iter().map(|record| record.words.len());
    let list = List {
        place,
        words: &words,
        width: widths.all_equal_value().ok().filter(|_| records.len() > 1),
    };
    let mut found = Vec::new();
    for form in [
        Form::Numbered,
        Form::Edges,
        Form::Sequence,
        Form::Successors,
    ] {
        if form == Form::Sequence && has_pieces && !list.is_board_of_numbers() {
            continue;
        }
        for notation in Notation::all(place) {
            found.extend(list.readings(form, notation));
        }
    }
    found.extend(list.below_size(&records));
    found.sort_by_key(|reading| reading.rank(place));
    if !found.first().is_some_and(|first| first.is_path(place)) {
        if let Some(word) = list.second_tour(&records) {
            return Err(error(word.line, word.column, SECOND));
        }
        if found.is_empty() {
            return Err(list.fault());
        }
    }
    Ok(found)
}

/// The fault of a text with several tours.
pub(super) const SECOND: &str = "a second tour begins here: write each tour to a file of its own";

/// Returns the readings of the facts with one name, if they alone are a tour.
fn of_one_call(
    place: &Place,
    records: &[Record],
    calls: &[Option<&str>],
) -> Result<Vec<Reading>, TourTextError> {
    let of_call = |call: &Option<&str>| {
        let ours = records.iter().filter(|record| record.call == *call);
        let ours: Vec<Record> = ours.cloned().collect();
        let mut found = readings(place, &ours, false).ok()?;
        found.truncate(1);
        found[0].note = call.map(|call| format!("only the facts {call}(…) are read"));
        Some(found).filter(|found| found[0].is_path(place))
    };
    let mut tours = calls.iter().filter_map(of_call);
    match (tours.next(), tours.next()) {
        (Some(tour), None) => Ok(tour),
        _ => {
            let shown = calls.iter().map(|call| match call {
                Some(call) => format!("{call}(…)"),
                None => "words without a name".into(),
            });
            let word = records[0].words[0];
            let shown = shown.take(4).join(", ");
            let message = format!("facts of several names, {shown}: keep those of the tour");
            Err(error(word.line, word.column, message))
        }
    }
}

/// Returns the records without the numbers of pairs of moves, as in `1. a1 c2 2. a3 b1`.
fn without_counts<'t>(place: &Place, records: &[Record<'t>]) -> Vec<Record<'t>> {
    let is_count = |word: &Word| word.is_key && is_number(word.text);
    let words = || records.iter().flat_map(|record| &record.words);
    let counts = words().filter(|word| is_count(word));
    let counts = counts
        .map(|word| word.text.parse().unwrap_or(0))
        .collect_vec();
    let are_in_order = counts.iter().copied().eq(1..=counts.len() as u32);
    let moves = words().count() - counts.len();
    let are_names = place.board().is_some() && words().any(|word| !is_number(word.text));
    let mut records = records.to_vec();
    if are_names && are_in_order && moves > counts.len() && moves <= 2 * counts.len() {
        for record in &mut records {
            record.words.retain(|word| !is_count(word));
        }
        records.retain(|record| !record.words.is_empty());
    }
    records
}

/// Returns the records without a title, and without words that all of them contain at the same
/// place, as in `Step 1: a1`. Other words than vertices and numbers are errors.
fn without_titles<'t>(
    place: &Place,
    records: &[Record<'t>],
) -> Result<Vec<Record<'t>>, TourTextError> {
    let is_noise = |word: &Word| !is_number(word.text) && vertex(place, word.text).is_none();
    let has_digits = |word: &Word| word.text.contains(|c: char| c.is_ascii_digit());
    let is_title = |record: &Record| {
        let mut words = record.words.iter();
        words.all(|word| is_noise(word) && !has_digits(word))
    };
    let Some(first) = records.iter().position(|record| !is_title(record)) else {
        let word = records.first().map(|record| record.words[0]);
        return word.map_or_else(|| Ok(Vec::new()), |word| Err(unknown(place, &word)));
    };
    let last = records.iter().rposition(|record| !is_title(record));
    let mut records = records[first..=last.expect("the first is one")].to_vec();
    // A title ends in a colon, as in `Tour: a1 c2`.
    let words = &mut records[0].words;
    let start = words.iter().position(|word| !is_noise(word)).unwrap_or(0);
    if start > 0 && words[start - 1].is_key {
        words.drain(..start);
    }
    let noise = |record: &Record<'t>| {
        let words = record.words.iter().enumerate();
        let noise = words.filter(|(_, word)| is_noise(word));
        noise.map(|(at, word)| (at, word.text)).collect_vec()
    };
    let common = noise(&records[0]);
    if common.is_empty() || records.len() < 2 || records.iter().any(|other| noise(other) != common)
    {
        let mut words = records.iter().flat_map(|record| &record.words);
        return match words.find(|word| is_noise(word)) {
            Some(word) => Err(unknown(place, word)),
            None => Ok(records),
        };
    }
    for record in &mut records {
        record.words.retain(|word| !is_noise(word));
    }
    Ok(records)
}

/// Returns the error for a word that is no vertex.
fn unknown(place: &Place, word: &Word) -> TourTextError {
    let fault = named(place, word.text).err();
    let fault = fault.unwrap_or_else(|| format!("'{}' is not a step", word.text));
    let message = match place {
        Place::Board(_) if fault.contains("is not a square") => {
            format!("{fault}; remove all other words")
        }
        _ => fault,
    };
    error(word.line, word.column, message)
}

/// Returns the vertex of a name; a square may have capitals or the letter of a piece.
fn vertex(place: &Place, text: &str) -> Option<u32> {
    let found = |text: &str| place.vertex(text).ok();
    if place.board().is_none() || found(text).is_some() {
        return found(text);
    }
    let piece = text.strip_prefix(['N', 'S', 'K', 'C', 'n', '♘', '♞']);
    piece
        .and_then(found)
        .or_else(|| found(&text.to_lowercase()))
}

/// The relation between the words of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Vertices with the numbers of their steps, in any order.
    Numbered,
    /// Edges, in any order.
    Edges,
    /// Vertices in the order of the tour.
    Sequence,
    /// The successor of each vertex, in the order of the vertices.
    Successors,
}

/// The meaning of one word, or of two, as a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Names,
    /// Numbers of vertices from 0 or 1; squares are counted along the ranks.
    Numbers {
        least: u32,
        is_above: bool,
    },
    /// A rank and a file from 0 or 1.
    Pairs {
        least: u32,
        is_file_first: bool,
        is_above: bool,
    },
}

impl Notation {
    fn all(place: &Place) -> Vec<Notation> {
        let numbers = |is_above: bool| {
            let all = [1, 0].into_iter();
            all.map(move |least| Notation::Numbers { least, is_above })
        };
        let names = once(Notation::Names);
        if place.board().is_none() {
            return names.chain(numbers(false)).collect();
        }
        let ways = [false, true]
            .into_iter()
            .cartesian_product([1, 0])
            .cartesian_product([false, true]);
        let pairs = ways.map(|((is_above, least), is_file_first)| Notation::Pairs {
            least,
            is_file_first,
            is_above,
        });
        names
            .chain(numbers(false))
            .chain(numbers(true))
            .chain(pairs)
            .collect()
    }

    /// Returns the number of words for a vertex.
    fn width(self) -> usize {
        match self {
            Notation::Pairs { .. } => 2,
            _ => 1,
        }
    }

    /// Returns the vertex of these words.
    fn vertex(self, place: &Place, words: &[&Word]) -> Option<u32> {
        let number = |word: &Word, least: u32| {
            let number = is_number(word.text).then(|| word.text.parse::<u32>().ok());
            number??.checked_sub(least)
        };
        let square = |rank: u32, file: u32, is_above: bool| {
            let board = place.board()?;
            let rank = if is_above {
                board.ranks().checked_sub(rank + 1)?
            } else {
                rank
            };
            let square = Square {
                rank: rank.checked_add(1)?,
                file: file.checked_add(1)?,
            };
            board.vertex(square).ok()
        };
        match (self, place) {
            (Notation::Names, _) => vertex(place, words[0].text),
            (Notation::Numbers { least, .. }, Place::Graph(graph)) => {
                number(words[0], least).filter(|&vertex| vertex < graph.len())
            }
            (Notation::Numbers { least, is_above }, Place::Board(board)) => {
                let cell = number(words[0], least)?;
                let is_cell = cell < board.ranks() * board.files();
                let files = board.files();
                is_cell.then(|| square(cell / files, cell % files, is_above))?
            }
            (
                Notation::Pairs {
                    least,
                    is_file_first,
                    is_above,
                },
                _,
            ) => {
                let [a, b] = [number(words[0], least)?, number(words[1], least)?];
                let (rank, file) = if is_file_first { (b, a) } else { (a, b) };
                square(rank, file, is_above)
            }
        }
    }

    /// Returns the notation in words, unless it is that of the place.
    fn describe(self, place: &Place) -> Option<String> {
        let from_above = |is_above: bool| if is_above { ", from the top rank" } else { "" };
        match self {
            Notation::Names => None,
            Notation::Numbers { least, is_above } => {
                let vertices = match place {
                    Place::Board(_) => "squares",
                    Place::Graph(_) => "vertices",
                };
                let above = from_above(is_above);
                Some(format!("{vertices} numbered from {least}{above}"))
            }
            Notation::Pairs {
                least,
                is_file_first,
                is_above,
            } => {
                let order = if is_file_first {
                    "file and rank"
                } else {
                    "rank and file"
                };
                Some(format!("{order} from {least}{}", from_above(is_above)))
            }
        }
    }
}

/// A list of words.
#[derive(Clone, Copy)]
struct List<'l, 't> {
    place: &'l Place,
    words: &'l [&'l Word<'t>],
    /// The number of words of each record, if all have as many and there are several.
    width: Option<usize>,
}

impl<'t> List<'_, 't> {
    fn is_board_of_numbers(&self) -> bool {
        self.place.board().is_some() && self.words.iter().all(|word| is_number(word.text))
    }

    /// Returns the readings in a form and a notation.
    fn readings(&self, form: Form, notation: Notation) -> Option<Reading> {
        match form {
            Form::Numbered => self.numbered(notation),
            Form::Edges => self.edges(notation),
            Form::Sequence => self.sequence(notation),
            Form::Successors => self.successors(notation),
        }
    }

    /// Returns the vertices of these words.
    fn vertices<'w>(&self, notation: Notation, words: &[&Word<'w>]) -> Option<Vertices<'w>> {
        let width = notation.width();
        let all = words.chunks(width).map(|words| {
            let words = Some(words).filter(|words| words.len() == width)?;
            notation.vertex(self.place, words)
        });
        Some(Vertices {
            all: all.collect::<Option<_>>()?,
            words: words.iter().map(|word| word.text).collect(),
            notation,
        })
    }

    /// Returns the tours of the list below the number of its vertices, which the number of edges
    /// may follow, as Concorde writes them. A third number of each edge is its length.
    fn below_size(&self, records: &[Record<'t>]) -> Vec<Reading> {
        let number = |at: usize| self.words.get(at)?.text.parse::<u32>().ok();
        if number(0) != Some(self.place.len()) {
            return Vec::new();
        }
        let lines = records.len() - 1;
        let is_size = records[0].words.len() == 2 && number(1) == u32::try_from(lines).ok();
        let start = if is_size { 2 } else { 1 };
        let mut widths = records[1..].iter().map(|record| record.words.len());
        let width = widths.all_equal_value().ok().filter(|_| lines > 1);
        let words = &self.words[start..];
        let without_lengths = words
            .chunks(3)
            .flat_map(|words| words.iter().take(2).copied());
        let (words, width) = match width {
            Some(3) if is_size => (without_lengths.collect_vec(), Some(2)),
            width => (words.to_vec(), width),
        };
        let body = List {
            words: &words,
            width: width.filter(|_| records[0].words.len() == start),
            ..*self
        };
        let all = Notation::all(self.place).into_iter();
        let all = all.cartesian_product([Form::Edges, Form::Sequence]);
        let found = all.filter_map(|(notation, form)| body.readings(form, notation));
        found.filter(|reading| reading.steps.is_ok()).collect()
    }

    fn is_whole(&self, count: usize) -> bool {
        let len = self.place.len() as usize;
        count == len || count == len + 1
    }

    fn sequence(&self, notation: Notation) -> Option<Reading> {
        let count = self.words.len() / notation.width();
        let may_be_short = notation == Notation::Names;
        if !may_be_short && !self.is_whole(count) {
            return None;
        }
        let vertices = self.vertices(notation, self.words)?;
        let steps = vertices.all.clone();
        Some(vertices.reading(Ok(steps), self))
    }

    /// Reads a number and a vertex, or a vertex and a number, or a number and an edge.
    fn numbered(&self, notation: Notation) -> Option<Reading> {
        let width = notation.width();
        let item = |width: usize| {
            let is_multiple = self.words.len().is_multiple_of(width + 1);
            is_multiple.then(|| self.words.chunks(width + 1).collect_vec())
        };
        let number = |word: &Word| is_number(word.text).then(|| word.text.parse().ok())?;
        let keys = self.words.iter().filter(|word| word.is_key).count();
        for is_behind in [false, true] {
            let Some(items) = item(width) else { break };
            let parts = items.iter().map(|words| {
                let at = if is_behind { width } else { 0 };
                let rest = if is_behind {
                    &words[..width]
                } else {
                    &words[1..]
                };
                Some((number(words[at])?, rest.to_vec()))
            });
            let Some(parts) = parts.collect::<Option<Vec<(u32, Vec<&Word>)>>>() else {
                continue;
            };
            let words = parts.iter().flat_map(|(_, words)| words.iter().copied());
            let Some(vertices) = self.vertices(notation, &words.collect_vec()) else {
                continue;
            };
            let placed = parts.iter().map(|&(number, _)| number);
            let steps = in_order(placed.zip(vertices.all.iter().copied()).collect());
            let is_marked = keys == items.len()
                && items
                    .iter()
                    .all(|words| words[if is_behind { width - 1 } else { 0 }].is_key);
            let is_plain = self.words.iter().all(|word| is_number(word.text));
            let is_sure = is_marked || !is_plain;
            let mut reading = vertices.reading(steps, self);
            reading.is_sure = is_sure;
            // Two columns of numbers may be edges too.
            if is_sure || reading.is_path(self.place) {
                return Some(reading);
            }
        }
        // Numbered moves are edges.
        let items = item(2 * width).filter(|_| self.width == Some(2 * width + 1))?;
        let numbers = items.iter().map(|words| number(words[0]));
        let numbers: Vec<u32> = numbers.collect::<Option<_>>()?;
        let order = in_order(
            (0..numbers.len() as u32)
                .map(|at| (numbers[at as usize], at))
                .collect(),
        );
        let words = order
            .ok()?
            .into_iter()
            .flat_map(|at| items[at as usize][1..].iter());
        let words = words.copied().collect_vec();
        let moves = List {
            words: &words,
            width: Some(2 * width),
            ..*self
        };
        moves.edges(notation)
    }

    /// Reads two vertices in each record, or joined by a line.
    fn edges(&self, notation: Notation) -> Option<Reading> {
        let width = notation.width();
        let ends = self.words.chunks(2 * width);
        let are_joined = || {
            let mut ends = self.words.chunks(2);
            width == 1
                && ends.all(|ends| !ends[0].is_joined && ends.len() == 2 && ends[1].is_joined)
        };
        let are_records = self.width == Some(2 * width);
        let are_many = ends.len() > 1;
        let vertices = self.vertices(notation, self.words)?;
        let is_chained = || {
            let all = &vertices.all;
            all.len() > 2
                && all.len().is_multiple_of(2)
                && all[1..all.len() - 1]
                    .chunks(2)
                    .all(|pair| pair[0] == pair[1])
        };
        if !are_many || !(are_records || are_joined() || is_chained()) {
            return None;
        }
        let pairs = vertices.all.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let pairs = pairs.collect_vec();
        let found = chain(self.place.len(), &pairs, |v| vertices.name(v, self.place));
        let is_cycle = found.as_ref().is_ok_and(|chain| chain.is_cycle);
        let mut reading = vertices.reading(found.map(|chain| chain.steps), self);
        reading.is_cycle = is_cycle;
        reading.is_set = true;
        // Pairs of numbers are squares of a board, unless they are a tour as moves.
        let are_squares = self.is_board_of_numbers() && width == 1;
        Some(reading).filter(|reading| !are_squares || reading.is_path(self.place))
    }

    fn successors(&self, notation: Notation) -> Option<Reading> {
        let is_below = !matches!(notation, Notation::Numbers { is_above: true, .. });
        let len = self.place.len() as usize;
        let are_numbers = self.words.iter().all(|word| is_number(word.text));
        if notation.width() > 1 || !is_below || !are_numbers || self.words.len() != len {
            return None;
        }
        let vertices = self.vertices(notation, self.words)?;
        let successor = |vertex: &u32| Some(vertices.all[*vertex as usize]);
        let steps: Vec<u32> = std::iter::successors(Some(0), successor)
            .take(len + 1)
            .collect();
        let (last, steps) = steps.split_last()?;
        if *last != 0 || !steps.iter().all_unique() {
            return None;
        }
        let steps = steps.to_vec();
        let [first, second] = [steps[0], *steps.get(1)?].map(|v| vertices.name(v, self.place));
        let mut reading = vertices.reading(Ok(steps), self);
        reading.is_cycle = true;
        reading.is_set = true;
        let note = format!("the list is read as successors: {second} follows {first}");
        reading.note = Some(note);
        Some(reading)
    }

    /// Returns the first word of a second tour in the text.
    fn second_tour(&self, records: &[Record<'t>]) -> Option<Word<'t>> {
        let len = self.place.len() as usize;
        let mut starts = Vec::new();
        let mut count = 0;
        for record in records {
            starts.push(count);
            count += record.words.len();
        }
        Notation::all(self.place).into_iter().find_map(|notation| {
            let vertices = self.vertices(notation, self.words)?.all;
            [len, len + 1].into_iter().find_map(|count| {
                let second = vertices.get(count)?;
                let first = &vertices[..count];
                let returns = count == len || first[0] == first[len];
                let at = count * notation.width();
                let is_tour = returns && first[..len].iter().all_unique();
                let is_second = is_tour
                    && starts.contains(&at)
                    && vertices.len() >= 2 * len
                    && vertices[count..].iter().take(len).all_unique();
                is_second.then_some(second)?;
                Some(*self.words[at])
            })
        })
    }

    /// Returns the fault of the first pair of numbers that is no square of the board.
    fn pair_outside(&self) -> Option<TourTextError> {
        if self.width != Some(2) {
            return None;
        }
        let least = u32::from(!self.words.iter().any(|word| word.text == "0"));
        let notation = Notation::Pairs {
            least,
            is_file_first: false,
            is_above: false,
        };
        let mut pairs = self.words.chunks(2);
        let pair = pairs.find(|pair| notation.vertex(self.place, pair).is_none())?;
        let text = pair.iter().map(|word| word.text).join(",");
        let message = format!(
            "{text} is not a square of {}, rank and file counted from {least}",
            self.place
        );
        Some(error(pair[0].line, pair[0].column, message))
    }

    /// Returns the fault of a list without a reading.
    fn fault(&self) -> TourTextError {
        let word = self
            .words
            .iter()
            .find(|word| vertex(self.place, word.text).is_none());
        match (self.place, word) {
            (Place::Board(board), _) if self.is_board_of_numbers() => {
                if let Some(fault) = self.pair_outside() {
                    return fault;
                }
                let (count, word) = (self.words.len() as u64, self.words[0]);
                let ranks = counted(board.ranks(), "rank");
                let files = counted(board.files(), "file");
                let squares = counted(board.squares(), "square");
                let message = format!(
                    "{} {} neither a board of {ranks} and {files} nor a list of its {squares}",
                    counted(count, "number"),
                    is_or_are(count)
                );
                error(word.line, word.column, message)
            }
            (_, Some(word)) => unknown(self.place, word),
            (_, None) => error(1, 1, "no tour here: the text has no squares or vertices"),
        }
    }
}

/// The vertices of a list in a notation.
struct Vertices<'t> {
    all: Vec<u32>,
    words: Vec<&'t str>,
    notation: Notation,
}

impl Vertices<'_> {
    /// Returns the name of a vertex in the text.
    fn name(&self, vertex: u32, place: &Place) -> String {
        let width = self.notation.width();
        match self.all.iter().position(|&other| other == vertex) {
            Some(at) => self.words[at * width..(at + 1) * width].join(","),
            None => place.name(vertex),
        }
    }

    fn reading(self, steps: Result<Vec<u32>, String>, list: &List) -> Reading {
        let mut reading = Reading::new(steps);
        // A closed tour may return to its first vertex.
        if let Ok(steps) = &mut reading.steps
            && steps.len() == list.place.len() as usize + 1
            && steps.first() == steps.last()
        {
            steps.pop();
            reading.is_cycle = true;
        }
        if !reading.is_path(list.place) {
            let words = self.words.chunks(self.notation.width());
            let texts = self.all.iter().zip(words).rev();
            reading.texts = texts
                .map(|(&vertex, words)| (vertex, words.join(",")))
                .collect();
            reading.how = self.notation.describe(list.place);
        }
        reading
    }
}

/// Returns the vertices by the numbers of their steps, which count from 0 or 1, or the fault of the
/// numbers.
pub(super) fn in_order(mut placed: Vec<(u32, u32)>) -> Result<Vec<u32>, String> {
    placed.sort_by_key(|&(number, _)| number);
    let least = u32::from(placed.first().is_none_or(|&(number, _)| number > 0));
    let last = least + placed.len() as u32 - 1;
    let numbers = || placed.iter().map(|&(number, _)| number);
    if numbers().eq(least..=last) {
        return Ok(placed.into_iter().map(|(_, vertex)| vertex).collect());
    }
    let listed = |numbers: Vec<u32>, one: &str, many: &str| {
        let shown = numbers.iter().take(3).join(", ");
        match numbers.len() {
            0 => None,
            1 => Some(format!("{shown} {one}")),
            2..=3 => Some(format!("{shown} {many}")),
            more => Some(format!("{shown} and {} more {many}", more - 3)),
        }
    };
    let repeated = numbers().duplicates().collect_vec();
    let known: std::collections::HashSet<u32> = numbers().collect();
    let missing = (least..=last).filter(|number| !known.contains(number));
    let beyond = numbers().filter(|&number| number > last).unique();
    let faults = [
        listed(repeated, "stands twice", "stand more than once"),
        listed(
            beyond.collect(),
            &format!("is beyond {last}"),
            &format!("are beyond {last}"),
        ),
        listed(missing.collect(), "is missing", "are missing"),
    ];
    Err(faults.into_iter().flatten().join(" and "))
}
