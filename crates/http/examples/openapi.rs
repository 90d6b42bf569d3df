//! Prints the OpenAPI document. `make gen` writes it to `docs/openapi.json`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(&lanewise_http::routes::document().text)
}
