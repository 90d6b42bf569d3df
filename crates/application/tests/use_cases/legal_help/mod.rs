//! Tests of lawyers and the statements of their fees, hires, cases, and the messages between driver and lawyer.

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
