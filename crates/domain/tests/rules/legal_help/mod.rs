//! Tests of lawyers and their statements, of matching, of cases with their agreements and consents, and
//! of the cancellation window.

mod agreement;
mod build;
mod cancellation_window;
mod deadlines;
mod fees;
mod labels;
mod lawyers;
mod matching;
mod measured_share;
mod outcomes;
mod secrets;
mod statements;
mod steps;
