//! The security panel, its report, the trails, and CSP reports.

pub mod csp_reports;
pub mod dto;
pub mod report;
pub mod routes;
