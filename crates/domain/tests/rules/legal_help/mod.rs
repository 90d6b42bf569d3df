//! Tests of lawyers, of cases and their consents, and of the refund window.

mod agreement;
mod build;
mod deadlines;
mod fees;
mod labels;
mod lawyers;
mod matching;
mod measured_share;
mod outcomes;
mod refund_window;
mod secrets;
mod statements;
mod steps;
