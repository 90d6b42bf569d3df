//! Lists, counts, queues, figures, timelines, and the query plans of their statements.

mod figures;
mod lists;
mod overview;
mod plans;
mod queues;
mod samples;
mod screen_queries;
mod tallies;
mod timeline;
mod waiting;
