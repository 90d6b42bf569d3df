//! Lists: records that can be filtered, searched, sorted, counted and read in pages. Each list is declared once, in the
//! `lists` module of its feature. Drivers read some of these lists too, limited to their own records.

use std::fmt::Debug;

use domain::shared::ids::{PaymentId, UserId};
use domain::shared::payable::Payable;
use domain::shared::search::Search;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;
use crate::shared::summary::Summary;

/// A record that is about a citation: an item, or a payment for the item or its lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CitedBy {
    /// The item; for a lawyer, the ticket that the lawyer was hired for.
    Item(Payable),
    /// A payment for an item or for its lawyer.
    Payment(PaymentId),
}

/// Maximum number of matching records that are counted if no pre-aggregated count covers the query.
pub const MAX_MATCHES: i64 = 500;

/// The type of a list's filters or of its sort orders.
pub trait ListOption: Clone + Debug + Default + PartialEq + Send + Sync + 'static {}

impl<T: Clone + Debug + Default + PartialEq + Send + Sync + 'static> ListOption for T {}

/// A sort order of a list. The default value is the list's initial order.
pub trait SortOrder: Copy + ListOption {
    /// Sort order by the record's id.
    const BY_ID: Self;
}

/// A type that identifies a list and declares its parts.
pub trait List: Clone + Debug + PartialEq + Send + Sized + 'static {
    /// Type of the records.
    type Row: Send + 'static;
    /// Filters besides the user, the id and the search.
    type Filter: ListOption;
    /// Sort orders that the list offers.
    type Sort: SortOrder;
    /// Type of the figures above the list.
    type Summary: Summary;
    /// Whether drivers can read their own records of the list. Otherwise, only staff can read the list.
    const HAS_OWNERS: bool;

    /// Returns the id of a record.
    fn id(row: &Self::Row) -> i32;

    /// Returns the driver whose name must be added to the record for staff. `None` if the record already contains
    /// the driver's details, or has no driver.
    fn driver(_row: &Self::Row) -> Option<UserId> {
        None
    }

    /// Returns the item or payment whose citation is shown with the record; `None` if the record is about no citation.
    fn cited_by(_row: &Self::Row) -> Option<CitedBy> {
        None
    }
}

/// Which records of a list to return, and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<L: List> {
    /// Only records of this user, in lists whose records belong to drivers.
    pub user: Option<UserId>,
    /// Only the record with this id.
    pub id: Option<i32>,
    /// Only records that match this search. If the search is an id, the record with this id comes first.
    pub search: Option<Search>,
    /// Filters besides the user, the id and the search.
    pub filter: L::Filter,
    /// Sort order of the records.
    pub sort: L::Sort,
    /// Whether the order is reversed, so that the largest or latest values come first.
    pub is_descending: bool,
    /// The page to return.
    pub page: Page,
    /// Only records that come after the record with this id when sorted by id, newest first.
    pub before: Option<i32>,
}

impl<L: List> Query<L> {
    /// Creates a query for the newest records that match a filter.
    pub fn newest(filter: L::Filter, page: Page) -> Self {
        let sort = L::Sort::default();
        Self { user: None, id: None, search: None, filter, sort, is_descending: true, page, before: None }
    }

    /// Creates a query for the newest records, without a filter.
    pub fn all(page: Page) -> Self {
        Self::newest(L::Filter::default(), page)
    }

    /// Restricts the query to one user; `None` means all users.
    pub fn of(self, user: impl Into<Option<UserId>>) -> Self {
        Self { user: user.into(), ..self }
    }

    /// Adds a search, if there is one.
    pub fn with_search(self, search: Option<Search>) -> Self {
        Self { search, ..self }
    }
}

/// The sort order of lists that are always sorted newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewestFirst;

impl SortOrder for NewestFirst {
    const BY_ID: Self = Self;
}

/// Sort orders of records with an amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoneySort {
    /// Sorts by the record's id.
    #[default]
    Id,
    /// Sorts by the amount that was paid.
    Amount,
    /// Sorts by the time when the record was created.
    CreatedAt,
}

impl SortOrder for MoneySort {
    const BY_ID: Self = Self::Id;
}

/// A list in the database. Some totals are counted only up to [`MAX_MATCHES`].
pub trait Lists<L: List> {
    /// Returns a page of records.
    fn list(&mut self, query: &Query<L>) -> StoreResult<Paged<L::Row>>;
    /// Returns the figures for all matching records, not only for those on the page. All figures are zero for
    /// a search that no pre-aggregated count covers.
    fn summary(&mut self, query: &Query<L>) -> StoreResult<L::Summary>;
}

/// Pre-aggregated counts of lists.
pub trait Tallies {
    /// Merges recent increments into the counts, so that counting stays fast. Returns the number of
    /// merged or deleted rows.
    fn merge_count_increments(&mut self) -> StoreResult<usize>;
}

/// Declares a list: its type, records, filters, sort orders and figures.
macro_rules! list {
    (
        $(#[doc = $about:literal])+
        $list:ident of $row:ident by |$record:ident| $id:expr,
        $filter:ident, $sort:ident, $summary:ty, has_owners: $has_owners:literal
        $(, driver: |$owned:ident| $driver:expr)?
        $(, cited_by: |$cited:ident| $cited_by:expr)?
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $list;

        impl $crate::shared::list::List for $list {
            type Row = $row;
            type Filter = $filter;
            type Sort = $sort;
            type Summary = $summary;
            const HAS_OWNERS: bool = $has_owners;

            fn id($record: &$row) -> i32 {
                $id
            }

            $(fn driver($owned: &$row) -> Option<domain::shared::ids::UserId> {
                $driver
            })?

            $(fn cited_by($cited: &$row) -> Option<$crate::shared::list::CitedBy> {
                $cited_by
            })?
        }
    };
}

pub(crate) use list;
