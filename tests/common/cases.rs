//! Tables of cases in a text: one case a line, with escapes such as `\n` in the input. A line that
//! ends in ` \` continues in the next one.
#![allow(dead_code, reason = "every crate uses its own part")]

/// Returns the lines of a table that are not blank and no comments, which begin with `## `.
pub fn lines(table: &str) -> Vec<String> {
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
    lines.retain(|line| !line.is_empty() && !line.starts_with("## "));
    lines
}

/// Returns the inputs and outputs of lines such as `1 2\n1 x => 'x' is not a vertex number`. Inputs
/// with the same output may share a line, as in `A ¦ B => OUTPUT`.
pub fn cases(table: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for line in lines(table) {
        let (inputs, output) = line.split_once("=>").expect("input => output");
        let inputs = inputs.trim_end().split(" ¦ ").map(unescaped);
        all.extend(inputs.map(|input| (input, output.trim_start().to_string())));
    }
    all
}

/// Returns the inputs and outputs of groups: a line with the output, and lines `- INPUT ¦ INPUT`.
pub fn groups(table: &str) -> Vec<(String, String)> {
    let (mut output, mut all) = (String::new(), Vec::new());
    for line in lines(table) {
        match line.strip_prefix("- ") {
            Some(inputs) => {
                let inputs = inputs.split(" ¦ ").map(unescaped);
                all.extend(inputs.map(|input| (input, output.clone())));
            }
            None => output = line,
        }
    }
    all
}

/// Returns true if the text is the pattern, in which `…` stands for any text.
pub fn is_like(text: &str, pattern: &str) -> bool {
    let Some((first, pattern)) = pattern.split_once('…') else {
        return text == pattern;
    };
    let (inner, last) = pattern.rsplit_once('…').unwrap_or(("", pattern));
    let mut rest = text.strip_prefix(first);
    for part in inner.split('…') {
        rest = rest.and_then(|rest| rest.split_once(part).map(|(_, rest)| rest));
    }
    rest.is_some_and(|rest| rest.ends_with(last))
}

/// Asserts that a message is the expected one, in which `…` stands for any text.
#[track_caller]
pub fn assert_message(found: &str, expected: &str, input: &str) {
    let is_expected = is_like(found, expected);
    assert!(is_expected, "{input:?}: expected {expected}, found {found}");
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
