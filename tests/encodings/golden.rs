//! Files as they must come out, byte for byte. After an intended change: BLESS=1 cargo test --test
//! golden, and read the difference.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn assert_golden(name: &str, args: &str) {
    let output = Command::cargo_bin("knightsat")
        .unwrap()
        .args(args.split(' '))
        .output()
        .unwrap();
    assert!(output.status.success(), "{args}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/golden")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &output.stdout).unwrap();
    }
    let expected = fs::read(&path).unwrap();
    assert!(
        output.stdout == expected,
        "{} is not what '{args}' writes",
        path.display()
    );
}

#[test]
fn small_formulas_come_out_as_ever() {
    assert_golden("1x1-textbook.cnf", "encode 1x1 --textbook");
    assert_golden("3x3-textbook.cnf", "encode 3x3 --textbook --start a1");
    assert_golden("3x3-textbook-closed.cnf", "encode 3x3 --textbook --closed");
    assert_golden("3x4.cnf", "encode 3x4 --start a1");
    assert_golden("3x4-three-cnf.cnf", "encode 3x4 --start a1 --three-cnf");
    assert_golden("5x6-closed.cnf", "encode 5x6 --closed");
    assert_golden("5x5-closed-contradiction.cnf", "encode 5x5 --closed");
    assert_golden(
        "3x4-commander-bimander.cnf",
        "encode 3x4 --amo commander,bimander --directions both",
    );
    assert_golden("6x6-rot90.cnf", "encode 6x6 --closed --symmetric rot90");
}

#[test]
fn sizes_come_out_as_ever() {
    let args = "sizes 1x1 3x4 8x8 20x20 --amo all --encoding textbook,position";
    assert_golden("sizes-open.txt", args);
    assert_golden("sizes-closed.csv", "sizes 6x6 8x8 --closed --format csv");
    assert_golden(
        "sizes-rot180.json",
        "sizes 6x6 --closed --symmetric rot180 --format json",
    );
}
