//! Search, queues, figures, exports, notes and timelines for staff.

pub mod dto;
pub mod routes;
