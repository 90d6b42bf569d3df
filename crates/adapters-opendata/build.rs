//! Generates the list of the files in `sources`, so that a new city only needs a new file.

use std::path::Path;
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=sources");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("sources");
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let rows = files.iter().filter_map(|file| Some((file.file_stem()?, file)));
    let rows: String = rows.map(|(name, file)| format!("({name:?}, include_str!({file:?})), ")).collect();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), format!("&[{rows}]"))?;
    Ok(())
}
