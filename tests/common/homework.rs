//! The homework of docs/homework.md, with faults that students make.

use itertools::Itertools;

/// The groups of clauses of the homework, which a student may change.
#[derive(Clone)]
pub struct Homework {
    pub ranks: i32,
    pub files: i32,
    pub some: Vec<Vec<i32>>,
    pub one: Vec<Vec<i32>>,
    pub moves: Vec<Vec<i32>>,
    pub once: Vec<Vec<i32>>,
    pub more: Vec<Vec<i32>>,
}

impl Homework {
    pub fn len(&self) -> i32 {
        self.ranks * self.files
    }

    /// The variable of a step and a square, all counted from 1.
    pub fn x(&self, step: i32, [rank, file]: [i32; 2]) -> i32 {
        ((step - 1) * self.ranks + (rank - 1)) * self.files + file
    }

    pub fn squares(&self) -> Vec<[i32; 2]> {
        let squares = (1..=self.ranks).cartesian_product(1..=self.files);
        squares.map(|(rank, file)| [rank, file]).collect()
    }

    pub fn moves_from(&self, [rank, file]: [i32; 2]) -> Vec<[i32; 2]> {
        let squares = self.squares().into_iter();
        let is_move = |to: &[i32; 2]| (to[0] - rank).abs() * (to[1] - file).abs() == 2;
        squares.filter(is_move).collect()
    }

    pub fn move_clause(&self, step: i32, next: i32, from: [i32; 2]) -> Vec<i32> {
        let to = self.moves_from(from);
        let to = to.iter().map(|&to| self.x(next, to));
        [-self.x(step, from)].into_iter().chain(to).collect()
    }

    pub fn new(ranks: i32, files: i32) -> Homework {
        let none = Vec::new;
        let mut work = Homework {
            ranks,
            files,
            some: none(),
            one: none(),
            moves: none(),
            once: none(),
            more: none(),
        };
        let (len, squares) = (work.len(), work.squares());
        for step in 1..=len {
            let all = squares
                .iter()
                .map(|&square| work.x(step, square))
                .collect_vec();
            work.one
                .extend(all.iter().array_combinations().map(|[a, b]| vec![-a, -b]));
            work.some.push(all);
        }
        for (step, &from) in (1..len).cartesian_product(&squares) {
            let clause = work.move_clause(step, step + 1, from);
            work.moves.push(clause);
        }
        for &square in &squares {
            let all = (1..=len).map(|step| -work.x(step, square)).collect_vec();
            work.once.extend(
                all.into_iter()
                    .array_combinations()
                    .map(|[a, b]| vec![a, b]),
            );
        }
        work
    }

    pub fn text(&self) -> String {
        let groups = [&self.some, &self.one, &self.moves, &self.once, &self.more];
        let clauses = groups.into_iter().flatten().collect_vec();
        let largest = clauses
            .iter()
            .flat_map(|clause| clause.iter().map(|lit| lit.abs()));
        let largest = largest.max().unwrap_or(0).max(self.len() * self.len());
        let mut text = format!("p cnf {largest} {}\n", clauses.len());
        for clause in clauses {
            text += &format!("{} 0\n", clause.iter().join(" "));
        }
        text
    }
}

/// A mistake of a student.
pub type Change = fn(&mut Homework);

/// The variables of a step on all squares.
pub fn at_step(work: &Homework, step: i32) -> Vec<i32> {
    let squares = work.squares().into_iter();
    squares.map(|square| work.x(step, square)).collect()
}

/// Adds the next square to each clause of a move at some steps, or drops it.
fn change_move(work: &mut Homework, [from, to]: [[i32; 2]; 2], is_added: bool) {
    for step in 1..work.len() {
        let [here, there] = [work.x(step, from), work.x(step + 1, to)];
        let clauses = work.moves.iter_mut();
        for clause in clauses.filter(|clause| clause[0] == -here) {
            clause.retain(|&lit| lit != there);
            if is_added {
                clause.push(there);
            }
        }
    }
}

fn not_joined(work: &mut Homework) {
    let here = [1, 5].map(|step| at_step(work, step)).concat();
    work.moves.retain(|clause| !here.contains(&-clause[0]));
}

/// Each square is visited, and each step but two has at most one square.
fn two_squares(work: &mut Homework) {
    work.once.clear();
    let squares = work.squares().into_iter();
    let all = squares.map(|square| (1..=work.len()).map(|step| work.x(step, square)).collect());
    work.some = all.collect();
    let here = [3, 7].map(|step| at_step(work, step)).concat();
    work.one.retain(|clause| !here.contains(&-clause[0]));
}

/// d3 is rank 3, file 4; c1 is rank 1, file 3.
fn no_move(work: &mut Homework) {
    let [d3, c1] = [[3, 4], [1, 3]];
    change_move(work, [d3, c1], false);
    change_move(work, [c1, d3], false);
}

fn no_move_one_way(work: &mut Homework) {
    change_move(work, [[3, 4], [1, 3]], false);
}

fn jump(work: &mut Homework) {
    let [a1, b1] = [[1, 1], [1, 2]];
    change_move(work, [a1, b1], true);
    change_move(work, [b1, a1], true);
}

fn close(work: &mut Homework) {
    for from in work.squares() {
        let clause = work.move_clause(work.len(), 1, from);
        work.more.push(clause);
    }
}

/// The clauses of some square leave the last file out.
fn no_last_file(work: &mut Homework) {
    for clause in &mut work.some {
        clause.retain(|lit| lit % work.files != 0);
    }
}

fn one_way(work: &mut Homework) {
    let squares = work.squares();
    for (v, w) in squares.iter().cartesian_product(&squares) {
        if v > w {
            work.more
                .push(vec![-work.x(1, *v), -work.x(work.len(), *w)]);
        }
    }
}

/// The numbers have the file before the rank.
fn transpose(work: &mut Homework) {
    let (len, ranks, files) = (work.len(), work.ranks, work.files);
    let number = |lit: i32| {
        let (step, square) = ((lit.abs() - 1) / len, (lit.abs() - 1) % len);
        lit.signum() * (step * len + square % files * ranks + square / files + 1)
    };
    let groups = [
        &mut work.some,
        &mut work.one,
        &mut work.moves,
        &mut work.once,
    ];
    let clauses = groups.into_iter().flatten();
    clauses.for_each(|clause| clause.iter_mut().for_each(|lit| *lit = number(*lit)));
}

/// Returns the sentence about a fault, with the numbers of the board.
pub fn sentence(text: &str, work: &Homework) -> String {
    let file = char::from(b'a' + work.files as u8 - 1);
    let names = (1..=work.ranks).map(|rank| format!("{file}{rank}"));
    let names = names.collect_vec();
    let last = match &names[..] {
        [a, b, c] => format!("{a}, {b} and {c}"),
        [a, b, c, d] => format!("{a}, {b}, {c} and {d}"),
        all => format!("{} and {} more", all[..3].join(", "), all.len() - 3),
    };
    let groups = [&work.some, &work.one, &work.moves, &work.once, &work.more];
    let clauses: usize = groups.map(Vec::len).iter().sum();
    let text = text.replace("{N}", &work.len().to_string());
    let text = text.replace("{moves}", &(work.len() - 1).to_string());
    let text = text.replace("{clause}", &clauses.to_string());
    text.replace("{file}", &last)
}

/// Faults with the sentence for each. The last one is none on a square board.
pub const FAULTS: [(Change, &str); 14] = [
    (
        |work| work.once.clear(),
        "at most one step a square is missing for all {N} squares",
    ),
    (
        |work| work.some.clear(),
        "at least one square a step is missing for all {N} steps",
    ),
    (
        two_squares,
        "at most one square a step is missing for steps 3 and 7",
    ),
    (
        not_joined,
        "steps 1 and 5 are not joined to the next by a move",
    ),
    (
        |work| work.moves.clear(),
        "no step is joined to the next by a move: all {moves} are missing",
    ),
    (
        no_move,
        "the move c1–d3 is never possible: {moves} steps lack it",
    ),
    (
        no_move_one_way,
        "the move d3→c1 is never possible: {moves} steps lack it",
    ),
    (jump, "a1–b1 is no move, and {moves} steps allow it"),
    (
        close,
        "step {N} is joined to step 1: was a closed tour meant (--closed)?",
    ),
    (
        |work| work.more.push(vec![1]),
        "step 1 is always on a1: was a fixed start meant (--start a1)?",
    ),
    (
        no_last_file,
        "squares {file} are never possible: {N} steps exclude them",
    ),
    (
        one_way,
        "of a tour and its reverse only one is a model: was one direction meant (--directions one)?",
    ),
    (
        |work| work.more.push(Vec::new()),
        "clause {clause} can never hold: ⊥ (the empty clause)",
    ),
    (
        transpose,
        "the map has another order than the formula: with --map '((i-1)*n+(k-1))*m+j' the formula is \
         right",
    ),
];
