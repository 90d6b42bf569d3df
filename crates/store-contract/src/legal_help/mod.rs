pub mod cases;
pub mod fees;
pub mod hires;
pub mod lawyers;
pub(crate) mod samples;
pub mod secrets;
pub mod statements;
