mod citation_number;
mod constraints;
mod contact;
mod file_kind;
mod money;
mod numbers;
mod person;
mod retention;
