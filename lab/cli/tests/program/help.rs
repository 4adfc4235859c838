//! Help is short, true and the same everywhere; completions and manual pages come from it.

use crate::common::program;

use program::{error, knightsat, run};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Returns the output of the program on a terminal of 80 columns.
fn help(args: &str) -> String {
    let mut command = knightsat(args);
    let output = command.env("COLUMNS", "80").output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of a help after one that begins with `title`, up to an empty one.
fn section<'t>(text: &'t str, title: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text
        .lines()
        .skip_while(move |line| !line.starts_with(title));
    lines.skip(1).take_while(|line| !line.is_empty())
}

/// The commands with what the first help says of each.
fn commands() -> Vec<(String, String)> {
    let text = help("--help");
    let lines = section(&text, "Make a formula:").filter(|line| line.starts_with("  "));
    let parts = lines.map(|line| line.trim().split_once(' ').unwrap());
    parts
        .map(|(name, about)| (name.to_string(), about.trim().to_string()))
        .collect()
}

/// The whole help of every command.
fn helps() -> impl Iterator<Item = (String, String)> {
    let names = commands().into_iter().map(|(name, _)| name);
    names.map(|name| {
        let text = help(&format!("{name} --help"));
        (name, text)
    })
}

/// A text in one line.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a line in a shell that finds the program.
fn shell(folder: &Path, line: &str) -> Output {
    let mut path = OsString::from(crate::common::program::folder());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut command = Command::new("bash");
    let command = command.args(["-c", line]).env("PATH", path);
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn the_first_help_fits_on_a_screen_and_tells_what_the_commands_tell() {
    let text = help("--help");
    assert_eq!(text, help("-h"));
    assert!(text.lines().count() <= 40, "{text}");
    let commands = commands();
    assert_eq!(commands.len(), 17, "{text}");
    for (name, about) in commands {
        let own = help(&format!("{name} -h"));
        let first = own.lines().next().unwrap();
        assert_eq!(first.split(':').next().unwrap(), about, "{name}");
        assert!(own.lines().count() <= 40, "{own}");
    }
    let all = helps().chain([(String::new(), text)]);
    for (name, text) in all {
        let mut lines = text.lines();
        assert!(
            lines.all(|line| line.chars().count() <= 80),
            "{name}: {text}"
        );
    }
}

#[test]
fn the_examples_of_help_work_and_end_with_a_code_that_is_told() {
    let text = help("--help");
    let folder = tempfile::tempdir().unwrap();
    let examples: Vec<&str> = section(&text, "Examples:").collect();
    let says = ["64", "36", "valid: no open knight's tour"];
    assert_eq!(examples.len(), says.len());
    for (line, says) in examples.iter().zip(says) {
        let output = shell(folder.path(), line);
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains(says) && output.stderr.is_empty(), "{line}");
    }
    for (name, text) in helps() {
        let folder = tempfile::tempdir().unwrap();
        let codes = section(&text, "Exit codes:").map(|line| line.trim().split_once(' ').unwrap());
        let codes: Vec<i32> = codes.map(|(code, _)| code.parse().unwrap()).collect();
        let examples = section(&text, "Examples:").filter(|line| !line.starts_with("   "));
        let examples: Vec<&str> = examples.collect();
        assert!(!examples.is_empty(), "{name}");
        for line in examples {
            assert!(line.contains(&format!("knightsat {name} ")), "{line}");
            let output = shell(folder.path(), line);
            let code = output.status.code().unwrap();
            let is_told = codes.contains(&code) && ![2, 3].contains(&code);
            assert!(is_told, "{line}: {output:?}");
        }
    }
}

#[test]
fn the_example_of_pieces_shows_a_cycle_and_a_path() {
    let text = help("render --help");
    let line = section(&text, "Examples:").next().unwrap();
    let pieces = line.split('\'').nth(1).unwrap();
    assert!(in_one_line(&text).contains(&format!("\"{pieces}\"")));
    for piece in pieces.split("; ") {
        let squares: Vec<&[u8]> = piece.split(' ').map(str::as_bytes).collect();
        for pair in squares.windows(2) {
            let [file, rank] = [0, 1].map(|part| pair[0][part].abs_diff(pair[1][part]));
            assert_eq!(file * rank, 2, "{piece}");
        }
    }
    let (cycle, path) = pieces.split_once("; ").unwrap();
    let ends = |piece: &str| piece[..2] == piece[piece.len() - 2..];
    assert_eq!((ends(cycle), ends(path)), (true, false));
}

/// Options with one meaning in all commands.
const SHARED: &str = "--closed --graph --leaper --start --end --symmetric --encoding --textbook \
                      --amo --arcs --solver --timeout --svg --png";

/// These options mean something else: several of a kind, or pieces of tours.
const OWN: &str = "sizes --encoding; sizes --amo; check --encoding; check --amo; render --closed; \
                   encode --timeout; sat --timeout; puzzle --svg; prove --solver; prove --textbook";

#[test]
fn options_are_told_in_the_same_words_everywhere() {
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in helps().filter(|(name, _)| name != "compare") {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(option) = line.trim().strip_prefix("--").filter(|_| line.len() < 40) else {
                continue;
            };
            let option = format!("--{}", option.split(' ').next().unwrap());
            let is_shared = SHARED.split(' ').any(|shared| shared == option);
            let is_own = OWN.split("; ").any(|own| own == format!("{name} {option}"));
            if is_shared && !is_own {
                let words = lines.by_ref().take_while(|line| !line.is_empty());
                let words = words.collect::<Vec<_>>().join("\n");
                let first = told.entry(option.clone()).or_insert(words.clone());
                assert_eq!(*first, words, "{name} {option}");
            }
        }
    }
    assert_eq!(told.len(), SHARED.split(' ').count(), "{told:?}");
}

#[test]
fn lists_are_offered_where_they_are_taken_and_nowhere_else() {
    for (name, text) in helps() {
        let takes_lists = ["sizes", "check", "compare"].contains(&name.as_str());
        let words = in_one_line(&text);
        let Some((_, encoding)) = words.split_once("--encoding <NAME") else {
            continue;
        };
        let encoding = encoding.split(" --").next().unwrap();
        let offers = [encoding.starts_with('S'), encoding.contains("or all")];
        assert_eq!(offers, [takes_lists; 2], "{name}: {encoding}");
        if takes_lists {
            continue;
        }
        assert!(!words.contains("several are compared"), "{name}");
        let subject = match name.as_str() {
            "decode" => "a b --board 4x4",
            _ => "4x4",
        };
        for list in ["--encoding position,order", "--encoding all", "--amo all"] {
            error(&format!("{name} {subject} {list}"));
        }
    }
}

#[test]
fn bash_completes_commands_and_options() {
    let folder = tempfile::tempdir().unwrap();
    let (code, script, _) = run("--completions bash");
    assert_eq!(code, 0);
    fs::write(folder.path().join("script"), &script).unwrap();
    assert!(shell(folder.path(), "bash -n script").status.success());
    for (words, completed) in [
        ("knightsat so", "solve"),
        ("knightsat solve --clo", "--closed"),
        ("knightsat sizes --form", "--format"),
    ] {
        let (before, last) = words.rsplit_once(' ').unwrap();
        let place = before.split(' ').count();
        let line = format!(
            "source ./script; COMP_WORDS=({words}); COMP_CWORD={place}; \
             _knightsat knightsat '{last}' ''; echo \"${{COMPREPLY[@]}}\""
        );
        let output = String::from_utf8(shell(folder.path(), &line).stdout).unwrap();
        assert_eq!(output.trim(), completed);
    }
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let (code, script, _) = run(&format!("--completions {shell}"));
        assert!(code == 0 && script.contains("no-shortcuts"), "{shell}");
    }
    assert!(error("--completions csh").starts_with("--completions csh"));
}

#[test]
fn manual_pages_tell_all_that_help_tells() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("other.1"), "another page").unwrap();
    let write = || -> BTreeMap<String, String> {
        let written = run(&format!("--man {}", path.display()));
        assert_eq!(written, (0, "".into(), "".into()));
        let entries = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap());
        let pages = entries.map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        });
        pages.collect()
    };
    let pages = write();
    assert_eq!(write(), pages);
    assert_eq!(pages.len(), 19, "{:?}", pages.keys());
    for (name, text) in helps() {
        let page = pages[&format!("knightsat-{name}.1")].replace('\\', "");
        let options = text.lines().filter_map(|line| {
            let option = line.trim_start().split("--").nth(1)?;
            let is_option = line.trim_start().starts_with('-') && line.starts_with(' ');
            is_option.then(|| option.split([' ', ',']).next().unwrap())
        });
        for option in options {
            assert!(page.contains(&format!("--{option}")), "{name}: {option}");
        }
        let titles = "NAME,SYNOPSIS,DESCRIPTION,OPTIONS,EXAMPLES,\"EXIT STATUS\"";
        for title in titles.split(',') {
            assert!(page.contains(&format!(".SH {title}\n")), "{name}: {title}");
        }
    }
    for page in pages.keys().filter(|name| name.starts_with("knightsat")) {
        let groff = format!("groff -K utf8 -man -ww -Tutf8 -z man/{page}");
        let output = shell(
            folder.path(),
            &format!("! command -v groff > groff || {groff}"),
        );
        assert!(output.stderr.is_empty(), "{page}: {output:?}");
    }
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(error(&format!("--man {}", file.display())).contains("file"));
}

/// The words of an option in the help of a command.
fn help_of(command: &str, option: &str) -> String {
    let text = help(&format!("{command} --help"));
    let begin = format!("{option} ");
    let lines = text
        .lines()
        .skip_while(|line| !line.trim_start().starts_with(&begin));
    let lines: Vec<&str> = lines
        .take_while(|line| line.trim() != option)
        .take(12)
        .collect();
    in_one_line(&lines.join(" "))
}

#[test]
fn defaults_are_what_is_done_and_what_is_offered_is_taken() {
    assert_eq!(
        run("encode 5x5 --encoding crt --modulus exact"),
        run("encode 5x5 --encoding crt")
    );
    assert!(error("encode 5x5 --encoding crt --modulus x").contains("or exact"));
    for (command, default) in [("check", "all"), ("sizes", "auto")] {
        assert!(help_of(command, "--amo").contains(&format!("[default: {default}]")));
        let rows = |args: &str| {
            let (_, out, _) = run(&format!(
                "{command} 3x4 --encoding position{args} --format json"
            ));
            out.matches("\"amo\"").count()
        };
        assert_eq!(rows(""), rows(&format!(" --amo {default}")), "{command}");
    }
    let able = help_of("prove", "--solver");
    assert!(
        able.contains("varisat, kissat, cadical, glucose."),
        "{able}"
    );
    assert!(
        !able.contains("minisat") && !able.contains("{cnf}"),
        "{able}"
    );
    for command in ["prove", "split", "work"] {
        assert!(!help(&format!("{command} --help")).contains("--portfolio"));
    }
    assert!(!help("split --help").contains("--solver-path"));
    assert!(help("solve --help").contains("--portfolio"));
}
