//! Login throttling and CSP reports.

mod csp_reports;
mod guard;
