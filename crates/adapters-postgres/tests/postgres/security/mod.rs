//! Failed logins, blocks, trails and CSP reports.

mod csp_reports;
mod guard;
mod trail;
