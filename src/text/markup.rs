//! Text inside XML and HTML.

/// A text with the characters that mean something in markup written otherwise.
///
/// ```
/// use knightsat::text::markup::escape;
///
/// assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
/// ```
pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
