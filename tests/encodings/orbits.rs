//! Symmetric tours in every encoding: published counts, and rules about moves and directions.

use crate::common::cases::cases;
use crate::common::prelude::*;
use crate::common::styles;

/// Rules name moves of the board, which are choices between moves of the quotient graph. If no
/// symmetric tour exists, a formula may have no moves.
#[test]
fn every_encoding_has_as_many_symmetric_tours_as_are_known() {
    let all = Vec::from_iter(styles::all().into_iter().filter(styles::is_pruned));
    let table = cases(
        "6x6 --closed --symmetric rot180 => 78
        6x6 --closed --symmetric rot90 => 10
        3x10 --closed --symmetric rot180 => 0
        6x6 --closed --symmetric rot180 --with not c3-e4; a2-c1 or d1-f2; turns <= 34 => 33
        6x6 --closed --symmetric rot90 --with c3-e4 or c3-d5 or c3-b5 => 4
        6x6 --closed --symmetric rot180 --start a1 --with a1->c2; not d4->f5 => 63
        4x4 --closed --symmetric rot180 --with a1-b3 => 0",
    );
    for (number, (args, count)) in table.into_iter().enumerate() {
        let ((_, problem), count) = (asked(&args), count.parse::<usize>().unwrap());
        let searched = Search::new(&problem, Directions::One).count();
        assert_eq!(searched, count, "{args}");
        let mut exact = 0;
        for &style in all.iter().skip(number % 9).step_by(9) {
            let formula = Formula::new(&problem, style).unwrap();
            if formula.is_exact() {
                let found = Tours::by_models(&problem, &formula, &Stop::default());
                let found = found.map(Result::unwrap).count();
                assert_eq!(found, count, "{args} {style:?}");
                exact += 1;
            }
        }
        assert!(exact >= 5, "{exact}");
    }
}
