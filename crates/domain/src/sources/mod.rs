//! Cities that publish their citations: the sources, their rows, and the schedule of queries.

pub mod answer;
pub mod run;
pub mod source;
