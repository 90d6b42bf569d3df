//! Prints the document with all settings. `make gen` writes it to `docs/SETTINGS.md`.

use std::io::Write;

use server::config::settings;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(settings::document().as_bytes())
}
