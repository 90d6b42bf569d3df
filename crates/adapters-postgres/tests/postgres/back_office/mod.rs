//! Tests of lists and counts, and of the query plans of their statements.

mod lists;
mod live_desk;
mod plans;
mod samples;
mod screen_queries;
mod tallies;
