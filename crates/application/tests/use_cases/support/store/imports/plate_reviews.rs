//! In-memory store of items that are dated outside of the period in which the driver had the plate. Only parking
//! tickets are listed.

use domain::imports::import::ImportKind;
use ports::imports::plate_reviews::{PlateReview, PlateReviews};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;

use super::page_of;
use crate::support::store::unit::Unit;

impl PlateReviews for Unit<'_> {
    fn plate_reviews(&mut self, page: Page) -> StoreResult<Paged<PlateReview>> {
        let tables = &*self.tables;
        let is_listed = |id: i32| tables.imports.plate_reviews.contains(&(ImportKind::Parking, id));
        let listed = tables.parking.iter().filter(|row| is_listed(row.id.0));
        let reviews: Vec<_> = listed
            .map(|row| PlateReview {
                kind: ImportKind::Parking,
                item: row.id.0,
                user: row.user_id,
                label: row.filed.violation_type.clone(),
                date: row.filed.date,
                amount: row.filed.amount.clone(),
                is_paid: row.is_paid,
            })
            .collect();
        Ok(page_of(&reviews, page))
    }

    fn close_plate_review(&mut self, kind: ImportKind, item: i32) -> StoreResult<bool> {
        let listed = &mut self.tables.imports.plate_reviews;
        let before = listed.len();
        listed.retain(|review| *review != (kind, item));
        Ok(listed.len() < before)
    }
}
