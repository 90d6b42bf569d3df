//! Tests of lists, counts and the search by id, and of the query plans of their statements.

mod desk;
mod lists;
mod live_desk;
mod plans;
mod samples;
mod screen_queries;
mod tallies;
