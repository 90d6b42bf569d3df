//! The page is part of the program: rebuild when it has been built anew.

fn main() {
    println!("cargo::rerun-if-changed=../../frontend/dist");
}
