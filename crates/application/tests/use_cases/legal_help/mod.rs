//! Tests of legal help: hires, cases, lawyers and their monthly statements, and the messages between
//! drivers and lawyers.

mod availability;
pub mod build;
mod case_views;
mod corrections;
mod court_dates;
mod deadlines;
mod decided;
mod documents;
mod ends;
mod hires;
mod labels;
mod lawyer_work;
mod lawyers;
mod matching;
mod money;
mod money_to_lawyers;
mod notices;
mod photos;
mod roles;
mod secrets;
mod statements;
mod ticket_changes;
