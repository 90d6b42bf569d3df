//! Letters in which drivers contest items, and the printer that renders them (docs/product/contesting.md).

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::contesting::letter::{ContestLetter, Correspondent};
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;

use crate::shared::store_error::{BoxError, StoreResult};

/// The states of the drivers to include.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriverStates<'a> {
    /// Full names of the states.
    pub names: &'a [&'a str],
    /// Whether to include drivers whose state is unknown.
    pub includes_unknown: bool,
}

/// Letters in the database. An item has at most one. A caller that changes a letter must have
/// locked the letter's item, so that two changes at the same time can't overwrite each other.
pub trait ContestLetters {
    /// Returns the letter about an item.
    fn contest_letter(&mut self, item: ItemId) -> StoreResult<Option<ContestLetter>>;
    /// Returns the letters about all of a driver's items.
    fn contest_letters_of(&mut self, user: UserId) -> StoreResult<Vec<ContestLetter>>;
    /// Returns the ids and items of up to `limit` letters that aren't marked as sent and have an id above `after`, of
    /// drivers in these states. Ordered by id.
    fn unsent_contest_letters(
        &mut self,
        states: DriverStates<'_>,
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(i64, ItemId)>>;
    /// Stores a letter and replaces the item's earlier letter.
    fn store_contest_letter(&mut self, letter: &ContestLetter, saved_at: DateTime<Utc>) -> StoreResult<()>;
    /// Deletes the letter about an item, if there is one.
    fn delete_contest_letter(&mut self, item: ItemId) -> StoreResult<()>;
}

/// A photo or document that a letter encloses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// The file's name.
    pub name: String,
    /// The reduced copy of a photo, a JPEG; `None` for a document, which the driver encloses on paper.
    pub photo: Option<Vec<u8>>,
}

/// Contents of a printed letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLetter {
    /// Number of the document, such as `letter-ticket-12`: letters, digits and hyphens.
    pub number: String,
    /// The driver's name and address.
    pub sender: Correspondent,
    /// The issuer's name and address.
    pub issuer: Correspondent,
    /// The day on which the driver sent the letter. Before that, the day of printing in the driver's time zone.
    pub day: NaiveDate,
    /// The subject line.
    pub subject: String,
    /// Details of the citation as pairs of name and value, such as its number and the last day to contest it.
    pub citation: Vec<(&'static str, String)>,
    /// Sentence before the driver's reasons.
    pub opening: String,
    /// Sentences of the grounds that the driver chose.
    pub grounds: Vec<&'static str>,
    /// The driver's own words; may be empty.
    pub words: String,
    /// Chosen photos and documents, oldest first.
    pub enclosures: Vec<Enclosure>,
    /// When the document is created.
    pub made_at: DateTime<Utc>,
}

/// Renders letters as PDFs.
pub trait LetterPrinter: Send + Sync {
    /// Renders a letter with as many pages as it needs. The same contents always give the same bytes.
    ///
    /// # Errors
    /// Fails if a photo isn't a JPEG, or because of a bug.
    fn print_contest_letter(&self, letter: &PrintedLetter) -> Result<Vec<u8>, BoxError>;

    /// Returns the characters of a string that documents show as `□`, because the font doesn't have these characters.
    /// Each is returned once, in the order of the string.
    fn unprintable_chars(&self, text: &str) -> Vec<char>;
}
