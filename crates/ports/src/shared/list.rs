//! Lists: what is filtered, searched, sorted, counted and read by slices. Each is declared once, with its subject; drivers' own
//! lists are the same ones with their user set.

use std::fmt::Debug;

use domain::shared::ids::UserId;
use domain::shared::search::Search;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;
use crate::shared::summary::Summary;

/// Where counting the matches of a search stops, unless a list says otherwise. To count a third of a million rows takes longer
/// than anybody waits; so many are found by their index in the time that a page takes.
pub const COUNTED: i64 = 500;

/// What can be said of a filter or an order.
pub trait Choice: Clone + Debug + Default + PartialEq + Send + Sync + 'static {}

impl<T: Clone + Debug + Default + PartialEq + Send + Sync + 'static> Choice for T {}

/// An order of a list; unless told, its own.
pub trait Order: Copy + Choice {
    /// By ids, in which no record changes its place.
    const BY_ID: Self;
}

/// A list, as a type that stands for it.
pub trait List: Clone + Debug + PartialEq + Send + Sized + 'static {
    /// One of its records.
    type Row: Send + 'static;
    /// What is filtered beside the user and the search.
    type Filter: Choice;
    /// Its orders.
    type Sort: Order;
    /// The numbers above it.
    type Summary: Summary;
    /// Whether each record is one driver's: drivers see their own, and staff all. Any other list is for staff.
    const HAS_OWNERS: bool;

    /// The record's id.
    fn id(row: &Self::Row) -> i32;

    /// Whose it is, where it says no more of the driver than that.
    fn driver(_row: &Self::Row) -> Option<UserId> {
        None
    }
}

/// What is asked of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<L: List> {
    /// Only records of this user, where they have owners.
    pub user: Option<UserId>,
    /// Only records in which this is found.
    pub search: Option<Search>,
    /// Which of these.
    pub filter: L::Filter,
    /// In which order.
    pub sort: L::Sort,
    /// The largest, latest or last first.
    pub is_descending: bool,
    /// Which slice.
    pub page: Page,
    /// Only records that come after the one with this id; for the list's own order, newest first.
    pub before: Option<i32>,
}

impl<L: List> Query<L> {
    /// The newest of these records.
    pub fn newest(filter: L::Filter, page: Page) -> Self {
        let sort = L::Sort::default();
        Self { user: None, search: None, filter, sort, is_descending: true, page, before: None }
    }

    /// The newest of all records.
    pub fn all(page: Page) -> Self {
        Self::newest(L::Filter::default(), page)
    }

    /// The same of one user; of everybody without one.
    pub fn of(self, user: impl Into<Option<UserId>>) -> Self {
        Self { user: user.into(), ..self }
    }

    /// The same with a search, if there is one.
    pub fn searched(self, search: Option<Search>) -> Self {
        Self { search, ..self }
    }
}

/// The only order of a list: its own, newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest;

impl Order for Newest {
    const BY_ID: Self = Self;
}

/// Orders of records about money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoneySort {
    /// By id.
    #[default]
    Id,
    /// By what was paid.
    Amount,
    /// By when it was recorded.
    CreatedAt,
}

impl Order for MoneySort {
    const BY_ID: Self = Self::Id;
}

/// A list in the database. Totals are exact, but for searches in texts that nobody tallies: those are counted up to [`COUNTED`],
/// and the answer says so.
pub trait Lists<L: List> {
    /// The slice that is asked for.
    fn list(&mut self, query: &Query<L>) -> StoreResult<Paged<L::Row>>;
    /// The numbers over all records that are asked for, whatever the slice. A search that is not counted exactly has none.
    fn summary(&mut self, query: &Query<L>) -> StoreResult<L::Summary>;
}

/// What the lists' counts are made of.
pub trait Tallies {
    /// Folds what was counted piece by piece into few rows, so that counts stay quick. Answers how many pieces there were.
    fn fold_tallies(&mut self) -> StoreResult<usize>;
}

/// Declares a list: what it is called, its record and how to come by the record's id, and what belongs to it.
macro_rules! list {
    (
        $(#[doc = $about:literal])+
        $list:ident of $row:ident by |$record:ident| $id:expr,
        $filter:ident, $sort:ident, $summary:ty, has_owners: $has_owners:literal
        $(, driver: |$owned:ident| $driver:expr)?
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
        }
    };
}

pub(crate) use list;
