//! In-memory figures of the overview.

use chrono::{DateTime, Utc};
use domain::legal_help::hire::HireStatus;
use ports::back_office::overview::{DayMoney, OpenWork, Overviews, TypeTotal};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

/// The figures of the overview. Tests set them, because only the real database can compute them.
#[derive(Clone, Default)]
pub struct Figures {
    /// The money that moved on each day, with the time at which it moved.
    pub money: Vec<(DateTime<Utc>, DayMoney)>,
    pub payments: Vec<TypeTotal>,
    pub open_work: Vec<OpenWork>,
    pub hires: Vec<(HireStatus, i64)>,
    /// The start of the period in the last request; `None` before the first request.
    pub asked_since: Option<DateTime<Utc>>,
}

impl Overviews for Unit<'_> {
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>> {
        let figures = &mut self.tables.figures;
        figures.asked_since = Some(since);
        Ok(figures.money.iter().filter(|(at, _)| *at >= since).map(|(_, day)| *day).collect())
    }

    fn payments_by_type(&mut self, _: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>> {
        Ok(self.tables.figures.payments.clone())
    }

    fn open_work(&mut self, _: DateTime<Utc>) -> StoreResult<Vec<OpenWork>> {
        Ok(self.tables.figures.open_work.clone())
    }

    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>> {
        Ok(self.tables.figures.hires.clone())
    }
}
