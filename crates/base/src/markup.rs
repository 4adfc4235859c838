//! Text inside XML and HTML.
//!
//! ```
//! use knightsat_base::markup::escape;
//!
//! assert_eq!(escape("1 < 2 & 3"), "1 &lt; 2 &amp; 3");
//! ```

/// A text with the characters that mean something in markup written otherwise.
///
/// ```
/// use knightsat_base::markup::escape;
///
/// assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
/// ```
pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
