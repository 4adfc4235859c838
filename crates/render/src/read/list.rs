//! The readings of a board of numbers, or of a list of squares or vertices.

use crate::prelude::*;
use knightsat_tour::list::{self, Word};
use knightsat_tour::mask;

/// Returns the tours that a text can mean, the likeliest first.
pub(super) fn readings(place: &Place, text: &str) -> Vec<Vec<u32>> {
    // A tour of TSPLIB has a head, and -1 at its end.
    let body = text.split_once("TOUR_SECTION").map(|(_, rest)| rest);
    let body = body.map(|rest| rest.split("-1").next().unwrap_or(rest));
    let body = body.map(|rest| rest.split("EOF").next().unwrap_or(rest));
    if let (None, Place::Board(board)) = (body, place)
        && let Ok(rows) = mask::numbers(text)
        && let Some(steps) = on_board(board, &rows)
    {
        return vec![steps];
    }
    let words = list::words(body.unwrap_or(text));
    let records: Vec<&[Word]> = list::records(&words).collect();
    let mut parts = text.split([';', '\n']);
    let has_pieces = text.contains(';') && parts.any(|part| part.split_whitespace().count() > 1);
    if let Place::Board(board) = place {
        let number = |word: &Word| word.text.parse().ok().map(Some);
        let rows = records
            .iter()
            .map(|record| record.iter().map(number).collect());
        let rows: Option<Vec<Vec<Option<u32>>>> = rows.collect();
        if let Some(steps) = rows.and_then(|rows| on_board(board, &rows)) {
            return vec![steps];
        }
        // Several pieces are no tour.
        let is_number = |word: &Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
        if has_pieces && !words.iter().all(is_number) {
            return Vec::new();
        }
    } else if has_pieces {
        return Vec::new();
    }
    of_words(place, &words)
}

/// Returns the steps of numbers on a board, from 0 or 1, if they are all there. The text may have
/// files for ranks.
fn on_board(board: &Board, rows: &[Vec<Option<u32>>]) -> Option<Vec<u32>> {
    let [ranks, files] = [board.ranks(), board.files()].map(|side| side as usize);
    let has = |lines: usize, width: usize| {
        rows.len() == lines && rows.iter().all(|row| row.len() == width)
    };
    let is_turned = match (has(ranks, files), has(files, ranks)) {
        (true, _) => false,
        (false, true) => true,
        _ => return None,
    };
    let mut placed = Vec::new();
    for rank in 1..=ranks {
        for file in 1..=files {
            let number = if is_turned {
                rows[file - 1][rank - 1]
            } else {
                rows[ranks - rank][file - 1]
            };
            let square = Square {
                rank: rank as u32,
                file: file as u32,
            };
            match (board.vertex(square), number) {
                (Ok(vertex), Some(number)) => placed.push((number, vertex)),
                (Err(_), None | Some(0)) => {}
                _ => return None,
            }
        }
    }
    in_order(placed)
}

/// Returns true if the text contains a number for each cell, in the ranks and files of the board.
pub(super) fn is_grid(board: &Board, text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.trim().is_empty());
    let is_rank = |line: &str| line.split_whitespace().count() == board.files() as usize;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    rows.clone().count() == board.ranks() as usize
        && rows.all(|line| is_rank(line) && line.split_whitespace().all(is_number))
}

/// Returns the vertices by their numbers, which run from 0 or 1.
fn in_order(mut placed: Vec<(u32, u32)>) -> Option<Vec<u32>> {
    placed.sort_unstable();
    let first = placed
        .first()
        .map(|&(number, _)| number)
        .filter(|&first| first <= 1)?;
    let are_all = (first..)
        .zip(&placed)
        .all(|(step, &(number, _))| step == number);
    are_all.then(|| placed.into_iter().map(|(_, vertex)| vertex).collect())
}

/// Returns the readings of a list.
fn of_words(place: &Place, words: &[Word]) -> Vec<Vec<u32>> {
    // Numbers of moves, as in `1. b3`, `1.b3` or `1: b3`.
    let keys = words.iter().filter(|word| word.is_key).count();
    let are_numbered = 2 * keys == words.len();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let texts = words
        .iter()
        .filter(|word| !(are_numbered && word.is_key))
        .map(|word| match word.text.rsplit_once('.') {
            Some((before, "")) if is_number(before.trim_end_matches('.')) => "",
            Some((before, zeros)) if is_number(before) && zeros.trim_matches('0').is_empty() => {
                before
            }
            Some((before, name)) if is_number(before.trim_end_matches('.')) => name,
            _ => word.text,
        });
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    let numbers: Option<Vec<u32>> = texts.iter().map(|text| text.parse().ok()).collect();
    match (place, numbers) {
        (Place::Board(board), Some(numbers)) => of_numbers(board, &numbers),
        (Place::Board(_), None) => of_names(place, &texts),
        (Place::Graph(graph), numbers) => {
            let mut found = of_names(place, &texts);
            // Numbers from 1 for vertices from 0, or the other way round; or their count first.
            let len = graph.len() as usize;
            let names = |numbers: &[u32], least: u32| {
                let mut steps = numbers.iter().map(|number| number.checked_sub(least));
                let within = |step: &u32| *step < graph.len();
                steps
                    .by_ref()
                    .map(|step| step.filter(within))
                    .collect::<Option<Vec<u32>>>()
            };
            for numbers in numbers.iter().flat_map(|numbers| bodies(numbers, len)) {
                found.extend([1, 0].iter().filter_map(|&least| names(numbers, least)));
            }
            found
        }
    }
}

/// Returns the numbers, and the numbers after the first if that is their count.
fn bodies(numbers: &[u32], count: usize) -> Vec<&[u32]> {
    let is_length = |some: &&[u32]| some.len() == count || some.len() == count + 1;
    let after = numbers.get(1..).filter(|_| numbers[0] as usize == count);
    let both = [Some(numbers), after].into_iter().flatten();
    both.filter(is_length).collect()
}

/// Returns the reading of names, perhaps with the number of the step before or behind each, or of
/// moves such as a1-b3 b3-c5.
fn of_names(place: &Place, texts: &[&str]) -> Vec<Vec<u32>> {
    let all: Option<Vec<u32>> = texts.iter().map(|text| vertex(place, text)).collect();
    if let Some(steps) = all {
        let is_chained = steps.len() > 2
            && steps.len().is_multiple_of(2)
            && steps[1..steps.len() - 1]
                .chunks(2)
                .all(|pair| pair[0] == pair[1]);
        return vec![if is_chained {
            let firsts = steps.iter().step_by(2).copied();
            firsts.chain(steps.last().copied()).collect()
        } else {
            steps
        }];
    }
    let pairs = || texts.chunks_exact(2);
    if place.board().is_none() || !texts.len().is_multiple_of(2) {
        return Vec::new();
    }
    let before = pairs().map(|pair| Some((pair[0].parse().ok()?, vertex(place, pair[1])?)));
    let behind = pairs().map(|pair| Some((pair[1].parse().ok()?, vertex(place, pair[0])?)));
    let placed = before
        .collect::<Option<Vec<_>>>()
        .or_else(|| behind.collect());
    placed.and_then(in_order).into_iter().collect()
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

/// Returns the readings of numbers: of squares, rank by rank, or of ranks and files.
fn of_numbers(board: &Board, numbers: &[u32]) -> Vec<Vec<u32>> {
    let len = board.squares() as usize;
    let cells = board.ranks() * board.files();
    let mut found = Vec::new();
    // From 1, from 0; with the rank first, with the file first; ranks from below, from above.
    let ways = || {
        [false, true]
            .into_iter()
            .cartesian_product([1, 0])
            .cartesian_product([false, true])
    };
    let square = |rank: Option<u32>, file: Option<u32>, is_above: bool| {
        let (rank, file) = (rank?, file?);
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
    for numbers in bodies(numbers, len) {
        for (is_above, least) in [(false, 1), (false, 0), (true, 1), (true, 0)] {
            let steps = numbers.iter().map(|&number| {
                let cell = number.checked_sub(least).filter(|&cell| cell < cells)?;
                square(
                    Some(cell / board.files()),
                    Some(cell % board.files()),
                    is_above,
                )
            });
            found.extend(steps.collect::<Option<Vec<u32>>>());
        }
    }
    // With the number of the step before each pair, or not.
    let triples = numbers.len() == 3 * len
        && numbers
            .chunks(3)
            .tuple_windows()
            .all(|(one, next)| next[0] == one[0] + 1);
    let flat: Vec<u32> = if triples {
        numbers
            .chunks(3)
            .flat_map(|triple| &triple[1..])
            .copied()
            .collect()
    } else {
        numbers.to_vec()
    };
    if [2 * len, 2 * len + 2].contains(&flat.len()) {
        for ((is_above, least), is_file_first) in ways() {
            let steps = flat.chunks(2).map(|pair| {
                let [a, b] = [pair[0], pair[1]].map(|number| number.checked_sub(least));
                let (rank, file) = if is_file_first { (b, a) } else { (a, b) };
                square(rank, file, is_above)
            });
            found.extend(steps.collect::<Option<Vec<u32>>>());
        }
    }
    found
}

/// Returns true if the steps visit each vertex once, along moves.
pub(super) fn is_path(place: &Place, steps: &[u32]) -> bool {
    let mut seen = vec![false; place.len() as usize];
    let is_new = |&vertex: &u32| !std::mem::replace(&mut seen[vertex as usize], true);
    let is_move = |pair: &[u32]| match place {
        Place::Graph(graph) => graph.has_arc(pair[0], pair[1]),
        Place::Board(board) => {
            let [a, b] = [board.square(pair[0]), board.square(pair[1])];
            let (ranks, files) = (a.rank.abs_diff(b.rank), a.file.abs_diff(b.file));
            board.leaper() == (ranks.min(files), ranks.max(files))
        }
    };
    steps.len() == place.len() as usize && steps.iter().all(is_new) && steps.windows(2).all(is_move)
}
