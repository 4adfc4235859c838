//! JSON documents have the fields and types of their schema, and the page names each kind.

use crate::common::program::{self, knightsat, run, run_with, write};
use crate::common::transcript::transcript;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

const PAGE: &str = include_str!("../../docs/json.md");
const SCHEMA: &str = include_str!("../../docs/json.schema.json");

/// Fields that no command prints here: our own formulas, which have groups, are never wrong, and
/// boards with contradicting numbers take minutes to count.
const NEVER_SEEN: [&str; 3] = [
    // CaDiCaL in process claims it.
    "tour: objectives[].unverified: string",
    "check: rows[].counterexample.clauses[].group: string",
    "count: others[].agrees: bool",
];

/// The beginnings of the fields of every board or graph.
const ABOUT: [&str; 6] = ["board", "leaper", "piece", "wrap", "graph", "holes"];

const KEYWORDS: &str =
    "$ref additionalProperties allOf const description items properties required type";

/// The types of a field; that of a list contains those of its elements.
fn types(field: &Value) -> Vec<String> {
    let one = |name: &str| match name {
        "array" if field["items"]["type"] == "array" => "[list]".to_string(),
        "array" => format!("[{}]", types(&field["items"]).concat()),
        "boolean" => "bool".to_string(),
        name => name.to_string(),
    };
    let named = |name: &Value| one(name.as_str().expect("a type"));
    match &field["type"] {
        Value::Array(names) => names.iter().map(named).collect(),
        name => vec![named(name)],
    }
}

fn type_of(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "bool".into(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "string".into(),
        Value::Object(_) => "object".into(),
        Value::Array(_) => "list".into(),
    }
}

/// A field of an object in the schema: its name, or `*` for any, and true if it must be there.
type Field<'s> = (&'s str, &'s Value, bool);

/// The schema, and all fields with their types that documents have had, as `kind: field: type`.
/// `a.b` is field `b` of the object `a`, and `a[]` an element of the list `a`.
struct Documents {
    schema: Value,
    seen: BTreeSet<String>,
}

impl Documents {
    fn new() -> Documents {
        let schema = serde_json::from_str(SCHEMA).unwrap();
        let seen = BTreeSet::new();
        Documents { schema, seen }
    }

    /// The kinds of documents, each with its object in the schema.
    fn kinds(&self) -> BTreeMap<String, &Value> {
        let kinds = self.schema["oneOf"].as_array().unwrap().iter();
        let place = |kind: &Value| kind["$ref"].as_str().unwrap().to_string();
        let name = |kind| place(kind).rsplit('/').next().unwrap().to_string();
        kinds.map(|kind| (name(kind), kind)).collect()
    }

    fn resolved<'s>(&'s self, value: &'s Value) -> &'s Value {
        let place = value["$ref"].as_str();
        let place = place.and_then(|place| place.strip_prefix('#'));
        place.map_or(value, |place| self.schema.pointer(place).unwrap())
    }

    fn fields<'s>(&'s self, object: &'s Value) -> Vec<Field<'s>> {
        let object = self.resolved(object);
        let mut keywords = object.as_object().unwrap().keys();
        let is_known = |keyword: &String| KEYWORDS.split(' ').any(|known| known == keyword);
        assert!(keywords.all(is_known), "{object}");
        let parts = object["allOf"].as_array().into_iter().flatten();
        let mut all: Vec<Field> = parts.flat_map(|part| self.fields(part)).collect();
        let properties = object["properties"].as_object().into_iter().flatten();
        for (name, field) in properties {
            let mut required = object["required"].as_array().into_iter().flatten();
            let is_required = required.any(|one| one == name);
            all.push((name.as_str(), self.resolved(field), is_required));
        }
        let any = Some(&object["additionalProperties"]).filter(|any| !any.is_null());
        all.extend(any.map(|any| ("*", self.resolved(any), false)));
        all.retain(|(_, field, _)| field.get("const").is_none());
        all
    }

    /// Everything that the schema names in an object at `path`.
    fn named(&self, path: &str, object: &Value) -> Vec<String> {
        let of = |(name, field, _): Field| {
            let path = format!("{path}{name}");
            let types = types(field).into_iter();
            let mut all: Vec<String> = types.map(|one| format!("{path}: {one}")).collect();
            all.extend(self.named(&format!("{path}."), field));
            if field["items"].is_object() {
                all.extend(self.named(&format!("{path}[]."), &field["items"]));
            }
            all
        };
        self.fields(object).into_iter().flat_map(of).collect()
    }

    /// Checks the fields of an object at `path`, and returns them.
    fn walk(&self, path: &str, schema: &Value, object: &Map<String, Value>) -> Vec<String> {
        let fields = self.fields(schema);
        for (name, ..) in fields.iter().filter(|(_, _, is_required)| *is_required) {
            assert!(object.contains_key(*name), "there is no {path}{name}");
        }
        let mut seen = Vec::new();
        for (name, value) in object {
            let is_it = |(known, ..): &&Field| known == name || *known == "*";
            let field = fields.iter().find(is_it);
            let (name, field, _) = field.unwrap_or_else(|| panic!("the schema lacks {path}{name}"));
            let path = format!("{path}{name}");
            let of_list = |value| format!("[{}]", type_of(value));
            let found = match value {
                Value::Array(values) => values.iter().map(of_list).collect(),
                value => vec![type_of(value)],
            };
            for found in found {
                assert!(types(field).contains(&found), "{path} is {found}");
                seen.push(format!("{path}: {found}"));
            }
            let (place, schema, values) = match value {
                Value::Array(values) => (format!("{path}[]."), &field["items"], &values[..]),
                value => (format!("{path}."), *field, std::slice::from_ref(value)),
            };
            let objects = values.iter().filter_map(Value::as_object);
            seen.extend(objects.flat_map(|object| self.walk(&place, schema, object)));
        }
        seen
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
            let seen = self.walk("", self.kinds()[kind], &fields);
            let seen = seen.iter().map(|seen| format!("{kind}: {seen}"));
            self.seen.extend(seen);
        }
        values
    }

    /// Everything that the schema names has been seen. Graphs, holes and other leapers are seen in
    /// tours.
    fn assert_complete(&self) {
        for (kind, object) in self.kinds() {
            for name in self.named("", object) {
                let seen = format!("{kind}: {name}");
                let is_seen = self.seen.contains(&seen) || NEVER_SEEN.contains(&seen.as_str());
                let elsewhere = ABOUT.iter().any(|about| name.starts_with(about)) && kind != "tour";
                assert!(is_seen || elsewhere, "no test prints {seen}");
            }
        }
    }
}

#[test]
fn the_page_says_who_prints_each_kind_and_its_examples_fit_the_schema() {
    let mut documents = Documents::new();
    let kinds: Vec<String> = documents.kinds().into_keys().collect();
    let examples = PAGE.split("\n## ").skip(1).map(|section| {
        let (kind, text) = section.split_once("\n\n```json\n").unwrap();
        let text = text.trim_end_matches("```\n\n");
        documents.check(kind, text.trim_end_matches("```\n"));
        kind.to_string()
    });
    assert_eq!(examples.collect::<Vec<String>>(), ["count"]);
    let named = PAGE.lines().filter_map(|line| {
        let (kind, by) = line.strip_prefix("| `")?.split_once("` | ")?;
        by.starts_with('`').then(|| kind.to_string())
    });
    let mut named: Vec<String> = named.collect();
    named.sort_unstable();
    assert_eq!(named, kinds);
}

/// Commands by the kind of their documents, with exit codes, and values in
/// them. The first makes the certificate that others verify.
const COMMANDS: &str = include_str!("tables/documents.txt");

/// The files that the commands name: a model without any square, and no model for a tour.
const FILES: &str = include_str!("tables/documented.txt");

#[test]
fn every_command_prints_what_the_page_says_and_all_of_it() {
    let dir = transcript(FILES);
    let folder = dir.path().display().to_string();
    let mut documents = Documents::new();
    let mut printed = BTreeMap::new();
    for line in COMMANDS.trim().replace("DIR", &folder).lines() {
        let (command, values) = line.split_once(" => ").unwrap_or((line, ""));
        let parts: Vec<&str> = command.splitn(3, ' ').collect();
        let (found, out, err) = run(&format!("{} --format json", parts[2]));
        assert_eq!(found.to_string(), parts[1], "{command}: {out}{err}");
        let document = documents.check(parts[0], &out).remove(0);
        for value in values.split("; ").filter(|value| !value.is_empty()) {
            let (place, value) = value.split_once(' ').unwrap();
            let value: Value = serde_json::from_str(value).unwrap();
            assert_eq!(document.pointer(place), Some(&value), "{command}: {place}");
        }
        printed.insert(parts[2].replace(&folder, "DIR"), document);
    }
    assert!(!dir.path().join("new").exists());
    let len = |list: &Value| list.as_array().unwrap().len();
    let several = &printed["solve 5x5 --start a1 --unique"];
    let parting = several["parting"].as_u64().unwrap() as usize;
    assert_ne!(several["moves"][parting - 1], several["other"][parting - 1]);
    let puzzle = &printed["puzzle 5x5 --seed 3"];
    assert_eq!(len(&puzzle["givens"]), len(&puzzle["witnesses"]));
    let found = &printed["sat DIR/two.cnf"];
    let model: Vec<i64> = serde_json::from_value(found["model"].clone()).unwrap();
    assert!(model.iter().map(|literal| literal.abs()).eq(1..=3));
    assert!(model.contains(&1) != model.contains(&2));
    let ring = &printed["stats DIR/mask DIR/ring --leaper 1,0 --closed"];
    assert_eq!(len(&ring["symmetries"]), 7);
    assert_eq!(len(&printed["sizes 3x4 1000x1000"]["rows"]), 2);
    // Documents of tours are tours, those of older versions without a kind too.
    let mut tour = printed["solve 3x4"].clone();
    assert_eq!(run_with("verify 3x4 -", &tour.to_string()).0, 0);
    tour.as_object_mut().unwrap().remove("kind");
    assert_eq!(run_with("verify 3x4 -", &tour.to_string()).0, 0);
    tour["kind"] = "sizes".into();
    assert_eq!(run_with("verify 3x4 -", &tour.to_string()).0, 2);

    // Unverified answers, and an input that does not come.
    let liar = write(dir.path(), "solver", "echo s UNSATISFIABLE; exit 20");
    let liar = format!("sh {liar} {{cnf}}");
    let mut check = |kind: &str, output: Output| {
        let text = String::from_utf8(output.stdout).unwrap();
        documents.check(kind, &text).remove(0)
    };
    let mut lied = |kind, args| {
        let args = format!("{args} --format json --solver");
        check(kind, knightsat(&args).arg(&liar).output().unwrap())
    };
    let counted = lied("count", "count 4x4");
    assert!(counted["no_other"].is_string());
    let fake = write(dir.path(), "kissat", "#!/bin/sh\necho 4.0.4\n");
    fs::set_permissions(&fake, Permissions::from_mode(0o755)).unwrap();
    for args in "solve --solver list --format json|prove --format=json --solver=list".split('|') {
        let found = knightsat(args).env("PATH", dir.path()).output().unwrap();
        let found = check("solvers", found);
        let rows = found["rows"].as_array().unwrap();
        let kissat = rows.iter().find(|row| row["name"] == "kissat").unwrap();
        assert!(kissat["version"] == "4.0.4" && kissat["path"] == *fake);
    }
    let mut silent = Command::new(program::path());
    silent.args("sat - --timeout 0.2 --format json".split(' '));
    let silent = silent.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut silent = silent.spawn().unwrap();
    let _input = silent.stdin.take();
    let unread = check("sat", silent.wait_with_output().unwrap());
    assert!(unread["result"] == "unknown" && unread["variables"].is_null());
    documents.assert_complete();
}
