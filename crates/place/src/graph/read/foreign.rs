//! Names of formats that are not read, each with a way to convert a file.

use super::{FORMS, Fault, GraphFormat, lines, offset};
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
    let start = text[offset(text, part)..].chars().take(1 << 16);
    let start = start.collect::<String>().to_lowercase();
    let fits = |pattern: &str| {
        let mut parts = pattern.split('…');
        let begin = parts.next().unwrap_or_default();
        let has = |part: &str| start.contains(&part.replace("\\n", "\n"));
        shape == Some(pattern) || part.to_lowercase().starts_with(begin) && parts.all(has)
    };
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    let row = FORMATS.lines().filter(|_| !is_json).find_map(|row| {
        let (patterns, rest) = row.split_once(" ⇒ ")?;
        let mut patterns = patterns.split(" ¦ ");
        patterns.any(fits).then(|| rest.split_once(" ⇒ "))?
    });
    let Some((name, way)) = row else {
        let form = FORMS[form as usize].split(" '").next().unwrap_or_default();
        return Fault(fault.0, format!("read as {form}: {}", fault.1));
    };
    let way = if way.starts_with("import ") {
        format!("convert it by python3 -c '{way}'")
    } else {
        way.replace("PRINT", PRINT)
    };
    let message = format!("this is {name}, which is not read: {way}");
    Fault(part, message)
}

/// Recognises lists of neighbours in as many lines as the first one counts.
fn shape(text: &str) -> Option<&'static str> {
    let body = text.lines().filter(|line| !line.starts_with('%'));
    let words = |line: &'_ str| line.split_whitespace().map(str::parse).collect();
    let rows: Vec<Vec<usize>> = body.map(words).collect::<Result<_, _>>().ok()?;
    let (head, lists) = rows.split_first()?;
    let has =
        |row: usize, vertex| row > 0 && rows.get(row).is_some_and(|row| row.contains(&vertex));
    let is_list = |(vertex, row): (usize, &Vec<usize>)| match head.len() {
        1 => row.first().is_some_and(|count| count + 1 == row.len()),
        _ => row.iter().all(|&other| has(other, vertex)),
    };
    let are_lists = head.first() == Some(&lists.len()) && (1..).zip(lists).all(is_list);
    are_lists.then(|| ["LAD", "METIS"][usize::from(head.len() > 1)])
}
