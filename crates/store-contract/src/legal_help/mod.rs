pub mod cases;
pub mod fees;
pub mod hires;
pub mod lawyers;
pub mod samples;
pub mod secrets;
pub mod statements;
