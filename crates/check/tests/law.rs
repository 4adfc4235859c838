//! Nothing is proved that is false, see [`law`].

#[path = "../../../tests/common/depth.rs"]
mod depth;
#[path = "../../../tests/common/law.rs"]
mod law;

use depth::depth;
use knightsat_check::Options;
use law::check_law;

#[test]
fn what_is_proved_is_true() {
    let score = check_law(0..depth(120, 12) as u64, &Options::default());
    let [[unchanged, proved], [changed, found]] = [score.unchanged, score.changed];
    assert!(8 * proved > unchanged && 4 * found > changed, "{score:?}");
}
