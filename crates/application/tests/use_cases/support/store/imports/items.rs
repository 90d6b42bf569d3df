//! Reads the items of imports from the in-memory database.

use domain::driving_record::ticket::Item;
use domain::imports::import::ImportKind;
use ports::imports::files::{FiledItem, Import};

use crate::support::store::unit::Unit;

impl Unit<'_> {
    pub fn items_of_import(&self, import: &Import) -> Vec<Item> {
        let (first, last) = import.items.unwrap_or_default();
        let mut items = self.all_items();
        items.retain(|item| {
            let payable = item.payable();
            payable.kind().as_str() == import.kind.as_str() && (first..=last).contains(&payable.item_id())
        });
        items
    }

    pub fn filed_items(&self, kind: ImportKind) -> Vec<FiledItem> {
        let has_citation = |id: i32| {
            let mut known = self.tables.imports.keys.iter();
            known.any(|((of, _), known)| *of == kind.as_str() && *known == (true, id))
        };
        match kind {
            ImportKind::Ticket => {
                let tickets = self.tables.tickets.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.violation_type.clone(),
                    date: item.filed.date,
                    time: item.filed.time_of_violation.clone(),
                    location: Some(item.filed.location.clone()),
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                tickets.collect()
            }
            ImportKind::Parking => {
                let parking = self.tables.parking.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.violation_type.clone(),
                    date: item.filed.date,
                    time: None,
                    location: Some(item.filed.location.clone()),
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                parking.collect()
            }
            ImportKind::Toll => {
                let tolls = self.tables.tolls.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.toll_road.clone(),
                    date: item.filed.date,
                    time: item.filed.time_of_day.clone(),
                    location: None,
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                tolls.collect()
            }
        }
    }
}
