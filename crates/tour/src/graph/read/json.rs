//! JSON: a list of pairs, a matrix, an object of lists of neighbours, and the node-link data that
//! networkx writes (NetworkX Reference, `node_link_data`).

use super::foreign::PRINT;
use super::plain::{Cell, List, Mark};
use super::{FORMATS, Fault, GRAPH_FORMAT, Graph, GraphFormat, Note, Parsed, fault, misfit};
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;

/// The keys and values of an object, each key once.
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
                let (mut all, mut known) = (Vec::new(), HashSet::new());
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if !known.insert(key.clone()) {
                        return Err(M::Error::custom("a key for the second time"));
                    }
                    all.push((key, value));
                }
                Ok(Entries(all))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeLink<'t> {
    directed: Option<bool>,
    #[serde(rename = "multigraph")]
    _multigraph: Option<bool>,
    #[serde(rename = "graph")]
    _graph: Option<IgnoredAny>,
    #[serde(borrow)]
    nodes: Vec<&'t RawValue>,
    #[serde(borrow, alias = "edges")]
    links: Vec<&'t RawValue>,
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
}

pub(super) fn parse<'t>(
    text: &'t str,
    format: Option<GraphFormat>,
    note: Note,
) -> Parsed<'t, Graph> {
    let mut list = List::new(text, format);
    if text.trim_start().starts_with('[') {
        for row in read::<Vec<&RawValue>>(text)? {
            let cells = cells(row.get())?;
            let marks = vec![Mark::Comma; cells.len().saturating_sub(1)];
            if cells.is_empty() {
                return fault(row.get(), "an empty list: expected a pair of vertices");
            }
            list.row(&cells, &marks)?;
        }
        return list.graph(note);
    }
    let Entries(entries) = read(text)?;
    let has = |name: &str| entries.iter().any(|(key, _)| key == name);
    if has("nodes") && (has("links") || has("edges")) {
        return node_link(text, list, note);
    }
    let lists = entries.iter().map(|(_, value)| cells(value.get()));
    let lists: Vec<Vec<Cell>> = lists.collect::<Result<_, _>>()?;
    // Keys are strings, also those of numbers.
    let is_quoted = lists.iter().flatten().all(|cell| cell.is_quoted);
    for ((key, value), others) in entries.into_iter().zip(lists) {
        let (part, name) = (value.get(), key.into());
        let mut row = vec![Cell {
            part,
            name,
            is_quoted,
        }];
        row.extend(others);
        let mut marks = vec![Mark::Blank; row.len() - 1];
        marks.insert(0, Mark::Colon);
        marks.truncate(row.len().max(2) - 1);
        list.row(&row, &marks)?;
    }
    list.graph(note)
}

fn node_link<'t>(text: &'t str, mut list: List<'t>, note: Note) -> Parsed<'t, Graph> {
    let data: NodeLink = read(text)?;
    list.edges.are_arcs = match (list.format, data.directed) {
        (Some(GraphFormat::Arcs), _) | (None, Some(true)) => true,
        (Some(_), _) | (None, Some(false)) => false,
        (None, None) => {
            let message = format!(
                "\"directed\" is missing: write true or false, or use {GRAPH_FORMAT} arcs or \
                 {GRAPH_FORMAT} edges"
            );
            return fault(text.trim_start(), message);
        }
    };
    for node in data.nodes {
        let id = cell(read::<Node>(node.get())?.id.get())?;
        let vertex = list.vertex(&id)?;
        if !list.keys.insert(vertex) {
            return fault(id.part, "a second node with this id");
        }
    }
    for link in data.links {
        let Link { source, target } = read(link.get())?;
        let [source, target] = [cell(source.get())?, cell(target.get())?];
        let edge = [list.vertex(&source)?, list.vertex(&target)?];
        for (end, cell) in edge.iter().zip([&source, &target]) {
            if !list.keys.contains(end) {
                return fault(cell.part, "no node has this id");
            }
        }
        list.edges.add(link.get(), edge);
    }
    list.is_complete = true;
    list.graph(note)
}

/// Reads a list of vertices or weights.
fn cells(text: &str) -> Parsed<'_, Vec<Cell<'_>>> {
    if !text.starts_with('[') {
        let message = "expected a list of vertices, as in [[1, 2]] or {\"1\": [2, 3]}";
        return misfit(text, message);
    }
    read::<Vec<&RawValue>>(text)?
        .into_iter()
        .map(|value| cell(value.get()))
        .collect()
}

fn cell(part: &str) -> Parsed<'_, Cell<'_>> {
    let is_quoted = part.starts_with('"');
    if !is_quoted && !part.starts_with(|mark: char| mark.is_ascii_digit() || mark == '-') {
        return fault(
            part,
            "expected a vertex: a number, or a name in double quotes",
        );
    }
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
        let before = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let is_place = |at: &usize| text.is_char_boundary(*at);
        let at = (0..=at.min(text.len())).rev().find(is_place).unwrap_or(0);
        let shown = error.to_string();
        let shown = shown.split(" at line ").next().unwrap_or_default();
        let message = format!("no JSON of a graph: {shown}; {PRINT}; {FORMATS}");
        Fault {
            part: &text[at..],
            message,
        }
    })
}
