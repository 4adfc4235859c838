//! JSON: a list of pairs, a matrix, an object of lists of neighbours, and the node-link data that
//! networkx writes (NetworkX Reference, `node_link_data`).

use super::foreign::PRINT;
use super::plain::{Cell, List};
use super::{Fault, GRAPH_FORMAT, Graph, GraphFormat, Note, Parsed, ensure, fault, forms, misfit};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;

/// The keys and values of an object, which may have a key twice.
struct Entries<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'de>, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Entries<'de>, M::Error> {
                let entries = std::iter::from_fn(|| map.next_entry().transpose());
                entries.collect::<Result<_, _>>().map(Entries)
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[derive(Deserialize)]
struct NodeLink<'t> {
    directed: Option<bool>,
    #[serde(borrow)]
    nodes: Vec<Node<'t>>,
    #[serde(borrow, alias = "edges")]
    links: Vec<Link<'t>>,
}

#[derive(Deserialize)]
struct Node<'t> {
    #[serde(borrow)]
    id: &'t RawValue,
}

#[derive(Deserialize)]
struct Link<'t> {
    #[serde(borrow)]
    source: &'t RawValue,
    #[serde(borrow)]
    target: &'t RawValue,
    directed: Option<IgnoredAny>,
}

pub(super) fn parse<'t>(
    text: &'t str,
    format: Option<GraphFormat>,
    note: Note,
) -> Parsed<'t, Graph> {
    if text.trim_start().starts_with('[') {
        let rows: Vec<&RawValue> = read(text)?;
        let rows = rows.into_iter().map(|row| cells(row.get()));
        let rows: Vec<Vec<Cell>> = rows.collect::<Result<_, _>>()?;
        let mut all = rows.iter().flatten();
        let are_bits = rows.len() > 1 && all.all(|cell| matches!(cell.part, "0" | "1"));
        let form = [GraphFormat::Edges, GraphFormat::Matrix][usize::from(are_bits)];
        let mut list = List::new(text, form, format);
        for cells in &rows {
            ensure(
                !cells.is_empty(),
                text,
                "an empty list: expected a pair of vertices",
            )?;
            list.row(cells, &",".repeat(cells.len() - 1))?;
        }
        return list.graph(note);
    }
    let Entries(entries) = read(text)?;
    let mut list = List::new(text, GraphFormat::Neighbours, format);
    // Each key is a vertex of its own, also if it is a number.
    list.are_names = true;
    if entries.iter().any(|(key, _)| key == "nodes") {
        return node_link(text, list, note);
    }
    let mut rows = Vec::new();
    for (name, value) in entries {
        let (part, name, is_quoted) = (value.get(), name.into(), true);
        let mut row = vec![Cell {
            part,
            name,
            is_quoted,
        }];
        list.vertex(&row[0])?;
        row.extend(cells(part)?);
        rows.push(row);
    }
    for row in rows {
        list.row(&row, &format!(":{}", " ".repeat(row.len().max(2) - 2)))?;
    }
    list.graph(note)
}

fn node_link<'t>(text: &'t str, mut list: List<'t>, note: Note) -> Parsed<'t, Graph> {
    let data: NodeLink = read(text)?;
    list.form = GraphFormat::Json;
    list.edges.are_arcs = match (list.given, data.directed) {
        (Some(format), _) => format == GraphFormat::Arcs,
        (None, Some(directed)) => directed,
        (None, None) => {
            let message = format!(
                "\"directed\" is missing: write true or false, or use {GRAPH_FORMAT} arcs or \
                 {GRAPH_FORMAT} edges"
            );
            return fault(text.trim_start(), message);
        }
    };
    for (node, count) in data.nodes.iter().zip(0..) {
        let vertex = list.vertex(&cell(node.id.get())?)?;
        ensure(vertex == count, node.id.get(), "a second node with this id")?;
    }
    for link in data.links {
        let Link { source, target, .. } = link;
        let message = "\"directed\" of one link: write it once, beside \"nodes\"";
        ensure(link.directed.is_none(), source.get(), message)?;
        let mut edge = [0; 2];
        for (end, id) in edge.iter_mut().zip([source, target]) {
            *end = list.vertex(&cell(id.get())?)?;
            let is_node = (*end as usize) < data.nodes.len();
            ensure(is_node, id.get(), "no node has this id")?;
        }
        list.edges.add(source.get(), edge);
    }
    list.graph(note)
}

/// Reads a list of vertices or weights.
fn cells(text: &str) -> Parsed<'_, Vec<Cell<'_>>> {
    if !text.starts_with('[') {
        let message = "expected a list of vertices, as in [[1, 2]] or {\"1\": [2, 3]}";
        return misfit(text, message);
    }
    let values: Vec<&RawValue> = read(text)?;
    values.into_iter().map(|value| cell(value.get())).collect()
}

fn cell(part: &str) -> Parsed<'_, Cell<'_>> {
    let is_quoted = part.starts_with('"');
    let is_number = part.starts_with(|mark: char| mark.is_ascii_digit() || mark == '-');
    let message = "expected a vertex: a number, or a name in double quotes; in a matrix, 0 or 1";
    ensure(is_quoted || is_number, part, message)?;
    let name = if is_quoted {
        read::<String>(part)?.into()
    } else {
        part.into()
    };
    Ok(Cell {
        part,
        name,
        is_quoted,
    })
}

/// Reads a value; names the place of a fault.
fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Parsed<'t, T> {
    serde_json::from_str(text).map_err(|error| {
        let above = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = above.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let part = text.get(at..).unwrap_or(text);
        let shown = error.to_string();
        let shown = shown.split(" at line ").next().unwrap_or_default();
        Fault(
            part,
            format!("no JSON of a graph: {shown}; {PRINT}; {}", forms()),
        )
    })
}
