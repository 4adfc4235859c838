//! Dependencies point one way. Reads the paths in the sources, so that the picture cannot drift.

use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms of the house, lowest first: each uses only rooms above its line.
const ROOMS: [&str; 17] = [
    "stop", "text", "problem", "spec", "cnf", "dimacs", "solver", "encoding", "lazy", "proof",
    "render", "count", "check", "solve", "compare", "parts", "cli",
];

/// Arrows between rooms that there may be at most.
const ARROWS: usize = 101;
/// Lines of code of a function, and of a file with its comments, at most.
const FUNCTION: usize = 45;
const FILE: usize = 340;

/// Longer functions and files that are still to be taken apart. None may be added.
const LONG_FUNCTIONS: &[&str] = &[];
const LONG_FILES: &[&str] = &[];
/// Files that still import each other.
const CIRCLES: &[&str] = &[];

/// A file of the sources.
struct Source {
    /// `check/report.rs`
    name: String,
    /// `check::report`
    module: Vec<String>,
    /// How many lines it has.
    length: usize,
    /// Its lines without tests; comments are empty lines.
    code: Vec<String>,
}

/// All files but those of tests.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            if path.is_dir() {
                folders.push(path);
            } else if is_source && path.file_stem().unwrap() != "tests" {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                sources.push(read(name, &fs::read_to_string(&path).unwrap()));
            }
        }
    }
    sources
}

fn read(name: &str, text: &str) -> Source {
    let stem = name.trim_end_matches(".rs").trim_end_matches("/mod");
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let code = code.lines().map(|line| match is_comment(line) {
        true => String::new(),
        false => line.to_string(),
    });
    Source {
        name: name.to_string(),
        module: stem.split('/').map(String::from).collect(),
        length: text.lines().count(),
        code: code.collect(),
    }
}

impl Source {
    fn room(&self) -> &str {
        &self.module[0]
    }

    /// Each function with its lines of code; rustfmt puts its end where its beginning stands.
    fn functions(&self) -> Vec<(String, usize)> {
        let begins = |line: &str| {
            let line = line.trim_start();
            let mut words = line.split(' ').skip_while(|word| word.starts_with("pub"));
            words.any(|word| word == "fn")
                && (line.starts_with("fn ") || line.contains(" fn "))
                && ["fn", "pub", "const", "async"]
                    .iter()
                    .any(|word| line.starts_with(word))
        };
        let mut found = Vec::new();
        for (number, line) in self
            .code
            .iter()
            .enumerate()
            .filter(|(_, line)| begins(line))
        {
            let indent = &line[..line.len() - line.trim_start().len()];
            let end = format!("{indent}}}");
            let lines = self.code[number..].iter();
            let is_inside = |line: &&String| **line != end;
            let length = match line.ends_with(['}', ';']) {
                true => 1,
                false => {
                    lines
                        .take_while(is_inside)
                        .filter(|line| !line.is_empty())
                        .count()
                        + 1
                }
            };
            let name = line
                .split("fn ")
                .nth(1)
                .unwrap()
                .split(['(', '<'])
                .next()
                .unwrap();
            found.push((format!("{} {name}", self.name), length));
        }
        found
    }

    /// The modules that it names, as far as they are files.
    fn imports(&self, files: &BTreeSet<Vec<String>>) -> BTreeSet<Vec<String>> {
        let text = self.code.join(" ").split_whitespace().join(" ");
        let uses = text.split("use ").skip(1);
        let uses = uses.filter_map(|after| Some(after.split_once(';')?.0.replace("{ ", "{")));
        let uses = uses.flat_map(|tree| expand(&tree));
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let paths = text
            .split(|c| !is_path(c))
            .filter(|path| path.contains("::") && !path.ends_with("::"));
        let paths = paths.map(String::from);
        let all = uses
            .chain(paths)
            .filter_map(|path| self.resolve(&path, files));
        all.collect()
    }

    /// The longest part of a path that is a file, other than this one.
    fn resolve(&self, path: &str, files: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
        let mut at: Vec<String> = Vec::new();
        let mut parts = path.split("::").peekable();
        match *parts.peek()? {
            "crate" | "knightsat" => _ = parts.next(),
            "super" | "self" => at = self.module.clone(),
            child => {
                at = self.module.clone();
                at.push(child.to_string());
                files.contains(&at).then(|| at.pop())?;
            }
        }
        while let Some(up) = parts.next_if(|part| ["super", "self"].contains(part)) {
            if up == "super" {
                at.pop()?;
            }
        }
        for part in parts {
            at.push(part.to_string());
            if !files.contains(&at) {
                at.pop();
                break;
            }
        }
        Some(at).filter(|target| !target.is_empty() && *target != self.module)
    }
}

/// The paths of a tree of imports: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_string()];
    };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let mut depth = 0;
    let parts = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| expand(&format!("{head}{}", part.trim())))
        .collect()
}

/// The rooms that a room uses.
fn used(room: &str) -> BTreeSet<String> {
    let sources = sources();
    let files: BTreeSet<Vec<String>> = sources.iter().map(|file| file.module.clone()).collect();
    let own = sources.iter().filter(|file| file.room() == room);
    let imports: Vec<_> = own.flat_map(|file| file.imports(&files)).collect();
    let rooms = imports.into_iter().map(|target| target[0].clone());
    rooms
        .filter(|other| other != room && ROOMS.contains(&other.as_str()))
        .collect()
}

fn arrows() -> BTreeMap<&'static str, BTreeSet<String>> {
    ROOMS.iter().map(|&room| (room, used(room))).collect()
}

#[test]
fn every_room_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(root).unwrap();
    let names = entries.map(|entry| entry.unwrap().path());
    let stems = names.map(|path| path.file_stem().unwrap().to_str().unwrap().to_string());
    let found: BTreeSet<String> = stems
        .filter(|name| name != "lib" && name != "main")
        .collect();
    let known: BTreeSet<String> = ROOMS.iter().map(ToString::to_string).collect();
    assert_eq!(found, known);
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let all = arrows();
    for (place, room) in ROOMS.iter().enumerate() {
        for other in &all[room] {
            let is_below = ROOMS[..place].contains(&other.as_str());
            assert!(is_below, "{room} uses {other}");
        }
    }
    let count: usize = all.values().map(BTreeSet::len).sum();
    assert!(count <= ARROWS, "{count} arrows");
}

/// The checker of certificates shares nothing with what makes them, nor the verifier with formulas.
#[test]
fn checkers_share_nothing_with_what_they_check() {
    let proof: Vec<String> = used("proof").into_iter().collect();
    assert_eq!(proof, ["problem", "stop", "text"]);
    let problem: Vec<String> = used("problem").into_iter().collect();
    assert_eq!(problem, ["stop", "text"]);
}

/// What runs where there may be no clock asks [`knightsat::stop::clock`]; the others need a system anyway.
#[test]
fn only_the_clock_and_what_needs_processes_ask_for_the_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = [
        "stop/clock.rs",
        "text/input/file.rs",
        "solver/external.rs",
        "solver/process/",
        "compare/",
        "parts/",
        "cli/",
    ];
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            let may = files.iter().any(|file| name.starts_with(file));
            let calls = ["Instant::now", "SystemTime::now"];
            let asks = calls.iter().any(|call| text.contains(call));
            assert!(may || !asks, "{name} asks for the time");
        }
    }
}

fn assert_short(found: Vec<(String, usize)>, limit: usize, known: &[&str]) {
    for (name, length) in found {
        let may = length <= limit || known.contains(&name.as_str());
        assert!(may, "{name} has {length} lines, and {limit} are the limit");
    }
}

#[test]
fn functions_and_files_are_short() {
    let sources = sources();
    let functions: Vec<_> = sources.iter().flat_map(Source::functions).collect();
    assert!(functions.len() > 1000, "{} functions", functions.len());
    assert_short(functions, FUNCTION, LONG_FUNCTIONS);
    let files = sources
        .into_iter()
        .map(|file| (file.name, file.length))
        .collect();
    assert_short(files, FILE, LONG_FILES);
}

/// A module and what is inside it may know each other; all other arrows between files lead one way.
#[test]
fn no_files_import_each_other() {
    let sources = sources();
    let files: BTreeSet<Vec<String>> = sources.iter().map(|file| file.module.clone()).collect();
    let arrows: BTreeMap<_, _> = sources
        .iter()
        .map(|file| {
            let is_other = |target: &Vec<String>| {
                !file.module.starts_with(target) && !target.starts_with(&file.module)
            };
            let targets = file.imports(&files).into_iter().filter(is_other);
            (file.module.clone(), targets.collect_vec())
        })
        .collect();
    let returns = |start: &Vec<String>| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![start]);
        while let Some(module) = todo.pop() {
            let new = arrows[module].iter().filter(|target| seen.insert(*target));
            todo.extend(new.collect_vec());
        }
        seen.contains(start)
    };
    let circles = arrows.keys().filter(|module| returns(module));
    let circles = circles.map(|module| module.join("/"));
    let new = circles.filter(|name| !CIRCLES.contains(&name.as_str()));
    assert_eq!(new.collect_vec(), Vec::<String>::new());
}

/// What the limits are held with sees what is beyond them.
#[test]
fn the_counts_see_what_there_is() {
    let text = "use super::{b::B, c};\n\nimpl A {\n    pub(super) fn one(&self) {\n        // Why.\n        \
                two();\n\n        three()\n    }\n\n    fn four() {}\n}\n\n#[cfg(test)]\nmod tests {\n    fn five() {\n    }\n}\n";
    let file = read("room/a.rs", text);
    let found = file.functions();
    assert_eq!(
        found,
        [
            ("room/a.rs one".to_string(), 4),
            ("room/a.rs four".to_string(), 1)
        ]
    );
    let module = |name: &str| name.split('/').map(String::from).collect_vec();
    let files = ["room", "room/a", "room/b", "room/c"].map(module).into();
    assert_eq!(
        file.imports(&files),
        [module("room/b"), module("room/c")].into()
    );
}
