use super::*;
use crate::Var;
use crate::sink::SizeTally;

fn emit(sink: &mut impl ClauseSink, vars: u32, pairs: usize) {
    let lits: Vec<Lit> = sink.new_vars(vars).iter().map(Var::pos).collect();
    sink.clause(&lits);
    sink.clause(&[]);
    sink.clause(&[!lits[0]]);
    sink.pairwise(&lits[lits.len() - pairs..]);
}

fn header(variables: u32, clauses: u64) -> Header {
    Header { variables, clauses }
}

fn write(vars: u32, pairs: usize, comments: &[String]) -> String {
    let mut tally = SizeTally::default();
    emit(&mut tally, vars, pairs);
    let header = header(vars, tally.total().clauses);
    let mut writer = Writer::new(Vec::new(), header, comments);
    emit(&mut writer, vars, pairs);
    let (text, bytes) = writer.finish().unwrap();
    assert_eq!(bytes, text.len() as u64);
    String::from_utf8(text).unwrap()
}

#[test]
fn a_small_file_is_what_one_would_write_by_hand() {
    let text = write(3, 3, &["three".into()]);
    let expected = "c three\np cnf 3 6\n1 2 3 0\n0\n-1 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n";
    assert_eq!(text, expected);
}

#[test]
fn every_length_of_a_number_is_written() {
    let powers = (0..10).map(|power| 10_u32.pow(power));
    let edges = powers.flat_map(|power| [power - 1, power, power + 1, power.saturating_mul(7)]);
    let even = (1..=Var::MAX).step_by(9973).chain([Var::MAX]);
    for var in edges.chain(even).filter_map(Var::new) {
        for lit in [var.pos(), var.neg()] {
            let mut text = [b'x'; CELL];
            let length = literal(&mut text, lit);
            assert_eq!(text[..length], *lit.to_dimacs().to_string().as_bytes());
        }
    }
}

#[test]
fn buffers_end_anywhere_without_a_trace() {
    for vars in 1000..1008 {
        let text = write(vars, 1000, &[]);
        let mut lines = text.lines().skip(4);
        for a in vars - 999..=vars {
            for b in a + 1..=vars {
                assert_eq!(lines.next(), Some(&format!("-{a} -{b} 0")[..]));
            }
        }
        assert_eq!(lines.next(), None);
    }
}

#[test]
#[should_panic(expected = "does not fit")]
fn a_wrong_header_is_noticed() {
    let mut writer = Writer::new(Vec::new(), header(1, 2), &[]);
    emit(&mut writer, 1, 0);
    let _ = writer.finish();
}

#[test]
fn the_first_error_is_kept_and_ends_the_work() {
    let full: &mut [u8] = &mut [];
    let mut writer = Writer::new(full, header(0, 0), &[]);
    emit(&mut writer, 5000, 5000);
    assert!(writer.is_done());
    let error = writer.finish().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}
