//! Prints the document with all sourced texts about options. `make gen` writes it to `docs/product`.

use std::io::Write;

use domain::driving_record::options::catalog;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(catalog::document().as_bytes())
}
