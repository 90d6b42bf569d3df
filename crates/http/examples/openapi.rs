//! Prints the OpenAPI document. `make gen` writes it to `docs/openapi.json`.

use std::io::Write;

use lanewise_http::openapi::describe;
use lanewise_http::routes::table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(writeln!(std::io::stdout(), "{}", describe(table()).to_pretty_json()?)?)
}
