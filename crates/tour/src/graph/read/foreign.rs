//! Names of formats that are not read, each with a way to convert a file.

use super::{Fault, GRAPH_FORMAT, lines};

/// The beginning of a file, or a tag in it, and the function of networkx that reads it, if any.
const FORMATS: [(&str, &[&str], &str); 10] = [
    (
        "GML",
        &["graph [", "creator "],
        r#"read_gml("FILE", label="id")"#,
    ),
    (
        "DOT",
        &["graph ", "graph{", "digraph", "strict "],
        r#"nx_pydot.read_dot("FILE")"#,
    ),
    ("GraphML", &["<graphml"], r#"read_graphml("FILE")"#),
    ("GEXF", &["<gexf"], r#"read_gexf("FILE")"#),
    ("Pajek", &["*vertices", "*network"], r#"read_pajek("FILE")"#),
    ("LEDA", &["leda.graph"], r#"read_leda("FILE")"#),
    (
        "Matrix Market",
        &["%%matrixmarket"],
        r#"from_scipy_sparse_array(__import__("scipy.io").io.mmread("FILE"), create_using=nx.KIND)"#,
    ),
    ("Stanford GraphBase", &["* graphbase"], ""),
    ("LEMON", &["@nodes", "@arcs"], ""),
    ("UCINET", &["dl "], ""),
];
const PAIRS: &str = r#"import re; [print(*pair) for pair in re.findall(r"NAME\((\w+), *(\w+)\)", open("FILE").read())]"#;
const BRACES: &str = r#"import re; [print(*re.findall(r"\w+", row)) for row in re.findall(r"{([^{}]+)}", open("FILE").read())]"#;
const METIS: &str = r#"import json; print(json.dumps({i: list(map(int, row.split())) for i, row in enumerate(row for row in open("FILE") if row[0] != "%") if i}))"#;
const LAD: &str = r#"import json; print(json.dumps({i: list(map(int, row.split()[1:])) for i, row in enumerate(open("FILE"), -1) if i >= 0}))"#;
const TGF: &str = r##"import json; v, e = open("FILE").read().split("#\n"); print(json.dumps({r.split()[0]: [s.split()[1] for s in e.splitlines() if s.split()[0] == r.split()[0]] for r in v.splitlines()}))"##;
/// The way from a program.
pub(super) const PRINT: &str = "print the graph as JSON, by json.dumps of Python (x.tolist() of numpy), \
                                jsonencode of Matlab or JSON.stringify";

/// Returns the fault with the name of the format, if the file has a known one.
pub(super) fn named<'t>(text: &'t str, fault: Fault<'t>) -> Fault<'t> {
    let mut body = lines(text).skip_while(|line| line.starts_with('#') || line.starts_with("% "));
    let Some(first) = body.next() else {
        return fault;
    };
    let message = |message: String| Fault {
        part: first,
        message,
    };
    let by = |name: &str, line: &str| {
        message(format!(
            "this is {name}, which is not read: convert it by python3 -c '{line}'"
        ))
    };
    let lower = first.to_lowercase();
    let begins = |start: &&str| {
        let is_tag = start.starts_with('<') && lower.starts_with('<');
        lower.starts_with(start) || is_tag && text.contains(start)
    };
    let is_braced = text.contains('{') && !first.contains('=');
    let format = FORMATS.iter().find(|row| row.1.iter().any(begins));
    if let Some((name, _, read)) = format.filter(|row| row.0 != "DOT" || is_braced) {
        if read.is_empty() {
            return message(format!(
                "this is {name}, which is not read: write its edges as pairs 'U V'"
            ));
        }
        let kind = if lower.contains("symmetric") {
            "Graph"
        } else {
            "DiGraph"
        };
        let read = read.replace("KIND", kind);
        let line =
            format!("import json, networkx as nx; print(json.dumps(nx.node_link_data(nx.{read})))");
        return by(name, &line);
    }
    let has_sign = |sign: &[char]| text.contains(sign);
    if let Some(predicate) = predicate(text) {
        let name = "a list of facts or calls, as in ASP and Prolog";
        let found = by(name, &PAIRS.replace("NAME", predicate)).message;
        message(format!(
            "{found}, and choose with {GRAPH_FORMAT} edges or {GRAPH_FORMAT} arcs"
        ))
    } else if first.ends_with('}') && !first.starts_with('{') && !first.contains('=') {
        message(
            "this is an edge list of networkx with data: write json.dumps(networkx.node_link_data(\
                 networkx.relabel_nodes(G, str)))"
                .to_string(),
        )
    } else if has_sign(&['{']) && has_sign(&[',']) && !has_sign(&[':', '"', '\'', '(', '>', '\\']) {
        by("a list in braces, as in C", BRACES)
    } else if first.contains(['=', '(']) {
        message(format!("this is code: {PRINT}"))
    } else if body.any(|line| line == "#") {
        by("TGF", TGF)
    } else {
        shape(text).map_or(fault, |(name, line)| by(name, line))
    }
}

/// Returns the first predicate or function of two words, such as `edge(1, 2)`.
fn predicate(text: &str) -> Option<&str> {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let found = text.match_indices('(').map(|(at, _)| {
        let name = text[..at]
            .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next()?;
        let (one, other) = text[at + 1..].split(')').next()?.split_once(',')?;
        let is_pair = is_word(name) && is_word(one) && is_word(other.trim_start_matches(' '));
        is_pair.then_some(name)
    });
    found.flatten().next()
}

/// Recognises lists of neighbours by their sizes.
fn shape(text: &str) -> Option<(&'static str, &'static str)> {
    let body = text.lines().filter(|line| !line.starts_with('%'));
    let numbers = |line: &str| {
        line.split_whitespace()
            .map(|word| word.parse().ok())
            .collect()
    };
    let rows: Vec<Vec<usize>> = body.map(numbers).collect::<Option<_>>()?;
    let (head, rows) = rows.split_first()?;
    let is_counted = |row: &Vec<usize>| row.first().is_some_and(|&count| count + 1 == row.len());
    let ends = rows.iter().map(Vec::len).sum::<usize>();
    let has = |row: usize, vertex: usize| {
        let row = rows.get(row.wrapping_sub(1));
        row.is_some_and(|row| row.contains(&vertex))
    };
    let is_list = |(vertex, row): (usize, &Vec<usize>)| {
        let mut others = row.iter();
        others.all(|&other| other != vertex && has(other, vertex))
    };
    match head[..] {
        [len] if rows.len() == len && rows.iter().all(is_counted) => Some(("LAD", LAD)),
        [len, edges] if rows.len() == len && ends == 2 * edges && (1..).zip(rows).all(is_list) => {
            Some(("METIS", METIS))
        }
        _ => None,
    }
}
