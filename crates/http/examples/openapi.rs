//! Prints the OpenAPI document. `make gen` writes it to `docs/openapi.json`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let text = lanewise_http::openapi::document_text().map_err(std::io::Error::other)?;
    std::io::stdout().write_all(text.as_bytes())
}
