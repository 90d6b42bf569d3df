//! Lists, queues, figures, files and timelines for staff.

pub mod dto;
pub mod routes;
