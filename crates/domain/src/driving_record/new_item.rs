//! Validation of new and changed tickets, parking tickets and tolls
//! (docs/product/driving-record.md#filing-an-item). The forms of the back office and file imports use the
//! same tables of fields.

mod any;
mod details;
mod limits;
mod reader;
mod table;

pub use self::any::{ItemDetails, ItemDraft};
pub use self::details::{ParkingDetails, TicketDetails, TollDetails};
pub use self::limits::{
    DUE_DATE_IS_OURS, FieldErrors, MAX_IN_ISSUER, MAX_IN_PARAGRAPH, MAX_POINTS, NEVER_FILED, SETTLED_UNPAID,
};
pub use self::table::{Field, FieldColumn, FieldFormat, FieldRule, Fields};
