//! Slices of lists.

/// A slice of a list (docs/PRODUCT.md#lists).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// At most so many.
    pub limit: i64,
    /// After skipping so many.
    pub offset: i64,
}

/// A slice and the size of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paged<T> {
    /// The slice, newest first.
    pub items: Vec<T>,
    /// How many there are in all.
    pub total: i64,
    /// Counting stopped at the total: there are so many, or more.
    pub is_least: bool,
    /// Of a full slice by ids the last one's, which the next comes after, whatever became of its record meanwhile.
    pub next: Option<i32>,
}

impl<T> Paged<T> {
    /// A slice of so many in all.
    pub fn new(items: Vec<T>, total: i64) -> Self {
        Self { items, total, is_least: false, next: None }
    }
}
