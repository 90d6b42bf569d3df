//! Pages of lists.

/// A page of a list (docs/product/everywhere.md#lists).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Maximum number of records on the page.
    pub limit: i64,
    /// Number of records to skip before the page.
    pub offset: i64,
}

/// A page of records and their total number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paged<T> {
    /// The records on the page.
    pub items: Vec<T>,
    /// Total number of records.
    pub total: i64,
    /// Whether counting stopped at a maximum, so the total is a lower bound.
    pub is_total_lower_bound: bool,
    /// Id of the last record, if the page belongs to one of the [lists](crate::shared::list::Lists) and is
    /// full; otherwise `None`. If the list is sorted by id, the next page can start after this id.
    pub next: Option<i32>,
}

impl<T> Paged<T> {
    /// Creates a page with an exact total.
    pub fn new(items: Vec<T>, total: i64) -> Self {
        Self { items, total, is_total_lower_bound: false, next: None }
    }
}
