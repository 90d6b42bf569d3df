//! Lawyers, hires, their cases, and what driver and lawyer write there.

mod availability;
mod build;
mod case_views;
mod deadlines;
mod ends;
mod hires;
mod labels;
mod lawyer_work;
mod lawyers;
mod matching;
mod money;
mod notices;
mod roles;
mod secrets;
