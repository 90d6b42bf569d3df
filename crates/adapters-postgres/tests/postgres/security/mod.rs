//! Failed logins, blocks, trails, CSP reports.

mod csp_reports;
mod guard;
mod trail;
