//! Lists, counts, queues, figures, timelines, and the query plans of their statements.

mod beside_lists;
mod figures;
mod lists;
mod overview;
mod plans;
mod queues;
mod samples;
mod tallies;
mod timeline;
mod waiting;
