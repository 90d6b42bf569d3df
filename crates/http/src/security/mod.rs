//! The security panel, its report and the trails.

pub mod dto;
pub mod report;
pub mod routes;
