//! The rules of Lanewise: entities, statuses with their legal moves, and every calculation that decides what a driver
//! sees, owes or may do. Pure: no I/O, no clock, no randomness, no serialisation, no async. Times are passed in.
//!
//! What the page computes as well (fine, order, grouping, session, phone, identity digits) is held against the case files in
//! `cases/` by this crate's tests and by the page's.

pub mod account;
pub mod audit;
pub mod calendar;
pub mod case_update;
pub mod confirmation;
pub mod csv_cell;
pub mod device;
pub mod driving;
pub mod email;
pub mod environment;
pub mod fees;
pub mod fine;
pub mod grouping;
pub mod hire;
pub mod identity;
pub mod ids;
pub mod import;
pub mod inquiry;
pub mod invitation;
pub mod item_paid;
pub mod job;
pub mod ladder;
pub mod legal_help;
pub mod money;
pub mod network;
pub mod new_item;
pub mod notification;
pub mod overview;
pub mod password;
pub mod payment;
pub mod person;
pub mod phone;
pub mod plate;
pub mod queue;
pub mod receipt;
pub mod refund;
pub mod report;
pub mod search;
pub mod second_factor;
pub mod security;
pub mod session;
pub mod session_record;
pub mod statuses;
pub mod text;
pub mod ticket;
pub mod ticket_order;
pub mod timeline;
pub mod us_state;
pub mod user;
pub mod visibility;
pub mod words;
