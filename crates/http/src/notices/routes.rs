//! A page that shows emails in a browser. The page exists only on development servers, which write emails to a folder
//! instead of sending them.

use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::{HttpResponse, web};

use crate::notices::shown_mail::ShownMail;
use crate::shared::html::escape_html;
use crate::state::State;

/// Shows the emails of a development server.
pub async fn show_mails(state: State) -> HttpResponse {
    let mails = match state.dev_mail.clone() {
        Some(read) => web::block(move || read()).await.unwrap_or_default(),
        None => vec![],
    };
    HttpResponse::Ok()
        .insert_header(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(html_page(&mails))
}

/// Builds the HTML page that shows these emails.
fn html_page(mails: &[ShownMail]) -> String {
    let shown: String = mails
        .iter()
        .map(|mail| {
            let files: String =
                mail.files.iter().map(|name| format!("<p>Attached: {}</p>", escape_html(name))).collect();
            format!(
                "<article><pre>{}</pre><pre>{}</pre>{files}</article>",
                escape_html(&mail.headers),
                link_urls(&mail.text)
            )
        })
        .collect();
    let none = if mails.is_empty() { "<p>No emails yet.</p>" } else { "" };
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Development mail</title><style>html{{color-scheme:light dark}}body{{font:17px/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;\
         padding:0 1rem}}article{{border:1px solid #8888;border-radius:12px;padding:0 1rem;margin:1rem 0}}\
         pre{{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}}pre:first-child{{font-weight:600}}</style>\
         <h1>Development mail</h1><p>No SMTP server is configured, so emails appear here and aren't sent.</p>{none}{shown}</html>"
    )
}

/// Converts text to HTML. Lines that start with `http` become links.
fn link_urls(text: &str) -> String {
    let line = |line: &str| {
        let line = escape_html(line);
        if line.starts_with("http") { format!("<a href=\"{line}\">{line}</a>") } else { line }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_shown_escaped_with_a_clickable_link() {
        let text = "Hello <b>,\n\nhttps://lanewise.test/reset-password#a\"b\n".to_owned();
        let shown = html_page(&[ShownMail {
            headers: "To: <script>".to_owned(),
            text,
            files: vec!["a<b>.pdf".to_owned()],
        }]);
        assert!(shown.contains("Attached: a&lt;b&gt;.pdf"), "{shown}");
        assert!(shown.contains("To: &lt;script&gt;") && shown.contains("Hello &lt;b&gt;,"), "{shown}");
        assert!(shown.contains("<a href=\"https://lanewise.test/reset-password#a&quot;b\">"), "{shown}");
        assert!(html_page(&[]).contains("No emails yet."));
    }
}
