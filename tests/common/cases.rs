//! Tables of cases in a text: one case a line, with escapes such as `\n` in the input. A line that
//! ends in ` \` continues in the next one.
#![allow(dead_code, reason = "every crate uses its own part")]

/// Returns the lines of a table that are not blank.
fn lines(table: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in table.lines().map(str::trim) {
        let whole = line.strip_suffix('\\').unwrap_or(line);
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(whole),
            None => lines.push(whole.to_string()),
        }
        goes_on = whole.len() < line.len();
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns the inputs and outputs of lines such as `1 2\n1 x => 'x' is not a vertex number`.
pub fn cases(table: &str) -> Vec<(String, String)> {
    let case = |line: String| {
        let (input, output) = line.split_once("=>").expect("input => output");
        (unescaped(input.trim_end()), output.trim_start().to_string())
    };
    lines(table).into_iter().map(case).collect()
}

/// Returns the inputs and outputs of groups: a line with the output, and lines `- INPUT`.
pub fn groups(table: &str) -> Vec<(String, String)> {
    let (mut output, mut all) = (String::new(), Vec::new());
    for line in lines(table) {
        match line.strip_prefix("- ") {
            Some(input) => all.push((unescaped(input), output.clone())),
            None => output = line,
        }
    }
    all
}

/// Asserts that a message is the expected one, in which `…` stands for any text.
#[track_caller]
pub fn assert_message(found: &str, expected: &str, input: &str) {
    let mut rest = Some(found);
    let parts: Vec<&str> = expected.split('…').collect();
    for (number, part) in parts.iter().enumerate() {
        rest = rest.and_then(|rest| match number {
            0 => rest.strip_prefix(part),
            _ if number + 1 == parts.len() => rest.ends_with(part).then_some(""),
            _ => rest.split_once(part).map(|(_, rest)| rest),
        });
    }
    let is_whole = parts.len() > 1 || rest == Some("");
    assert!(
        rest.is_some() && is_whole,
        "{input:?}: expected {expected}, found {found}"
    );
}

/// Returns a text with its escapes replaced.
pub fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut all = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (escape, mut rest) = part.split_at(1.min(part.len()));
        match escape {
            "n" => all.push('\n'),
            "r" => all.push('\r'),
            "t" => all.push('\t'),
            "0" => all.push('\0'),
            "u" => {
                let (code, after) = rest[1..].split_once('}').expect("a code in braces");
                let code = u32::from_str_radix(code, 16).expect("a code in hexadecimal digits");
                all.extend(char::from_u32(code));
                rest = after;
            }
            _ => panic!("unknown escape \\{escape}: {text}"),
        }
        all.push_str(rest);
    }
    all
}
