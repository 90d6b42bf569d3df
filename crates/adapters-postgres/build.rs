//! Sets `MIGRATIONS_HASH` to a hash of the migrations, the grants and `lending.sql`, and rebuilds when
//! one of them changes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{fs, io};

const MIGRATIONS: &str = "../../migrations";
const RIGHTS: &str = "src/connection/grants.rs";
/// Path of the SQL that adds the schema `lending` to the template database of the tests.
const LENDING_SQL_PATH: &str = "src/testing/lending.sql";

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    add(Path::new(MIGRATIONS), &mut hasher)?;
    for file in [RIGHTS, LENDING_SQL_PATH] {
        fs::read(file)?.hash(&mut hasher);
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rerun-if-changed={MIGRATIONS}");
    println!("cargo:rustc-env=MIGRATIONS_HASH={:016x}", hasher.finish());
    Ok(())
}

/// Adds all files below a folder to the hash, in a fixed order.
fn add(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, hasher)?;
        } else {
            path.hash(hasher);
            fs::read(&path)?.hash(hasher);
        }
    }
    Ok(())
}
