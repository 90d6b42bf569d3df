pub mod citations;
pub mod runs;
