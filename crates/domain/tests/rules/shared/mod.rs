//! Tests of citation, confirmation and receipt numbers, constraints on strings, money, types of files, personal
//! details, contact details, and retention.

mod citation_number;
mod constraints;
mod contact;
mod file_kind;
mod money;
mod numbers;
mod person;
mod retention;
