//! JSON: a list of pairs, a matrix, an object of lists of neighbours, and the node-link data that
//! networkx writes (NetworkX Reference, `node_link_data`).

use super::doubts;
use super::foreign::PRINT;
use super::list::{Cell, List};
use super::{GRAPH_FORMAT, Graph, GraphFormat, Parsed, ensure, fault, misfit};
use crate::scan::offset;
use itertools::Itertools;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The fields of an object, each with the text of its value.
type Object<'t> = HashMap<String, &'t RawValue>;

pub(super) fn parse(text: &str, format: Option<GraphFormat>) -> Parsed<'_, Graph> {
    let text = text.trim_start();
    let is_object = text.starts_with('{');
    let (mut rows, mut form) = (Vec::new(), GraphFormat::Neighbours);
    if is_object {
        let entries: Object = read(text)?;
        if entries.contains_key("nodes") {
            return node_link(text, &entries, format);
        }
        let place = |value: &RawValue| offset(text, value.get());
        for (name, value) in entries.iter().sorted_by_key(|entry| place(entry.1)) {
            // Each key is a vertex of its own, also if it is a number.
            let mut cells = cells(value.get(), true)?;
            cells.insert(0, Cell::new(value.get(), name.clone().into(), true));
            rows.push(cells);
        }
        // A map has the last list of a vertex only.
        let message = "a vertex has two lists, or a name a bracket: write one list for each vertex";
        ensure(text.matches('[').count() == rows.len(), text, message)?;
    } else {
        for row in read::<Vec<&RawValue>>(text)? {
            rows.push(cells(row.get(), false)?);
        }
        let is_bit = |cell: &Cell| matches!(cell.part, "0" | "1");
        let are_bits = rows.len() > 1 && rows.iter().flatten().all(is_bit);
        form = [GraphFormat::Edges, GraphFormat::Matrix][usize::from(are_bits)];
    }
    let mut list = List::new(text, form, format);
    let message = "lists of neighbours are in an object, and pairs and a matrix in a list";
    ensure(list.has_lists() == is_object, text, message)?;
    for row in rows.iter().filter(|_| is_object) {
        list.vertex(&row[0])?;
    }
    let width = rows.first().map_or(0, Vec::len);
    for row in &rows {
        let part = row.first().map_or(text, |cell| cell.part);
        let is_even = is_object || !row.is_empty() && row.len() == width;
        ensure(
            is_even,
            part,
            "expected lists of one length: pairs, or a matrix",
        )?;
        list.row(row)?;
    }
    doubts::graph(list)
}

fn node_link<'t>(
    text: &'t str,
    data: &Object<'t>,
    format: Option<GraphFormat>,
) -> Parsed<'t, Graph> {
    let mut list = List::new(text, GraphFormat::Json, format);
    list.form = GraphFormat::Json;
    list.edges.are_arcs = match (format, data.get("directed").map(|value| value.get())) {
        (Some(format), _) => format == GraphFormat::Arcs,
        (None, Some(value @ ("true" | "false"))) => value == "true",
        _ => {
            let message = format!(
                "\"directed\" is missing: write true or false, or use {GRAPH_FORMAT} arcs or \
                 {GRAPH_FORMAT} edges"
            );
            return fault(text, message);
        }
    };
    let nodes: Vec<Object> = read(field(data, "nodes", text)?)?;
    for (node, count) in nodes.iter().zip(0..) {
        let id = field(node, "id", text)?;
        let is_new = list.vertex(&cell(id, true)?)? == count;
        ensure(is_new, id, "a second node with this id")?;
    }
    let links = ["links", "edges"][usize::from(data.contains_key("edges"))];
    for link in read::<Vec<Object>>(field(data, links, text)?)? {
        let mut edge = [0; 2];
        for (end, key) in edge.iter_mut().zip(["source", "target"]) {
            let id = field(&link, key, text)?;
            *end = list.vertex(&cell(id, true)?)?;
            ensure((*end as usize) < nodes.len(), id, "no node has this id")?;
        }
        list.edges.add(field(&link, "source", text)?, edge);
    }
    doubts::graph(list)
}

/// Returns the value of a field.
fn field<'t>(object: &Object<'t>, key: &str, text: &'t str) -> Parsed<'t, &'t str> {
    let value = object.get(key).map(|value| value.get());
    let message = || format!("node-link data without \"{key}\"");
    value.map_or_else(|| fault(text, message()), Ok)
}

/// Reads a list of vertices or weights.
fn cells(text: &str, are_names: bool) -> Parsed<'_, Vec<Cell<'_>>> {
    let values = read::<Vec<&RawValue>>(text)?.into_iter();
    values.map(|value| cell(value.get(), are_names)).collect()
}

fn cell(part: &str, is_name: bool) -> Parsed<'_, Cell<'_>> {
    let is_number = part.starts_with(|mark: char| mark.is_ascii_digit() || mark == '-');
    if is_number {
        return Ok(Cell::new(part, part.into(), is_name));
    }
    let message = "expected a vertex: a number, or a name in double quotes; in a matrix, 0 or 1";
    ensure(part.starts_with('"'), part, message)?;
    Ok(Cell::new(part, read::<String>(part)?.into(), true))
}

/// Reads a value; names the place of a fault.
fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Parsed<'t, T> {
    serde_json::from_str(text).or_else(|error| {
        let above = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = above.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let shown = error.to_string();
        let shown = shown.split(" at line ").next().unwrap_or_default();
        let message = format!("no JSON of a graph: {shown}; {PRINT}");
        misfit(text.get(at..).unwrap_or(text), &message)
    })
}
