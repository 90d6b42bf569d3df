//! Citation sources: cities' data that can be queried by plate (docs/product/citation-sources.md).
//! A source's columns have the same meanings as those of import files.

use chrono::NaiveDate;

use crate::driving_record::amount::{Amount, CONFIRM_ABOVE};
use crate::driving_record::new_item::{ItemDetails, ParkingDetails};
use crate::imports::columns::{Mapping, MappingError};
use crate::imports::hearing::clears_driver;
use crate::imports::import::ImportKind;
use crate::imports::line::{Problem, read_line};
use crate::shared::money::Money;
use crate::sources::answer::{SourceBalance, SourceRow};

/// A column of a source's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceColumn {
    /// Name of the column at the source.
    pub name: String,
    /// Meaning of the column, from the same list as for import files. `None` for a column that only
    /// distinguishes vehicles with the same plate.
    pub meaning: Option<String>,
    /// Value for blank cells; `None` if blank cells stay blank.
    pub if_blank: Option<String>,
}

/// Why a source's columns are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The columns don't cover the fields that a parking ticket needs.
    #[error("{0}")]
    Columns(#[from] MappingError),
    /// No column has this meaning, which is needed to query or identify citations.
    #[error("A source needs a column for: {0}.")]
    Missing(&'static str),
}

/// A city that publishes its citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Short name of the source, such as `nyc`.
    pub name: String,
    /// Title of the data.
    pub title: String,
    /// The authority that issued the citations, such as `New York City`.
    pub authority: String,
    columns: Vec<SourceColumn>,
    mapping: Mapping,
}

/// Meanings that a source's columns must have in addition to those that a parking ticket requires.
const NEEDED: &[&str] = &["plate", "plate_state", "citation", "owed"];

/// Maximum length of a citation number in a source's data, in characters.
const MAX_NUMBER: usize = 30;

impl Source {
    /// Creates a source with these columns. The tuple has the source's short name, the data's title and the authority
    /// that issued the citations. Citations without a due date are due `due_days` days after their date.
    ///
    /// # Errors
    /// Fails if the columns are invalid, or if any required meaning has no column.
    pub fn new(
        (name, title, authority): (String, String, String),
        columns: Vec<SourceColumn>,
        due_days: Option<i32>,
    ) -> Result<Self, SourceError> {
        let meanings: Vec<Option<String>> = columns.iter().map(|column| column.meaning.clone()).collect();
        let mapping = Mapping::new(ImportKind::Parking, columns.len(), &meanings)?.with_due_days(due_days);
        if let Some(missing) = NEEDED.iter().find(|needed| mapping.column_with(needed).is_none()) {
            return Err(SourceError::Missing(missing));
        }
        Ok(Self { name, title, authority, columns, mapping })
    }

    /// The columns, in the order of a row's cells.
    pub fn columns(&self) -> &[SourceColumn] {
        &self.columns
    }

    /// Returns the name that the source gives to the column with this meaning; `None` if no column has it.
    pub fn column(&self, meaning: &str) -> Option<&str> {
        self.columns.get(self.mapping.column_with(meaning)?).map(|column| column.name.as_str())
    }

    /// Parses a row by the rules of a new parking ticket. If the amount owed is unclear, staff
    /// decide what the driver owes.
    ///
    /// # Errors
    /// Returns the first error of the row.
    pub fn parse_row(&self, cells: &[String], today: NaiveDate) -> Result<SourceRow, Problem> {
        let whole: Vec<&str> = self
            .columns
            .iter()
            .zip(cells)
            .map(|(column, cell)| match (cell.trim(), &column.if_blank) {
                ("", Some(instead)) => instead.as_str(),
                (cell, _) => cell,
            })
            .collect();
        let owed =
            self.mapping.column_with("owed").and_then(|index| whole.get(index)).copied().unwrap_or_default();
        let balance =
            parse_balance(owed).ok_or_else(|| Problem::new("owed", "The amount owed can’t be read."))?;
        let outcome = self.mapping.column_with("hearing_outcome").and_then(|index| whole.get(index));
        let balance = match balance {
            SourceBalance::Owed(amount) if outcome.is_some_and(|outcome| clears_driver(outcome)) => {
                SourceBalance::Unclear(format!(
                    "The city says that {} is owed, but also that the hearing cleared the driver.",
                    amount.for_display()
                ))
            }
            balance => balance,
        };
        // If nothing or a negative amount is owed, the ticket shows the amount originally issued.
        let is_shown_as_issued = Amount::parse_number(owed).is_none_or(|amount| amount == Money::ZERO);
        let place = self.mapping.column_with("owed").filter(|_| is_shown_as_issued);
        let cells: Vec<&str> =
            whole.iter().enumerate().map(|(at, cell)| if Some(at) == place { "" } else { *cell }).collect();
        let line = read_line(&self.mapping, &cells, today).map_err(|mut problems| {
            if problems.is_empty() {
                Problem::new("", "The row can’t be read.")
            } else {
                problems.swap_remove(0)
            }
        })?;
        let number = line.citation.filter(|number| looks_like_citation_number(number));
        let number = number.ok_or_else(|| Problem::new("citation", "The row has no citation number."))?;
        let plate = line.driver.plate.ok_or_else(|| Problem::new("plate", "The row has no plate."))?;
        let vehicle = self.columns.iter().zip(&whole).find(|(column, _)| column.meaning.is_none());
        let vehicle = vehicle.map(|(_, cell)| cell.to_uppercase()).filter(|cell| !cell.is_empty());
        Ok(SourceRow { number, plate, vehicle, balance, details: self.with_issuer(line.details) })
    }

    /// Sets the issuer of a parking ticket to the source's authority.
    fn with_issuer(&self, details: ItemDetails) -> ItemDetails {
        match details {
            ItemDetails::Parking(parking) => {
                ItemDetails::Parking(ParkingDetails { issuer: Some(self.authority.clone()), ..parking })
            }
            other => other,
        }
    }
}

/// Whether the string looks like a citation number: letters, digits and hyphens, with at least one digit.
fn looks_like_citation_number(text: &str) -> bool {
    text.len() <= MAX_NUMBER
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Parses the cell with the amount owed; `None` if the cell has no amount.
fn parse_balance(owed: &str) -> Option<SourceBalance> {
    if let Some(amount) = owed.strip_prefix('-').and_then(Amount::parse_number) {
        return Some(if amount == Money::ZERO {
            SourceBalance::Settled
        } else {
            SourceBalance::Unclear(format!("The city says that -{} is owed.", amount.for_display()))
        });
    }
    let amount = Amount::parse_number(owed)?;
    Some(if amount == Money::ZERO {
        SourceBalance::Settled
    } else if amount > CONFIRM_ABOVE {
        SourceBalance::Unclear(format!(
            "The city says that {} is owed, which is unusually high.",
            amount.for_display()
        ))
    } else {
        SourceBalance::Owed(amount)
    })
}
