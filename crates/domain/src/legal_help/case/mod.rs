//! The case of a hire: its steps and their order, events, court and outcome, label, matching with lawyers, deadlines
//! and the agreement (docs/product/cases.md).

pub mod action;
pub mod agreement;
pub mod deadlines;
pub mod event;
pub mod guarantee;
pub mod handling;
pub mod label;
pub mod matching;
pub mod moves;
pub mod news;
pub mod next;
pub mod offer;
pub mod outcome;
pub mod plea;
pub mod record;
pub mod step;
