//! Tests of lists, counts, queues, figures and timelines, and of the query plans of their statements.

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
