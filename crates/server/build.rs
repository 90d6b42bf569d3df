//! Sets `PAGE_DIR` to the folder with the built page. Release builds embed the page and are rebuilt when the
//! page changes; other builds read the page at startup. Also makes a release build's program smaller.

use std::env;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = Path::new("../../frontend").canonicalize()?.join("dist");
    println!("cargo::rustc-env=PAGE_DIR={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE")? == "release" {
        println!("cargo::rerun-if-changed={}", page.display());
        // Makes the linker store relocations in a packed form, and identical functions only once. Needs glibc
        // 2.36, and lld, which is Rust's default linker on this platform.
        if env::var("TARGET")? == "x86_64-unknown-linux-gnu" {
            println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
            println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        }
    }
    Ok(())
}
