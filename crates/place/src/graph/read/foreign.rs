//! Names of formats that are not read, each with a way to convert a file.

use super::{FORMS, Fault, GRAPH_FORMAT, GraphFormat, lines, offset};
use serde::de::IgnoredAny;

/// The formats, one in each line: patterns, name and way. A pattern is the beginning of the first
/// line, and then parts of the text after `…`, all in small letters, or the name of a shape.
const FORMATS: &str = include_str!("foreign.txt");
/// The way from a program.
pub(super) const PRINT: &str = "print the graph as JSON, by json.dumps of Python (x.tolist() of numpy), \
                                jsonencode of Matlab or JSON.stringify";

/// Returns the fault of a form with the name of the format, if the file has a known one, and
/// otherwise with that of the form.
pub(super) fn named<'t>(text: &'t str, form: GraphFormat, fault: Fault<'t>) -> Fault<'t> {
    let mut body = lines(text).skip_while(|line| line.starts_with('#') || line.starts_with("% "));
    let part = body.next().unwrap_or(text);
    let shape = shape(text);
    // The beginning of a text shows its format.
    let start = text[offset(text, part)..]
        .chars()
        .take(1 << 16)
        .collect::<String>()
        .to_lowercase();
    let fits = |pattern: &str| {
        let mut parts = pattern.split('…');
        let begin = parts.next().unwrap_or_default();
        let has = |part: &str| start.contains(&part.replace("\\n", "\n"));
        shape == Some(pattern) || part.to_lowercase().starts_with(begin) && parts.all(has)
    };
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    let row = FORMATS.lines().filter(|_| !is_json).find_map(|row| {
        let (patterns, rest) = row.split_once(" ⇒ ")?;
        patterns
            .split(" ¦ ")
            .any(fits)
            .then(|| rest.split_once(" ⇒ "))?
    });
    let Some((name, way)) = row else {
        let form = FORMS[form as usize].split(" '").next().unwrap_or_default();
        return Fault(fault.0, format!("read as {form}: {}", fault.1));
    };
    let way = match way.split_once(' ') {
        Some(("nx", read)) => format!(
            "convert it by python3 -c 'import json, networkx as nx; \
             print(json.dumps(nx.node_link_data(nx.{read})))'"
        ),
        Some(("py", line)) => format!(
            "convert it by python3 -c '{line}', and choose the direction with {GRAPH_FORMAT}"
        ),
        _ => way.replace("PRINT", PRINT),
    };
    let message = format!("this is {name}, which is not read: {way}");
    Fault(part, message)
}

/// Recognises lists of neighbours by their sizes.
fn shape(text: &str) -> Option<&'static str> {
    let body = text.lines().filter(|line| !line.starts_with('%'));
    let numbers = |line: &str| {
        line.split_whitespace()
            .map(|word| word.parse().ok())
            .collect()
    };
    let rows: Vec<Vec<usize>> = body.map(numbers).collect::<Option<_>>()?;
    let (head, rows) = rows.split_first()?;
    let ends = rows.iter().map(Vec::len).sum::<usize>();
    let is_counted = |row: &Vec<usize>| row.first().is_some_and(|&count| count + 1 == row.len());
    let has = |row: usize, vertex| {
        rows.get(row.wrapping_sub(1))
            .is_some_and(|row: &Vec<usize>| row.contains(&vertex))
    };
    let are_mutual = (1..)
        .zip(rows)
        .all(|(vertex, row)| row.iter().all(|&other| has(other, vertex)));
    match head[..] {
        [len] if rows.len() == len && rows.iter().all(is_counted) => Some("LAD"),
        [len, edges, ..] if rows.len() == len && ends == 2 * edges && are_mutual => Some("METIS"),
        _ => None,
    }
}
