//! Helpers for HTML pages that the server builds itself.

/// Replaces characters that have a meaning in HTML, so that `text` is shown as it is.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
