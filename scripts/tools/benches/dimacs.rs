//! Speed of encoding, writing and reading, in bytes of the DIMACS file a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use knightsat::cnf::dimacs::read::{CnfReader, Header};
use knightsat::cnf::dimacs::write::Writer;
use knightsat::cnf::sink::ClauseSink;
use knightsat::cnf::{Lit, Var};
use knightsat::encoding::{Formula, Style};
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem};
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

fn write(formula: &Formula, output: impl Write) -> u64 {
    let mut writer = Writer::new(output, formula.header(), &[]);
    formula.encode(&mut writer);
    writer.finish().unwrap().1
}

fn formulas(criterion: &mut Criterion) {
    let board = Board::new(12, 12).unwrap();
    let problem = Problem::new(board.graph(), Kind::Open, None, None).unwrap();
    for (name, style) in [("textbook", Style::TEXTBOOK), ("default", Style::DEFAULT)] {
        let formula = Formula::new(&problem, style).unwrap();
        let mut text = Vec::new();
        let bytes = write(&formula, &mut text);
        let mut group = criterion.benchmark_group(format!("12x12 {name}"));
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function("encode and count", |b| b.iter(|| formula.count().total()));
        group.bench_function("encode and write", |b| {
            b.iter(|| write(&formula, io::sink()))
        });
        group.bench_function("read", |b| b.iter(|| read(black_box(&text))));
        group.finish();
    }
}

/// Reads a formula and adds up its literals.
fn read(text: &[u8]) -> u64 {
    let mut reader = CnfReader::new(text, "bench", "").unwrap();
    let (mut clause, mut literals) = (Vec::new(), 0);
    while reader.next_clause(&mut clause).unwrap() {
        literals += clause.len() as u64;
    }
    literals
}

/// The writer alone: pairs at once, and the same pairs clause by clause.
fn writer(criterion: &mut Criterion) {
    const LITS: u32 = 1000;
    let header = Header {
        variables: LITS,
        clauses: u64::from(LITS * (LITS - 1) / 2),
    };
    let pairs = |pairwise: bool| {
        let mut writer = Writer::new(io::sink(), header, &[]);
        let lits: Vec<Lit> = writer.new_vars(LITS).iter().map(Var::pos).collect();
        if pairwise {
            writer.pairwise(&lits);
        } else {
            for (i, &a) in lits.iter().enumerate() {
                for &b in &lits[i + 1..] {
                    writer.clause(&[!a, !b]);
                }
            }
        }
        writer.finish().unwrap().1
    };
    let mut group = criterion.benchmark_group("writer");
    group.throughput(Throughput::Bytes(pairs(true)));
    group.bench_function("pairwise", |b| b.iter(|| pairs(true)));
    group.bench_function("clause by clause", |b| b.iter(|| pairs(false)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = formulas, writer
}
criterion_main!(benches);
