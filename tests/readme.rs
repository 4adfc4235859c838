//! The README shows what the program does.

use assert_cmd::Command;

#[test]
fn the_first_screen_shows_the_output_of_its_command() {
    let readme = include_str!("../README.md");
    let first_screen: Vec<&str> = readme.lines().take(40).collect();
    let first_screen = first_screen.join("\n");
    assert!(first_screen.contains("$ cargo run --release -- solve 8x8\n"));
    assert!(first_screen.contains("$ cargo test\n"));
    let mut command = Command::cargo_bin("knightsat").unwrap();
    let output = command.args(["solve", "8x8"]).output().unwrap();
    let board = String::from_utf8(output.stdout).unwrap();
    assert!(first_screen.contains(board.trim_end()), "{board}");
}
