//! Imported citations: files, citations that aren't assigned to a driver yet, and items whose plate wasn't
//! the driver's on the item's day.

pub mod files;
pub mod plate_reviews;
pub mod waiting;
