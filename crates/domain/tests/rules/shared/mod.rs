//! Money, numbers, types of files, people, contact details, and retention.

mod citation_number;
mod contact;
mod file_kind;
mod money;
mod numbers;
mod person;
mod retention;
