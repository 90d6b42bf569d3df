//! The dataset in memory, with indexes by plate and by citation number.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// A row of the dataset, without its blank cells.
pub(crate) type Row = Map<String, Value>;

/// All rows by citation number, and the citation numbers of each plate.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: BTreeMap<String, Row>,
    by_plate: BTreeMap<String, BTreeSet<String>>,
}

/// Returns a cell's value, or `None` if it is blank.
pub(crate) fn text<'a>(row: &'a Row, column: &str) -> Option<&'a str> {
    row.get(column)?.as_str()
}

impl Table {
    /// Adds a row, which replaces the row with the same citation number. Ignores a row without a citation number.
    pub(crate) fn put(&mut self, row: Row) {
        let Some(number) = text(&row, "summons_number").map(str::to_owned) else { return };
        self.remove(&number);
        if let Some(plate) = text(&row, "plate") {
            self.by_plate.entry(plate.to_owned()).or_default().insert(number.clone());
        }
        self.rows.insert(number, row);
    }

    /// Removes the row with the citation number `number`, if there is one.
    pub(crate) fn remove(&mut self, number: &str) {
        let Some(row) = self.rows.remove(number) else { return };
        if let Some(numbers) = text(&row, "plate").and_then(|plate| self.by_plate.get_mut(plate)) {
            numbers.remove(number);
        }
    }

    /// Returns the rows that may match a condition: the rows with these citation numbers or, if `numbers` is
    /// `None`, with these plates. If `plates` is also `None`, returns all rows.
    pub(crate) fn candidates(&self, plates: Option<&[String]>, numbers: Option<&[String]>) -> Vec<&Row> {
        if let Some(numbers) = numbers {
            return numbers
                .iter()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .filter_map(|number| self.rows.get(number))
                .collect();
        }
        let Some(plates) = plates else { return self.rows.values().collect() };
        let numbers: BTreeSet<&String> =
            plates.iter().filter_map(|plate| self.by_plate.get(plate)).flatten().collect();
        numbers.into_iter().filter_map(|number| self.rows.get(number)).collect()
    }
}
