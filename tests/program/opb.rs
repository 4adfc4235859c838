//! Pseudo-Boolean constraints in OPB: `check` reads them, and the lab writes them.

use crate::common::transcript::transcript;
use itertools::Itertools;

/// One vertex at a step is not enough for a path of three; a map gives the meaning of the
/// variables.
#[test]
fn check_reads_constraints_of_others() {
    let sums = "123 456 789 147 258 369".split(' ').map(|places| {
        let terms = places.chars().map(|place| format!("1 x{place} "));
        format!("{}= 1 ;\\n", terms.format(""))
    });
    let sums = sums.collect::<String>();
    let map = (0..9).map(|k| format!("x{} {} {}\\n", k + 1, k / 3 + 1, k % 3 + 1));
    transcript(&format!(
        r"graph = p edge 3 2\ne 1 2\ne 2 3\n
        map = {}
        t.opb = * #variable= 9 #constraint= 6\n{sums}
        1 check --graph graph --cnf t.opb --map map
        t.opb = * #variable= 9 #constraint= 7\n{sums}1 x5 >= 1 ;\n
        0 check --graph graph --cnf t.opb --map map",
        map.format("")
    ));
}

#[test]
fn constraints_need_a_map() {
    transcript(
        r#"t.opb = * #variable= 1 #constraint= 1\n* knightsat board = "1x1"\n1 x1 >= 1 ;\n
        bad.opb = * #variable= 1 #constraint= 1\n1 x1 = 1 1 ;\n
        check --cnf t.opb => t.opb: name the BOARD of the constraints, and their map with --map FILE
        check 1x1 --cnf t.opb => t.opb: name the BOARD of the constraints, and their map with \
            --map FILE
        0 check 1x1 --cnf t.opb --map i
        check 1x1 --cnf bad.opb --map i => bad.opb:2:10: expected ';', found '1'…"#,
    );
}
