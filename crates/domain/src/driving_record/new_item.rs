//! What makes a new or changed ticket, parking ticket or toll valid (docs/PRODUCT.md#filing-an-item). The forms of the
//! back office and the import of files are held against the same tables.

mod any;
mod details;
mod limits;
mod reader;
mod table;

pub use self::any::{ItemDetails, ItemDraft};
pub use self::details::{ParkingDetails, TicketDetails, TollDetails};
pub use self::limits::{DUE_DATE_IS_OURS, MOST_IN_AMOUNT, MOST_POINTS, Wrong};
pub use self::table::{Field, Fields, Input, Rule};
