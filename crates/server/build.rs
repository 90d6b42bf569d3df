//! Tells where the built page lies. A release build has it inside, and is built again with it; others read it when they start.

use std::env;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = Path::new("../../frontend").canonicalize()?.join("dist");
    println!("cargo::rustc-env=PAGE_DIR={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE")? == "release" {
        println!("cargo::rerun-if-changed={}", page.display());
    }
    Ok(())
}
