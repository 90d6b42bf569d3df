//! A driver's letter that contests an item, its limits, and when it was sent.

use chrono::{Days, NaiveDate};

use crate::driving_record::contesting::deadline::ContestDeadline;
use crate::driving_record::contesting::ground::Ground;
use crate::driving_record::contesting::sent::SentContest;
use crate::driving_record::item_file::ItemId;
use crate::driving_record::kinds::ItemKind;
use crate::shared::ids::UserId;
use crate::shared::text::{self, FieldErrors, TextError};

/// Maximum length of the driver's own words, in characters.
pub const MAX_WORDS_CHARS: usize = 10_000;
/// Maximum number of lines of the driver's own words, which limits the pages of the letter.
pub const MAX_WORDS_LINES: usize = 400;
/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// Maximum length of a postal address, in characters.
pub const MAX_ADDRESS_CHARS: usize = 500;
/// Maximum number of grounds in a request. No kind of item has this many grounds.
pub const MAX_GROUNDS: u64 = 20;
/// Maximum number of files that a letter encloses. An item can't have more files.
pub const MAX_ENCLOSURES: u64 = 20;

/// Name and postal address of the driver or the issuer. Either may be empty, except in a printed letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondent {
    /// The full name.
    pub name: String,
    /// The postal address, with line breaks.
    pub address: String,
}

/// The validated contents of a letter, which the driver chose and wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LetterContents {
    /// The chosen grounds, in the order of [`Ground::of`].
    pub grounds: Vec<Ground>,
    /// The driver's own words.
    pub words: String,
    /// The driver's name and address, as the driver entered them.
    pub sender: Correspondent,
    /// The issuer's name and address, as the driver entered them.
    pub issuer: Correspondent,
}

/// Unvalidated contents of a letter, from a request.
#[derive(Clone, Debug, Default)]
pub struct LetterDraft {
    /// The chosen grounds, as the words that the API uses for them ([`Ground::as_str`]).
    pub grounds: Vec<String>,
    /// The driver's own words.
    pub words: String,
    /// The driver's name and address, unvalidated.
    pub sender: Correspondent,
    /// The issuer's name and address, unvalidated.
    pub issuer: Correspondent,
}

impl LetterDraft {
    /// Validates the contents of a letter about an item of this kind. Every field may be empty.
    ///
    /// # Errors
    /// Returns all invalid fields, each with a sentence.
    pub fn validate(&self, kind: ItemKind) -> Result<LetterContents, FieldErrors> {
        let mut errors = vec![];
        let mut checked =
            |field, text: &str, max, check: fn(&str, usize) -> Result<String, TextError>| match check(
                text, max,
            ) {
                Ok(text) => text,
                Err(TextError::Empty) => String::new(),
                Err(error) => {
                    errors.push((field, error.to_string()));
                    String::new()
                }
            };
        let contents = LetterContents {
            grounds: vec![],
            words: checked("words", &self.words, MAX_WORDS_CHARS, text::paragraph),
            sender: Correspondent {
                name: checked("senderName", &self.sender.name, MAX_NAME_CHARS, text::line),
                address: checked("senderAddress", &self.sender.address, MAX_ADDRESS_CHARS, text::paragraph),
            },
            issuer: Correspondent {
                name: checked("issuerName", &self.issuer.name, MAX_NAME_CHARS, text::line),
                address: checked("issuerAddress", &self.issuer.address, MAX_ADDRESS_CHARS, text::paragraph),
            },
        };
        if contents.words.lines().count() > MAX_WORDS_LINES {
            errors.push(("words", format!("Please use at most {MAX_WORDS_LINES} lines.")));
        }
        let of_kind = Ground::of(kind);
        let is_known = |word: &String| of_kind.iter().any(|ground| ground.as_str() == word);
        if !self.grounds.iter().all(is_known) {
            errors.push(("grounds", "Choose from the listed reasons.".to_owned()));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let is_chosen = |ground: &&Ground| self.grounds.iter().any(|word| word == ground.as_str());
        Ok(LetterContents { grounds: of_kind.iter().filter(is_chosen).copied().collect(), ..contents })
    }
}

impl Correspondent {
    /// Whether both the name and the address are filled in.
    fn is_complete(&self) -> bool {
        !self.name.is_empty() && !self.address.is_empty()
    }
}

impl LetterContents {
    /// Whether the letter can be printed: it has both names and addresses, and a ground or the driver's own
    /// words. [`Ground::Other`] needs the words, because it refers to them.
    pub fn is_complete(&self) -> bool {
        let is_stated = !self.grounds.is_empty() && !self.grounds.contains(&Ground::Other);
        let has_reason = is_stated || !self.words.is_empty();
        has_reason && self.sender.is_complete() && self.issuer.is_complete()
    }

    /// Removes the grounds that a letter about an item of this kind can't have.
    #[must_use]
    pub fn for_kind(self, kind: ItemKind) -> Self {
        let is_chosen = |ground: &&Ground| self.grounds.contains(ground);
        let grounds = Ground::of(kind).iter().filter(is_chosen).copied().collect();
        Self { grounds, ..self }
    }
}

/// How and when the driver sent the letter or, in its place, the issuer's own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendingDetails {
    /// The day on which the driver sent the letter or the form, as the driver entered it.
    pub sent_on: NaiveDate,
    /// Whether marking the letter or form as sent made the item disputed. If so, marking it as not
    /// sent ends the dispute.
    pub made_disputed: bool,
    /// Whether the driver sent the issuer's own form instead of the letter.
    pub is_own_form: bool,
}

impl ContestLetter {
    /// Whether the driver entered no contents and chose no files.
    pub fn is_empty(&self) -> bool {
        self.contents == LetterContents::default() && self.files.is_empty()
    }
}

impl From<SendingDetails> for SentContest {
    fn from(sent: SendingDetails) -> Self {
        Self { sent_on: sent.sent_on, is_own_form: sent.is_own_form }
    }
}

/// A driver's letter about one of their items. An item has at most one letter. If the driver sends the
/// issuer's own form instead, the letter can be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestLetter {
    /// The item that the letter contests.
    pub item: ItemId,
    /// The driver who wrote the letter.
    pub user_id: UserId,
    /// The contents that the driver chose and wrote.
    pub contents: LetterContents,
    /// Ids of the item's files that the letter encloses, oldest first.
    pub files: Vec<i64>,
    /// How the last day to contest is determined.
    pub deadline: ContestDeadline,
    /// When the driver sent the letter or the issuer's own form; `None` if the driver has marked neither as sent.
    pub sent: Option<SendingDetails>,
    /// Increases each time the driver changes the contents, marks the letter or the form as sent, or undoes that.
    pub version: i32,
}

/// Why a day can't be the day on which the driver sent the letter or the issuer's own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SentOnError {
    /// The day is in the future.
    #[error("This date is in the future.")]
    Future,
    /// The day is before the item's date.
    #[error("This is before the date of the citation.")]
    BeforeItem,
}

/// Checks the day on which the driver says they sent the letter or the issuer's own form. `today` is the day in the
/// business time zone (New York). A driver's local date can be later than New York's only in some territories, such
/// as Guam, because no state's time zone is east of New York's.
///
/// # Errors
/// Fails if the day is in the future, or before the item's date.
pub fn check_sent_on(day: NaiveDate, item_date: NaiveDate, today: NaiveDate) -> Result<(), SentOnError> {
    if day > today {
        Err(SentOnError::Future)
    } else if day < item_date {
        Err(SentOnError::BeforeItem)
    } else {
        Ok(())
    }
}

/// Number of days between the day on which a driver sent a letter or the issuer's own form, and the day on which
/// Lanewise asks whether the issuer answered.
pub const ANSWER_DAYS: u64 = 30;

/// Returns the day on which Lanewise asks the driver whether the issuer answered. `sent_on` is the day on which the
/// driver sent the letter or the issuer's own form. `None` if there is no such day.
pub fn answer_day(sent_on: NaiveDate) -> Option<NaiveDate> {
    sent_on.checked_add_days(Days::new(ANSWER_DAYS))
}
