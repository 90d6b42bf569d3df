pub mod members;
pub mod preferences;
