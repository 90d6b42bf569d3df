//! What goes over the wire. Entities become DTOs here; bodies become commands through the domain's constructors.

pub mod account;
pub mod calendar;
pub mod config;
pub mod export;
pub mod filing;
pub mod help;
pub mod hire;
pub mod history;
pub mod import;
pub mod input;
pub mod item;
pub mod lists;
pub mod money;
pub mod overview;
pub mod payment;
pub mod queue;
pub mod request;
pub mod security;
pub mod session;
pub mod sign_up;
pub mod staff;
pub mod timeline;
pub mod user;
