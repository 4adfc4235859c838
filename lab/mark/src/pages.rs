//! Pages in HTML: one with a row for each student, and one of feedback for each.

use crate::{Marks, Student, WORST, number};
use itertools::Itertools;
use knightsat_check::base::text::{counted, escape};
use knightsat_check::picture;
use knightsat_check::tour::place::Place;
use knightsat_render::svg::{Look, svg};

const PAGE: &str = include_str!("page.html");

impl Marks<'_> {
    /// Returns the pages by the names of their files. Each student has a page of feedback. The last
    /// page, called `name`, has a row for each student, which links to the feedback.
    pub fn pages(&self, name: &str) -> Vec<(String, String)> {
        let stem = name.strip_suffix(".html").unwrap_or(name);
        let mut pages: Vec<(String, String)> = Vec::new();
        for student in self.students() {
            let is_special = |c: char| !c.is_alphanumeric() && c != '-';
            let plain = student.name.replace(is_special, "_");
            let names = (1..).map(|count| match count {
                1 => format!("{stem}-{plain}.html"),
                _ => format!("{stem}-{plain}-{count}.html"),
            });
            let is_new = |name: &String| pages.iter().all(|(other, _)| other != name);
            let page = names.into_iter().find(is_new).expect("numbers never end");
            pages.push((page, self.feedback(student)));
        }
        let page = self.page(pages.iter().map(|(page, _)| page));
        pages.push((name.into(), page));
        pages
    }

    fn page<'p>(&self, pages: impl Iterator<Item = &'p String>) -> String {
        let counts = self
            .students()
            .iter()
            .map(|student| student.verdict)
            .counts();
        let counts = WORST.iter().rev().filter_map(|verdict| {
            let count = counts.get(verdict)?;
            Some(format!("{count} {verdict}"))
        });
        let students = counted(self.students().len(), "student");
        let counts = counts.collect_vec().join(", ");
        let mut body = format!("<h1>Marks</h1>\n<p>{students}: {counts}</p>\n");
        body += "<table>\n<tr><th>student<th>verdict<th>points<th>files<th>what is wrong\n";
        for (student, page) in self.students().iter().zip(pages) {
            let [points, most] = student.points.map(number);
            let files = student.entries.iter();
            let files = files.map(|entry| format!("{}: {}", escape(entry.board), entry.verdict));
            let rows = student.entries.iter().filter_map(|entry| entry.row);
            let faults = rows.flat_map(|row| &row.report.faults);
            let faults = faults.map(|fault| escape(&fault.text)).unique();
            body += &format!(
                "<tr class=\"{}\"><td><a href=\"{}\">{}</a><td>{}<td>{points} of {most}<td>{}<td>{}\n",
                student.verdict.replace(' ', "-"),
                escape(page),
                escape(student.name),
                student.verdict,
                files.collect_vec().join("<br>"),
                faults.collect_vec().join("<br>")
            );
        }
        body += "</table>\n";
        body += &list("Copies", &self.copies);
        whole("Marks", &body)
    }

    /// Returns the page of feedback for a student.
    fn feedback(&self, student: &Student) -> String {
        let [points, most] = student.points.map(number);
        let (name, verdict) = (escape(student.name), student.verdict);
        let mut body = format!("<h1>{name}</h1>\n<p>{verdict}, {points} of {most} points</p>\n");
        for entry in &student.entries {
            body += &format!("<h2>{}</h2>\n", escape(&entry.title()));
            let Some(row) = entry.row else {
                body += &format!("<p>{}</p>\n", escape(&entry.feedback()));
                continue;
            };
            let (file, verdict, points) =
                (escape(&row.encoding), entry.verdict, number(entry.points));
            body += &format!("<p>{file}: <b>{verdict}</b>, {points} points</p>\n");
            let faults = row.report.faults.iter().map(|fault| fault.text.clone());
            body += &list("", &faults.collect_vec());
            if let Some(found) = &row.report.counterexample {
                let place: Option<Place> = row.board.parse().ok();
                let scene = place.and_then(|place| picture::of_counterexample(&place, found));
                body += &format!("<pre>{}</pre>\n", escape(&found.to_string()));
                body += &scene.map_or(String::new(), |scene| svg(&scene, &Look::default()));
            }
        }
        whole(&name, &body)
    }
}

/// Returns the items as a list below a title, if there are any.
fn list(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let item = |item: &String| format!("<li>{}\n", escape(item));
    let list = format!(
        "<ul>\n{}</ul>\n",
        items.iter().map(item).collect::<String>()
    );
    match title {
        "" => list,
        title => format!("<h2>{title}</h2>\n{list}"),
    }
}

fn whole(title: &str, body: &str) -> String {
    PAGE.replace("{title}", title).replace("{body}", body)
}
