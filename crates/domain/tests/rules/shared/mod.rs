//! Tests of constraints on texts, money, numbers, types of files, personal details, contact details, and retention.

mod citation_number;
mod constraints;
mod contact;
mod file_kind;
mod money;
mod numbers;
mod person;
mod retention;
