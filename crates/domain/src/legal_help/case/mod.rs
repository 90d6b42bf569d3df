//! The case of a hire (docs/product/cases.md): its steps and events, offers, deadlines, outcome and guarantee,
//! the actions of its users, the news that they get, and the hire's status that follows from the case.

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
