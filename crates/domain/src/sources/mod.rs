//! Cities that publish their citations: sources, their rows, and the schedule of runs.

pub mod answer;
pub mod run;
pub mod source;
