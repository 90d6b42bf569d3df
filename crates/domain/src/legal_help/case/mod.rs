//! The case of a hire: its steps, events, deadlines and outcome (docs/product/cases.md).

pub mod action;
pub mod deadlines;
pub mod event;
pub mod guarantee;
pub mod handling;
pub mod label;
pub mod measured_share;
pub mod moves;
pub mod news;
pub mod next;
pub mod offer;
pub mod outcome;
pub mod plea;
pub mod record;
pub mod step;
