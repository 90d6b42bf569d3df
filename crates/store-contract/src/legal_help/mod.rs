pub mod cases;
pub mod hires;
pub mod lawyers;
mod samples;
pub mod secrets;
pub mod statements;
