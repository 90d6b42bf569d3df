//! Types that the other modules of this crate share, such as money, ids, stored words, and the details that
//! identify a person or vehicle.

pub mod business_time;
pub mod citation_number;
pub mod confirmation;
pub mod csv_cell;
pub mod desk;
pub mod file_kind;
pub mod ids;
pub mod job;
pub mod money;
pub mod payable;
pub mod person;
pub mod retention;
pub mod search;
pub mod stored_words;
pub mod text;
pub mod us_state;
