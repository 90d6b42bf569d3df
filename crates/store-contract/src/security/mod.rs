pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod seals;
pub mod trail;
