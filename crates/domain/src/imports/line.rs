//! Parsing and validation of one row of an imported file. A `Line` is a row.

use chrono::{Days, NaiveDate};

use crate::driving_record::amount::Amount;
use crate::driving_record::kinds::ChargeStatus;
use crate::driving_record::new_item::{
    DUE_DATE_IS_OURS, Field, FieldFormat, ItemDetails, ItemDraft, SETTLED_UNPAID,
};
use crate::imports::cells::{
    HOW_DATES_ARE, format_location, normalize_time_of_day, parse_day, time_after_day,
};
use crate::imports::columns::{Mapping, empty_draft};
use crate::imports::hearing::clears_driver;
use crate::imports::import::{ImportKind, MAX_CELL};
use crate::shared::citation_number::CitationNumber;
use crate::shared::csv_cell::without_guard;
use crate::shared::ids::UserId;
use crate::shared::money::Money;
use crate::shared::person::email::Email;
use crate::shared::person::plate::{Plate, PlateError, plain_number};
use crate::shared::person::plate_state::PlateState;
use crate::shared::us_state::UsState;

/// An error in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Name of the column's meaning (`ColumnMeaning::name`), such as `due_date`. Empty if the error is about the
    /// whole row, or about a column without a meaning.
    pub column: &'static str,
    /// A sentence for staff.
    pub message: String,
}

impl Problem {
    /// Creates an error in a column. `column` is empty for an error about the whole row.
    pub fn new(column: &'static str, message: impl Into<String>) -> Self {
        Self { column, message: message.into() }
    }
}

/// Details in a row that identify the driver. A row is invalid if its verified details belong to different drivers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriverIdentifiers {
    /// The user's id in Lanewise; `None` if the row has none.
    pub id: Option<UserId>,
    /// Email address, in lower case; `None` if the row has none.
    pub email: Option<String>,
    /// License number in upper case without whitespace and hyphens, and its state; `None` if the row has no such pair.
    pub license: Option<(String, UsState)>,
    /// Plate in upper case without whitespace and hyphens, and its state; `None` if the row has no such pair.
    pub plate: Option<(String, PlateState)>,
}

/// A valid row, which becomes an item once its driver is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Details that identify the driver.
    pub driver: DriverIdentifiers,
    /// Fields of the item.
    pub details: ItemDetails,
    /// The issuer's citation number, in upper case for comparison; `None` if the row has none. `details` has
    /// the number as written.
    pub citation: Option<String>,
}

impl Line {
    /// Sets the issuer if the row names none.
    #[must_use]
    pub fn or_issued_by(self, issuer: Option<&str>) -> Self {
        Self { details: self.details.or_issued_by(issuer), ..self }
    }
}

/// The cells of one row, with the problems found so far.
struct Cells<'a> {
    mapping: &'a Mapping,
    cells: &'a [&'a str],
    problems: Vec<Problem>,
}

impl Cells<'_> {
    /// Returns the cell of the column whose meaning is `name`, unless the cell is blank.
    fn get(&self, name: &str) -> Option<&str> {
        let cell = self.mapping.column_with(name).and_then(|index| self.cells.get(index))?;
        // Some account statements write a hyphen in an empty cell.
        Some(without_guard(cell.trim())).filter(|text| !text.is_empty() && *text != "-")
    }

    /// Like [`Self::get`], but returns an owned string.
    fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }

    /// Returns the value parsed from the column `name`. If parsing failed, adds the error to the row's
    /// problems and returns `None`.
    fn ok_or_report<T, E: std::fmt::Display>(
        &mut self,
        name: &'static str,
        parsed: Result<T, E>,
    ) -> Option<T> {
        parsed.map_err(|error| self.problems.push(Problem::new(name, error.to_string()))).ok()
    }

    /// Converts a field's cell to the string that validation of a new item accepts. Understands dates in US or ISO
    /// format, yes and no, words in any case, and amounts with a dollar sign. Leaves any other string unchanged, for
    /// validation to accept or reject. Adds an error for an invalid date. A cell that must say yes or no, but says
    /// neither, also gets an error and counts as no. Returns `None` if the cell is blank or its date is invalid.
    fn convert_cell(&mut self, field: &Field) -> Option<String> {
        let text = self.text(field.name)?;
        Some(match field.input {
            FieldFormat::Text | FieldFormat::Number => text,
            FieldFormat::Date => {
                let date = self.ok_or_report(field.name, parse_day(&text).ok_or(HOW_DATES_ARE))?;
                date.to_string()
            }
            FieldFormat::Word(spelled) => spelled(&text).map_or(text, str::to_owned),
            FieldFormat::Money => text.replace('$', "").trim().to_owned(),
            FieldFormat::Flag => {
                self.ok_or_report(field.name, parse_flag(&text)).unwrap_or_default().to_string()
            }
        })
    }

    /// Parses the state in the column with the meaning `name`. If no column has this meaning, returns the
    /// state that staff chose for all rows.
    fn state(&mut self, name: &'static str) -> Option<UsState> {
        if self.mapping.column_with(name).is_none() {
            return self.mapping.state().and_then(PlateState::us);
        }
        let text = self.text(name)?;
        let state = UsState::from_either(&text);
        self.ok_or_report(name, state.ok_or("Enter a US state or its two-letter code."))
    }

    /// Parses the plate's state. If no column has it, returns the state that staff chose for all rows.
    fn plate_state(&mut self) -> Option<PlateState> {
        if self.mapping.column_with("plate_state").is_none() {
            return self.mapping.state();
        }
        let text = self.text("plate_state")?;
        let state = PlateState::from_either(&text);
        let sentence = "Enter a US state, a Canadian province or its two-letter code, or Other.";
        self.ok_or_report("plate_state", state.ok_or(sentence))
    }

    /// Parses the details that identify the driver. Adds a problem for each invalid detail, or one problem if
    /// no detail identifies the driver.
    fn driver(&mut self) -> DriverIdentifiers {
        let id = self.text("user_id").and_then(|text| {
            let id =
                text.parse::<i32>().ok().filter(|id| *id > 0).ok_or("Enter the user ID as a whole number.");
            self.ok_or_report("user_id", id).map(UserId)
        });
        let email = self.text("email").and_then(|text| {
            let email = Email::parse(&text);
            self.ok_or_report("email", email).map(|email| email.normalized())
        });
        let number = self.text("license_number").map(|text| plain_number(&text));
        let state = self.state("license_state");
        let plate = self.text("plate").and_then(|text| {
            let plate = Plate::parse(&text).map_err(|error| match error {
                PlateError::TooLong if is_encrypted(&text) => ENCRYPTED.to_owned(),
                error => error.to_string(),
            });
            self.ok_or_report("plate", plate).map(|plate| plain_number(plate.as_str()))
        });
        let plate_state = self.plate_state();
        let is_wrong = !self.problems.is_empty();
        let driver = DriverIdentifiers {
            id,
            email,
            license: number.clone().zip(state),
            plate: plate.clone().zip(plate_state),
        };
        if driver == DriverIdentifiers::default() && !is_wrong {
            let name = ["user_id", "email", "license_number", "plate"]
                .into_iter()
                .find(|name| self.mapping.column_with(name).is_some())
                .unwrap_or("user_id");
            self.problems.push(if number.is_some() {
                Problem::new("license_state", "The state of the license is missing.")
            } else if plate.is_some() {
                Problem::new("plate_state", "The state of the plate is missing.")
            } else {
                Problem::new(name, "This row doesn’t identify a driver.")
            });
        }
        driver
    }

    /// Builds the draft of the row's item from its cells.
    fn draft(&mut self) -> ItemDraft {
        let kind = self.mapping.kind();
        let draft = kind.item().fields().iter().fold(empty_draft(kind), |draft, field| {
            match self.convert_cell(field) {
                Some(text) => draft.with(field.name, text),
                None => draft,
            }
        });
        let draft = self.with_place(draft);
        let draft = self.with_amount_due(draft);
        let draft = self.with_statement_amount(draft);
        let draft = self.with_court(draft);
        let draft = self.with_toll_time(draft);
        self.with_due_date(draft)
    }

    /// Fills a missing location with the precinct, the county and the time of day, which some cities publish
    /// in place of a location.
    fn with_place(&self, draft: ItemDraft) -> ItemDraft {
        let place = format_location(self.get("precinct"), self.get("county"), self.get("time"));
        match place {
            Some(place) if self.get("location").is_none() => draft.with("location", place),
            _ => draft,
        }
    }

    /// Sets the amount to the amount still owed. If nothing is owed, marks the item as paid. If the file also says that
    /// nothing was paid, or that a hearing cleared the driver, marks the item as settled without payment instead.
    fn with_amount_due(&self, draft: ItemDraft) -> ItemDraft {
        let is_nothing = |text: &str| Amount::parse_number(text) == Some(Money::ZERO);
        match self.get("owed") {
            Some(owed) if is_nothing(owed) => {
                let is_cleared = self.get("hearing_outcome").is_some_and(clears_driver);
                if is_cleared || self.get("amount_paid").is_some_and(is_nothing) {
                    return draft.with("status", ChargeStatus::Unpaid.as_str()).with(SETTLED_UNPAID, "true");
                }
                draft.with("status", ChargeStatus::Paid.as_str())
            }
            Some(owed) => draft.with("amount", owed),
            None => draft,
        }
    }

    /// Sets the item's amount from the amount in an account statement, where a toll is written as `($14.75)` or
    /// `-$14.75`. Adds a problem for an amount without a sign, which is a payment.
    fn with_statement_amount(&mut self, draft: ItemDraft) -> ItemDraft {
        let Some(text) = self.text("statement_amount") else { return draft };
        let in_brackets = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let toll = in_brackets.or_else(|| text.strip_prefix('-')).ok_or(NOT_A_TOLL);
        match self.ok_or_report("statement_amount", toll) {
            Some(toll) => draft.with("amount", toll.trim()),
            None => draft,
        }
    }

    /// Marks court as required if the row has a court date and no column says whether court is required.
    /// Formats the court time.
    fn with_court(&self, draft: ItemDraft) -> ItemDraft {
        let is_in_court =
            self.mapping.column_with("is_court_required").is_none() && self.get("court_date").is_some();
        let draft = if is_in_court { draft.with("is_court_required", "true") } else { draft };
        match self.get("court_time").and_then(normalize_time_of_day) {
            Some(time) => draft.with("court_time", time),
            None => draft,
        }
    }

    /// Fills a toll's time of day from its own column or from the time in its date's cell.
    fn with_toll_time(&self, draft: ItemDraft) -> ItemDraft {
        if self.mapping.kind() != ImportKind::Toll {
            return draft;
        }
        let own = self
            .get("time_of_day")
            .map(|text| normalize_time_of_day(text).unwrap_or_else(|| text.to_owned()));
        match own.or_else(|| self.get("date").and_then(time_after_day)) {
            Some(time) => draft.with("time_of_day", time),
            None => draft,
        }
    }

    /// Estimates a missing due date: the row's date plus the mapping's number of days, if the
    /// mapping has one. Flags the due date as estimated.
    fn with_due_date(&self, draft: ItemDraft) -> ItemDraft {
        let due = self.mapping.due_days().filter(|_| self.get("due_date").is_none()).and_then(|days| {
            let date = self.get("date").and_then(parse_day)?;
            date.checked_add_days(Days::new(u64::try_from(days).ok()?))
        });
        match due {
            Some(due) => draft.with("due_date", due.to_string()).with(DUE_DATE_IS_OURS, "true"),
            None => draft,
        }
    }
}

/// Returns the name of the item's field that is filled by a column whose meaning is `name`.
fn field_of(name: &'static str) -> &'static str {
    if name == "statement_amount" { "amount" } else { name }
}

const ENCRYPTED: &str = "This plate is encrypted, so we can’t match it to a driver. Enter the plate itself.";
const NOT_A_TOLL: &str = "This is a payment or a credit, not a toll.";
/// Minimum length of a cell that counts as a hash, in characters.
const MIN_HASH: usize = 20;

/// Whether a cell looks like a hash, which some files have instead of the plate.
fn is_encrypted(text: &str) -> bool {
    text.len() >= MIN_HASH
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}

/// Parses a cell that says yes or no.
fn parse_flag(text: &str) -> Result<bool, &'static str> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err("Enter yes or no."),
    }
}

/// Reads and validates a row by the rules of a new item.
///
/// # Errors
/// Returns all errors of the row. If the number of cells differs from the header's, or a cell is too long,
/// that is the only error.
pub fn read_line(mapping: &Mapping, cells: &[&str], today: NaiveDate) -> Result<Line, Vec<Problem>> {
    let mut cells = Cells { mapping, cells, problems: vec![] };
    if cells.cells.len() != mapping.names().len() {
        let (have, want) = (cells.cells.len(), mapping.names().len());
        let message = format!("This row has {have} cells, but the header has {want}.");
        return Err(vec![Problem::new("", message)]);
    }
    let is_too_long = |cell: &&str| cell.len() > MAX_CELL;
    if let Some(place) = cells.cells.iter().position(is_too_long) {
        let name = mapping.names().get(place).copied().flatten().unwrap_or_default();
        return Err(vec![Problem::new(name, "This cell is too long. A quotation mark may be missing.")]);
    }
    let driver = cells.driver();
    let citation = cells.text("citation").and_then(|text| {
        let number = CitationNumber::parse(&text);
        cells.ok_or_report("citation", number)
    });
    let draft = cells.draft();
    let draft = match &citation {
        Some(number) => draft.with("citation_number", number.as_str()),
        None => draft,
    };
    let citation = citation.map(|number| number.as_str().to_uppercase());
    let checked = draft.validate(today, None).map_err(|wrong| {
        // A field whose cell couldn't be converted already has an error, so validation must not add
        // another.
        let problem_fields: Vec<&str> =
            cells.problems.iter().map(|problem| field_of(problem.column)).collect();
        let more: Vec<Problem> = wrong
            .into_iter()
            .filter(|(name, _)| !problem_fields.contains(name))
            .map(|(name, message)| Problem::new(name, message))
            .collect();
        cells.problems.extend(more);
    });
    match checked {
        Ok(details) if cells.problems.is_empty() => Ok(Line { driver, details, citation }),
        _ => Err(cells.problems),
    }
}
