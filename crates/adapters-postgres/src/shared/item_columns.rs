//! The columns `ticket_id`, `parking_id` and `toll_id`, by which tables refer to items.

use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;

/// An item's id, as three columns. Exactly one of them is set.
pub(crate) type ItemColumns = (Option<i32>, Option<i32>, Option<i32>);

/// Returns an item's id as the three columns.
pub(crate) const fn item_columns(item: ItemId) -> ItemColumns {
    match item.kind {
        ItemKind::Ticket => (Some(item.id), None, None),
        ItemKind::Parking => (None, Some(item.id), None),
        ItemKind::Toll => (None, None, Some(item.id)),
    }
}

/// Returns the item that the three columns name. Fails unless exactly one column is set; the error names `column`.
pub(crate) fn item_of_columns(columns: ItemColumns, column: &'static str) -> StoreResult<ItemId> {
    let (kind, id) = match columns {
        (Some(id), None, None) => (ItemKind::Ticket, id),
        (None, Some(id), None) => (ItemKind::Parking, id),
        (None, None, Some(id)) => (ItemKind::Toll, id),
        _ => return Err(unknown_value(column)),
    };
    Ok(ItemId { kind, id })
}

/// Filters `$rows` to those about an item, names the result `$found`, and evaluates the expression `$answer` with it.
/// A macro is used, because each kind of item has its own column and thus its own query type.
macro_rules! about_item {
    ($table:ident, $rows:expr, $item:expr, $found:ident => $answer:expr) => {
        match $item.kind {
            domain::driving_record::kinds::ItemKind::Ticket => {
                let $found = $rows.filter($table::ticket_id.eq($item.id));
                $answer
            }
            domain::driving_record::kinds::ItemKind::Parking => {
                let $found = $rows.filter($table::parking_id.eq($item.id));
                $answer
            }
            domain::driving_record::kinds::ItemKind::Toll => {
                let $found = $rows.filter($table::toll_id.eq($item.id));
                $answer
            }
        }
    };
}

pub(crate) use about_item;
