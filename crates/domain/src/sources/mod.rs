//! Cities that publish their citations: what a source is, what its rows say, and when it is asked.

pub mod answer;
pub mod run;
pub mod source;
