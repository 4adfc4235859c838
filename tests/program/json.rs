//! JSON documents are as docs/json.md says: it is read here.

use crate::common::program;

use program::{knightsat, run, run_with, solved, write};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/json.md");
const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// Fields that no command prints here: our own formulas, which have groups, are never wrong, and
/// boards with contradicting numbers take minutes to count.
const NEVER_SEEN: [&str; 2] = [
    "check: rows[].counterexample.clauses[].group: string",
    "count: others[].agrees: bool",
];

/// A field of the page: its types, and whether it may be missing.
#[derive(Clone, Debug)]
struct Field {
    types: Vec<String>,
    is_optional: bool,
}

type Table = BTreeMap<String, Field>;

/// The tables by kind; what stands before the first kind is under an empty one.
fn page() -> BTreeMap<String, Table> {
    let mut tables = BTreeMap::from([(String::new(), Table::new())]);
    let mut kind = String::new();
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            kind = title.to_string();
            tables.insert(kind.clone(), Table::new());
        }
        let cells: Vec<String> = line
            .replace("\\|", "\u{1}")
            .split('|')
            .map(|cell| cell.trim().replace('\u{1}', "|"))
            .collect();
        let [_, name, types, ..] = cells.as_slice() else {
            continue;
        };
        if name == "about" {
            let about = tables[""].clone();
            tables.get_mut(&kind).unwrap().extend(about);
        }
        let is_kinds = kind.is_empty() && types.starts_with('`');
        if let Some(name) = name.strip_prefix('`').filter(|_| !is_kinds) {
            let (types, rest) = types.split_once(", ").unwrap_or((types, ""));
            assert!(["", "optional"].contains(&rest), "{line}");
            let field = Field {
                types: types.split('|').map(str::to_string).collect(),
                is_optional: rest == "optional",
            };
            let name = name.trim_end_matches('`').to_string();
            let earlier = tables.get_mut(&kind).unwrap().insert(name, field);
            assert!(earlier.is_none(), "twice: {line}");
        }
    }
    tables
}

/// A comparison with one table: the seen fields with their types, as `field: type`.
struct Walk<'t> {
    table: &'t Table,
    seen: BTreeSet<String>,
}

impl Walk<'_> {
    /// Checks the fields of an object at `path`.
    fn object(&mut self, path: &str, object: &serde_json::Map<String, Value>) {
        let any = format!("{path}*");
        let is_map = self.table.contains_key(&any);
        for (name, value) in object {
            let name = if is_map {
                &any
            } else {
                &format!("{path}{name}")
            };
            let field = self.table.get(name);
            let field = field.unwrap_or_else(|| panic!("docs/json.md does not name {name}"));
            self.value(name, &field.types, value);
        }
        for (name, field) in self.table.iter().filter(|_| !is_map) {
            let own = name.strip_prefix(path);
            if let Some(own) = own.filter(|own| !own.contains('.') && !field.is_optional) {
                assert!(object.contains_key(own), "there is no {name}");
            }
        }
    }

    fn value(&mut self, name: &str, types: &[String], value: &Value) {
        let type_of = |value: &Value| match value {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Object(_) => "object",
            Value::Array(_) => "list",
        };
        let types_of: BTreeSet<String> = match value {
            Value::Array(values) => values.iter().map(|v| format!("[{}]", type_of(v))).collect(),
            value => BTreeSet::from([type_of(value).to_string()]),
        };
        for found in types_of {
            assert!(types.contains(&found), "{name} is {found}, not {types:?}");
            self.seen.insert(format!("{name}: {found}"));
        }
        match value {
            Value::Object(object) => self.object(&format!("{name}."), object),
            Value::Array(values) => {
                for object in values.iter().filter_map(Value::as_object) {
                    self.object(&format!("{name}[]."), object);
                }
            }
            _ => {}
        }
    }
}

/// Documents of one kind, checked.
struct Documents {
    tables: BTreeMap<String, Table>,
    seen: BTreeSet<String>,
}

impl Documents {
    fn new() -> Documents {
        Documents {
            tables: page(),
            seen: BTreeSet::new(),
        }
    }

    /// Checks what a command printed.
    fn check(&mut self, kind: &str, text: &str) -> Vec<Value> {
        let values = serde_json::Deserializer::from_str(text).into_iter();
        let values: Vec<Value> = values.collect::<Result<_, _>>().expect(text);
        assert!(!values.is_empty(), "{kind}: no document");
        for value in &values {
            let mut fields = value.as_object().unwrap().clone();
            assert_eq!(fields.remove("version"), Some(1.into()), "{text}");
            assert_eq!(fields.remove("kind"), Some(kind.into()), "{text}");
            let table = &self.tables[kind];
            let seen = BTreeSet::new();
            let mut walk = Walk { table, seen };
            walk.object("", &fields);
            self.seen
                .extend(walk.seen.iter().map(|seen| format!("{kind}: {seen}")));
        }
        values
    }

    /// Runs a command with `--format json` and checks its exit code and its document.
    fn run(&mut self, kind: &str, code: i32, args: &str) -> Value {
        self.run_with(kind, code, args, "")
    }

    fn run_with(&mut self, kind: &str, code: i32, args: &str, input: &str) -> Value {
        let (found, out, err) = run_with(&format!("{args} --format json"), input);
        assert_eq!(found, code, "{args}: {out}{err}");
        self.check(kind, &out).remove(0)
    }

    /// Everything that the table of a kind names has been seen.
    fn assert_complete(&self, kind: &str) {
        let about = &self.tables[""];
        for (name, field) in &self.tables[kind] {
            for one in &field.types {
                let seen = format!("{kind}: {name}: {one}");
                // Graphs, holes and other leapers are seen in tours.
                let is_seen = self.seen.contains(&seen) || NEVER_SEEN.contains(&seen.as_str());
                let elsewhere = about.contains_key(name) && kind != "tour";
                assert!(is_seen || elsewhere, "no test prints {seen}");
            }
        }
    }
}

#[test]
fn every_kind_has_a_table_and_says_who_prints_it() {
    let kinds = page();
    let kinds: Vec<&str> = kinds.keys().map(String::as_str).collect();
    let named = PAGE.lines().filter_map(|line| {
        let (kind, by) = line.strip_prefix("| `")?.split_once("` | ")?;
        by.starts_with('`').then_some(kind)
    });
    let mut named: Vec<&str> = named.chain([""]).collect();
    named.sort_unstable();
    assert_eq!(named, kinds);
}

#[test]
fn tours() {
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "path", "p edge 2 1\ne 1 2\n");
    let mask = write(dir.path(), "mask", "...\n.#.\n...\n");
    let mut tours = Documents::new();
    let found = tours.run("tour", 0, "solve 3x4");
    assert_eq!(run_with("verify 3x4 -", &found.to_string()).0, 0);
    let mut old = found.clone();
    old.as_object_mut().unwrap().remove("kind");
    assert_eq!(run_with("verify 3x4 -", &old.to_string()).0, 0);
    old["kind"] = "sizes".into();
    assert_eq!(run_with("verify 3x4 -", &old.to_string()).0, 2);
    tours.run("tour", 0, &format!("solve --graph {graph}"));
    let one_way = write(dir.path(), "one-way", "p sp 2 1\na 1 2\n");
    tours.run("tour", 0, &format!("solve --graph {one_way}"));
    tours.run("tour", 0, &format!("solve {mask}"));
    tours.run("tour", 1, "solve 4x4");
    tours.run("tour", 0, "solve 3x4 --minimize turns");
    let slow = "solve 12x12 --closed --minimize crossings --maximize turns";
    tours.run("tour", 3, &format!("{slow} --timeout 1"));
    tours.run("tour", 3, &format!("{slow} --timeout 0"));
    let liar = write(dir.path(), "solver", "echo s UNSATISFIABLE; exit 20");
    let mut claimed = knightsat("solve 6x6 --closed --minimize turns --format json --solver");
    let output = claimed.arg(format!("sh {liar} {{cnf}}")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(tours.check("tour", &text)[0]["objectives"][0]["unverified"].is_string());
    let given = "solve 5x5 --require a1-b3 --forbid a1-c2 --at 5=c5 --not-at 7=c3";
    tours.run("tour", 0, given);
    tours.run("tour", 1, "solve 4x4 --magic");
    tours.run("tour", 0, "solve 6x6 --closed --symmetric rot180");
    tours.run("tour", 0, "solve 3x8 --blocks 3x4 --joints free");
    tours.run("tour", 0, "solve 6x6 --only reentrant");
    tours.run("tour", 3, "solve 8x8 --encoding position --timeout 0");
    tours.run("tour", 3, "solve 5x5 --start a2 --method warnsdorff");
    let clash = "solve 5x5 --at 1=a1,3=b1 --require a1-c2 --forbid c2-b4 --not-at 5=c3";
    let core = &tours.run("tour", 1, clash)["core"];
    assert_eq!(
        (&core["at"], &core["irreducible"]),
        (&serde_json::json!(["3=b1"]), &true.into())
    );
    let moves = "a1-c2,c2-e1,c2-e3";
    tours.run("tour", 1, &format!("solve 5x5 --require {moves}"));
    tours.run("tour", 1, "solve 5x6 --closed --forbid a1-c2");
    tours.run(
        "tour",
        1,
        "solve 3x4 --not-at 1=a1,1=b1,1=c1,1=d1,1=a2,1=d2,1=a3,1=b3,1=c3,1=d3",
    );

    let cnf = dir.path().join("t.cnf").display().to_string();
    tours.run("tour", 0, &format!("encode 3x4 -o {cnf} --solve"));
    tours.run_with("tour", 0, &format!("decode {cnf} -"), &solved(&cnf));
    assert_eq!(run(&format!("encode 4x4 -o {cnf}")).0, 0);
    tours.run_with("tour", 1, &format!("decode {cnf} -"), "UNSAT\n");

    let proof = dir.path().join("proof").display().to_string();
    let proved = tours.run("tour", 0, &format!("prove 4x4 -o {proof}"));
    assert_eq!(proved["certificate"], proof.as_str());
    tours.run("tour", 1, &format!("prove 3x4 -o {proof}2"));
    tours.run("tour", 3, &format!("prove 40x40 --timeout 0 -o {proof}2"));
    assert!(!Path::new(&format!("{proof}2")).exists());
    tours.assert_complete("tour");
}

#[test]
fn whether_there_is_one_tour() {
    let mut found = Documents::new();
    let one = "solve 3x4 --at 1=a1,2=c2,3=a3,4=b1,5=d2,6=b3,8=a2 --unique";
    assert_eq!(found.run("unique", 0, one)["result"], "one");
    let several = found.run("unique", 4, "solve 5x5 --start a1 --unique");
    let parting = several["parting"].as_u64().unwrap() as usize;
    assert_ne!(several["moves"][parting - 1], several["other"][parting - 1]);
    found.run("unique", 1, "solve 4x4 --unique");
    found.run("unique", 1, "solve 5x5 --unique --at 1=a1,3=b1");
    found.run("unique", 1, "solve 5x6 --closed --unique --forbid a1-c2");
    found.run(
        "unique",
        1,
        "solve 5x5 --unique --require a1-c2,c2-e1,c2-e3",
    );
    let kept = "solve 3x4 --unique --not-at 1=a1,1=b1,1=c1,1=d1,1=a2,1=d2,1=a3,1=b3,1=c3,1=d3";
    found.run("unique", 1, kept);
    found.run("unique", 3, "solve 8x8 --unique --at 1=a1,9=d4 --timeout 0");
    found.assert_complete("unique");
}

#[test]
fn puzzles() {
    let mut puzzles = Documents::new();
    let puzzle = puzzles.run("puzzle", 0, "puzzle 5x5 --seed 3");
    let givens = puzzle["givens"].as_array().unwrap();
    assert_eq!(puzzle["witnesses"].as_array().unwrap().len(), givens.len());
    assert_eq!(puzzle["irreducible"], true);
    let dir = TempDir::new().unwrap();
    let with = write(dir.path(), "rules.txt", "not a1-c2 or c3@1\n");
    let ruled = puzzles.run("puzzle", 0, &format!("puzzle 5x5 --with {with}"));
    assert_eq!(ruled["with"][0][1], "c3@1");
    let none = puzzles.run("puzzle", 1, "puzzle 3x3");
    assert_eq!(
        (&none["result"], &none["moves"]),
        (&"none".into(), &Value::Array(Vec::new()))
    );
    let late = puzzles.run("puzzle", 3, "puzzle 12x12 --timeout 0");
    assert_eq!(late["result"], "unknown");
    puzzles.assert_complete("puzzle");
}

#[test]
fn verdicts_on_claims() {
    let dir = TempDir::new().unwrap();
    let proof = dir.path().join("proof").display().to_string();
    assert_eq!(run(&format!("prove 4x4 -o {proof}")).0, 0);
    let mut verdicts = Documents::new();
    let good = verdicts.run_with("verify", 0, "verify 3x4 -", TOUR);
    assert_eq!(
        (&good["valid"], &good["claim"]),
        (&true.into(), &"tour".into())
    );
    let wrong = verdicts.run_with("verify", 1, "verify 3x4 -", "a1 c2");
    assert_eq!(wrong["valid"], false);
    let good = verdicts.run("verify", 0, &format!("verify 4x4 --certificate {proof}"));
    assert_eq!(good["claim"], "no-tour");
    let of_another = format!("verify 4x4 --closed --certificate {proof}");
    assert_eq!(verdicts.run("verify", 1, &of_another)["valid"], false);
    verdicts.assert_complete("verify");
}

#[test]
fn statistics_of_a_tour() {
    let mut stats = Documents::new();
    let open = stats.run_with("stats", 0, "stats 3x4 -", TOUR);
    assert_eq!(open["statistics"]["turns"], 10);
    assert_eq!(open["symmetries"][0]["map"], "rot180");
    let ring = "stats 3x3 - --leaper 1,0 --closed";
    let dir = TempDir::new().unwrap();
    let board = write(dir.path(), "board", "...\n.#.\n...\n");
    let ring = ring.replace("3x3", &board);
    let ring = stats.run_with("stats", 0, &ring, "a1 b1 c1 c2 c3 b3 a3 a2");
    assert_eq!(ring["statistics"]["right"], 4);
    assert_eq!(ring["symmetries"].as_array().unwrap().len(), 7);
    let graph = write(dir.path(), "graph", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    let weights = write(dir.path(), "weights", "1 2 5\n2 3 -7\n");
    let weighed = format!("stats --graph {graph} --closed --weights {weights} -");
    let weighed = stats.run_with("stats", 0, &weighed, "1 2 3");
    assert_eq!(weighed["statistics"][format!("weights({weights})")], -2);
    stats.assert_complete("stats");
}

#[test]
fn answers_of_the_solver() {
    let dir = TempDir::new().unwrap();
    let proof = dir.path().join("proof").display().to_string();
    let mut answers = Documents::new();
    let text = "p cnf 3 2\n1 2 0\n-1 -2 0\n";
    let found = answers.run_with("sat", 10, "sat -", text);
    let model: Vec<i64> = serde_json::from_value(found["model"].clone()).unwrap();
    let variables: Vec<i64> = model.iter().map(|literal| literal.abs()).collect();
    assert_eq!(variables, [1, 2, 3]);
    assert!(model.contains(&1) != model.contains(&2));
    let found = answers.run_with("sat", 20, "sat - --assume 1,2", text);
    assert!(!found["failed_assumptions"].as_array().unwrap().is_empty());
    let text = "p cnf 1 2\n1 0\n-1 0\n";
    let found = answers.run_with("sat", 20, "sat - --assume 1", text);
    assert_eq!(found["failed_assumptions"], serde_json::json!([]));
    let found = answers.run_with("sat", 20, &format!("sat - --proof {proof}"), text);
    assert_eq!(found["proof"], proof.as_str());
    answers.run_with("sat", 0, "sat - --timeout 0", text);
    // Nobody writes to standard input before the time is up.
    let mut silent = std::process::Command::new(crate::common::program::path());
    silent.args("sat - --timeout 0.2 --format json".split(' '));
    let pipes = std::process::Stdio::piped;
    let mut silent = silent.stdin(pipes()).stdout(pipes()).spawn().unwrap();
    let _input = silent.stdin.take();
    let output = silent.wait_with_output().unwrap();
    answers.check("sat", &String::from_utf8(output.stdout).unwrap());
    answers.assert_complete("sat");
}

#[test]
fn sizes() {
    let mut sizes = Documents::new();
    let found = sizes.run("sizes", 0, "sizes 3x4 1000x1000");
    assert_eq!(found["rows"].as_array().unwrap().len(), 2);
    sizes.assert_complete("sizes");
}

#[test]
fn checks_of_encodings() {
    let dir = TempDir::new().unwrap();
    let mut checks = Documents::new();
    checks.run("check", 0, "check 3x4 5x5 --encoding textbook --most 20");
    // A model without any square, and no model for a tour.
    for (name, clauses) in [("free", "p cnf 144 0\n"), ("none", "p cnf 144 1\n0\n")] {
        let file = write(dir.path(), name, clauses);
        let args = format!("check 3x4 --cnf {file} --map 12*(i-1)+4*(j-1)+k");
        checks.run("check", 1, &args);
    }
    let file = write(dir.path(), "excused", "p cnf 2 1\n1 2 0\n");
    checks.run("check", 1, &format!("check 1x1 --cnf {file} --map i"));
    checks.assert_complete("check");
}

#[test]
fn counts_and_what_is_known() {
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "path", "p edge 2 1\ne 1 2\n");
    let mut counts = Documents::new();
    let found = counts.run("count", 0, "count 5x5");
    assert_eq!(
        (&found["count"], &found["agrees"]),
        (&"1728".into(), &true.into())
    );
    counts.run("count", 0, "count 5x5 --limit 3");
    counts.run("count", 0, "count 5x6 --primes 101,103");
    counts.run(
        "count",
        3,
        "count 8x11 --closed --method search --timeout 0.1",
    );
    counts.run("count", 0, "count 5x6 --primes 2305843009213693951");
    counts.run("count", 0, &format!("count --graph {graph}"));
    counts.run("count", 0, "count 3x4 --by crossings");
    let liar = write(dir.path(), "solver", "echo s UNSATISFIABLE; exit 20");
    let mut count = knightsat("count 4x4 --format json --solver");
    let output = count.arg(format!("sh {liar} {{cnf}}")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(counts.check("count", &text)[0]["no_other"].is_string());
    counts.assert_complete("count");

    let mut known = Documents::new();
    let found = known.run("known", 0, "count --known 6x6");
    assert_eq!(found["rows"].as_array().unwrap().len(), 3);
    known.run("known", 0, "count --known");
    known.assert_complete("known");
}

#[test]
fn findings_in_files() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "bad.cnf", "p cnf 2 1\n1 2 0\n%\n0\n");
    let large = write(
        dir.path(),
        "large.cnf",
        "p cnf 300000000 1\n1\nc in a clause\n2 0\n",
    );
    let mut findings = Documents::new();
    findings.run("lint", 1, &format!("lint {file} {large}"));
    findings.run("lint", 0, &format!("lint {file} --fix"));
    findings.assert_complete("lint");
}

#[test]
fn solvers() {
    let dir = TempDir::new().unwrap();
    let fake = write(dir.path(), "kissat", "#!/bin/sh\necho 4.0.4\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&fake, mode).unwrap();
    let mut solvers = Documents::new();
    for args in [
        "solve --solver list --format json",
        "prove --format=json --solver=list",
    ] {
        let output = knightsat(args).env("PATH", dir.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let found = solvers.check("solvers", &String::from_utf8(output.stdout).unwrap());
        let rows = found[0]["rows"].as_array().unwrap();
        let kissat = rows.iter().find(|row| row["name"] == "kissat").unwrap();
        assert_eq!(kissat["version"], "4.0.4");
        assert_eq!(kissat["path"], fake);
    }
    solvers.assert_complete("solvers");
}
