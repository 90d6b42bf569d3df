//! The security panel and its report, security events, the audit trail, and CSP reports.

pub mod csp_reports;
pub mod dto;
pub mod report;
pub mod routes;
