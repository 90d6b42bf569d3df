//! Meanings of a file's columns.

use std::sync::LazyLock;

use chrono::NaiveDate;

use crate::driving_record::kinds::ItemKind;
use crate::driving_record::new_item::ItemDraft;
use crate::imports::cells::normalize_header;
use crate::imports::contents::{are_states, likely_meanings};
use crate::imports::import::{ImportKind, MAX_DUE_DAYS};
use crate::imports::presets::find_by_headers;
use crate::shared::person::plate_state::PlateState;

/// A possible meaning of a file's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnMeaning {
    /// Name of the meaning: an item's field that the column fills, or another detail of a row, such as `plate`.
    pub name: &'static str,
    /// Name of the meaning, as staff read it.
    pub label: &'static str,
    /// Normalized headers that have this meaning, separated by spaces.
    headers: &'static str,
}

/// Creates a meaning. `headers` are the normalized headers that have this
/// meaning, separated by spaces.
const fn column(name: &'static str, label: &'static str, headers: &'static str) -> ColumnMeaning {
    ColumnMeaning { name, label, headers }
}

/// Meanings that identify the driver and the citation, which files of every kind can have.
const OF_EVERY_LINE: &[ColumnMeaning] = &[
    column("user_id", "Driver’s user ID", "userid driverid user driver customerid accountid"),
    column("email", "Driver’s email", "email emailaddress driveremail mail useremail"),
    column(
        "license_number",
        "Driver’s license number",
        "licensenumber driverslicensenumber driverlicensenumber driverslicense driverlicense dl dlnumber license licencenumber",
    ),
    column(
        "license_state",
        "State of the license",
        "licensestate dlstate driverslicensestate issuingstate licencestate",
    ),
    column(
        "plate",
        "License plate",
        "plate plateid platenumber plateno licenseplate licenseplatenumber vehicleplate tag tagnumber tagplatenumber",
    ),
    column(
        "plate_state",
        "State of the plate",
        "platestate registrationstate vehiclestate tagstate stateofplate licenseplatestate vehicleplatestate",
    ),
    column(
        "citation",
        "Citation number",
        "citation citationnumber citationno ticketnumber ticketno noticenumber invoicenumber transactionid reference referencenumber case casenumber summons summonsnumber",
    ),
];

/// Additional meanings of columns in the parking ticket files that cities publish.
const OF_CITIES: &[ColumnMeaning] = &[
    column("owed", "Amount still owed (0 means settled)", "owed stillowed balance balancedue outstanding"),
    column("amount_paid", "Amount paid so far", "amountpaid paymentamount totalpaid totalpayments"),
    column("hearing_outcome", "Hearing outcome", "hearingoutcome violationstatus hearingdisposition"),
    column("precinct", "Precinct (used as the location)", "precinct violationprecinct"),
    column("county", "County or borough (used as the location)", "county borough violationcounty"),
    column("time", "Time of day (shown with the precinct and county)", "violationtime time timeofday"),
];

/// Additional meanings of columns in the account statements of toll agencies.
const OF_STATEMENTS: &[ColumnMeaning] =
    &[column("statement_amount", "Statement amount (tolls are negative)", "statementamount")];

/// Returns the meanings that are fields of the item, in the order of its table of fields.
fn meanings_of_fields(kind: ImportKind) -> impl Iterator<Item = ColumnMeaning> {
    let fields = kind.item().fields().iter();
    fields.filter_map(|field| field.column.map(|from| column(field.name, from.label, from.headers)))
}

/// Returns the meanings that columns of this kind of file can have, in the order in which staff can choose
/// them. Meanings that identify the driver and the citation come first, then the item's fields.
pub fn column_meanings_of(kind: ImportKind) -> impl Iterator<Item = ColumnMeaning> {
    let others = match kind {
        ImportKind::Ticket => &[],
        ImportKind::Parking => OF_CITIES,
        ImportKind::Toll => OF_STATEMENTS,
    };
    OF_EVERY_LINE.iter().copied().chain(meanings_of_fields(kind)).chain(others.iter().copied())
}

/// Returns the meanings that columns of any file can have, each once.
pub fn all_column_meanings() -> Vec<ColumnMeaning> {
    let mut all: Vec<ColumnMeaning> = vec![];
    for column in ImportKind::ALL.iter().copied().flat_map(column_meanings_of) {
        if !all.contains(&column) {
            all.push(column);
        }
    }
    all
}

/// Required meanings, each with its replacements. If no column has the required meaning, a column with one of
/// the replacements is enough.
const STAND_INS: &[(&str, &[&str])] =
    &[("location", &["precinct", "county"]), ("amount", &["owed", "statement_amount"])];

/// Normalized headers of columns with a state. The file's other columns, or staff, decide whether such a
/// column has the state of the license or of the plate.
const STATES: &[&str] = &["state", "st", "regstate"];

/// Default values of fields for which a file needs no column.
const DEFAULTS: &[(&str, &str)] = &[("points", "0"), ("category", "traffic")];

impl ImportKind {
    /// The kind of item that a row of a file of this kind creates.
    pub fn item(self) -> ItemKind {
        match self {
            Self::Ticket => ItemKind::Ticket,
            Self::Parking => ItemKind::Parking,
            Self::Toll => ItemKind::Toll,
        }
    }
}

impl ColumnMeaning {
    /// Whether a column with this normalized header has this meaning.
    fn has_header(&self, normalized: &str) -> bool {
        self.headers.split(' ').any(|header| header == normalized)
    }

    /// Meanings that can replace this meaning if no column of the file has this meaning.
    fn replacements(&self) -> &'static [&'static str] {
        STAND_INS.iter().find(|(name, _)| *name == self.name).map_or(&[], |(_, others)| others)
    }

    /// Whether a file of this kind must have a column with this meaning, because the item's field
    /// is required and has no default.
    pub fn is_required(&self, kind: ImportKind) -> bool {
        let nothing = empty_draft(kind).validate(NaiveDate::MIN, None);
        nothing.is_err_and(|wrong| wrong.iter().any(|(name, _)| *name == self.name))
    }
}

/// Creates the empty draft of an item, with the default values of its fields.
pub(super) fn empty_draft(kind: ImportKind) -> ItemDraft {
    DEFAULTS.iter().fold(ItemDraft::new(kind.item()), |draft, (name, text)| draft.with(name, *text))
}

/// A column of a file: its header and its first cells.
#[derive(Clone, Copy, Debug)]
pub struct ColumnSample<'a> {
    /// The header as written in the file.
    pub header: &'a str,
    /// The column's first cells.
    pub cells: &'a [String],
}

/// The guessed meaning of a file's column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnGuess {
    /// Name of the meaning; `None` if no meaning could be guessed.
    pub name: Option<&'static str>,
    /// Whether the column has a state, and staff must choose whether the state is the plate's or the license's.
    pub is_unclear_state: bool,
}

/// Guesses the meaning of each column: from a preset that matches the headers, from the header, or from the cells. If
/// several columns match a meaning, only the first of those columns gets it. If the file has only plates or only
/// licenses, a "State" column has the state of these plates or licenses. Otherwise staff must choose.
pub fn guess(kind: ImportKind, file: &[ColumnSample<'_>]) -> Vec<ColumnGuess> {
    let headers: Vec<String> = file.iter().map(|column| column.header.to_owned()).collect();
    if let Some(preset) = find_by_headers(kind, &headers) {
        let meanings = headers.iter().map(|header| preset.meaning(header).flatten());
        return meanings.map(|name| ColumnGuess { name, is_unclear_state: false }).collect();
    }
    let mut names = guess_by_headers(kind, &headers);
    let is_state = |column: &ColumnSample<'_>| {
        STATES.contains(&normalize_header(column.header).as_str())
            || (normalize_header(column.header).ends_with("state") && are_states(column.cells))
    };
    let has = |names: &[Option<&str>], wanted: &str| names.contains(&Some(wanted));
    let meanings = match (has(&names, "plate"), has(&names, "license_number")) {
        (true, false) => Some("plate_state"),
        (false, true) => Some("license_state"),
        (true, true) | (false, false) => None,
    };
    let mut unclear = None;
    for (place, column) in file.iter().enumerate() {
        let is_given = meanings.is_some_and(|state| has(&names, state));
        if is_given || names.get(place).is_none_or(Option::is_some) || !is_state(column) {
            continue;
        }
        if meanings.is_none() {
            unclear = unclear.or(Some(place));
        } else if let Some(name) = names.get_mut(place) {
            *name = meanings;
        }
    }
    for (place, column) in file.iter().enumerate() {
        if names.get(place).is_none_or(Option::is_some) || unclear == Some(place) {
            continue;
        }
        let fits =
            |name: &&&str| column_meanings_of(kind).any(|column| column.name == **name) && !has(&names, name);
        let likely = likely_meanings(column.cells).iter().find(fits).copied();
        if let Some(name) = names.get_mut(place) {
            *name = likely;
        }
    }
    let guesses = names.into_iter().enumerate();
    guesses.map(|(place, name)| ColumnGuess { name, is_unclear_state: unclear == Some(place) }).collect()
}

/// Returns the name of each header's meaning. A header's result is `None` if the header is unknown,
/// or if an earlier column has the same meaning.
fn guess_by_headers(kind: ImportKind, headers: &[String]) -> Vec<Option<&'static str>> {
    let mut used = vec![];
    headers
        .iter()
        .map(|header| {
            let plain = normalize_header(header);
            let found = column_meanings_of(kind)
                .find(|column| column.has_header(&plain) && !used.contains(&column.name))?;
            used.push(found.name);
            Some(found.name)
        })
        .collect()
}

/// Meanings of columns that identify the driver of a row.
const DRIVER_COLUMNS: &[&str] = &["user_id", "email", "license_number", "plate"];

/// Whether no column of the file identifies the driver, neither by its guessed meaning nor by the meaning
/// that staff chose (`chosen_meanings`).
pub fn lacks_driver_column(
    kind: ImportKind,
    file: &[ColumnSample<'_>],
    chosen_meanings: &[Option<String>],
) -> bool {
    let guessed = guess(kind, file);
    let guessed = guessed.iter().filter_map(|guess| guess.name);
    !guessed
        .chain(chosen_meanings.iter().flatten().map(String::as_str))
        .any(|name| DRIVER_COLUMNS.contains(&name))
}

/// Why the meanings that staff chose for a file's columns are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// The number of meanings differs from the number of columns.
    #[error("Choose what each of the file’s columns means, or skip it.")]
    Length,
    /// This kind of file can't have a column with this meaning.
    #[error("A file of this kind can’t have the column {0}.")]
    Unknown(String),
    /// Two columns have the same meaning. The string is the meaning's label.
    #[error("Choose only one column for: {0}.")]
    Twice(&'static str),
    /// No column identifies the drivers.
    #[error(
        "This file doesn’t identify the drivers. It has no license plate, driver’s license number, email or user ID."
    )]
    NoDriver,
    /// This kind of file requires meanings that staff haven't chosen for any column. The vector has the labels
    /// of the missing meanings.
    #[error("Choose the columns for: {}.", .0.join("; "))]
    Missing(Vec<&'static str>),
}

/// Prefix of an additional meaning that sets one state for all rows, such as `state:new york`. Staff choose
/// this meaning if no column has the state.
const STATE_OF_ALL: &str = "state:";

static STATES_OF_ALL: LazyLock<Vec<(PlateState, String)>> = LazyLock::new(|| {
    PlateState::all()
        .map(|state| (state, format!("{STATE_OF_ALL}{}", state.name().to_ascii_lowercase())))
        .collect()
});

/// Returns the meanings that set one state for all rows, such as `state:new york`. Staff choose one of them
/// if no column has the state.
pub fn whole_file_states() -> impl Iterator<Item = &'static str> {
    STATES_OF_ALL.iter().map(|(_, word)| word.as_str())
}

/// The meaning of each column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    kind: ImportKind,
    /// For each column of the file, in the file's order, the [`ColumnMeaning::name`] of the meaning that
    /// staff chose, such as `plate`; `None` if the import ignores the column.
    names: Vec<Option<&'static str>>,
    /// The state of the plates or licenses if the file has no column for it; `None` if staff chose none.
    state: Option<PlateState>,
    /// Number of days that are added to a row's date to estimate a missing due date; `None` to estimate none.
    due_days: Option<i32>,
}

impl Mapping {
    /// Checks the meanings that staff chose for a file with `column_count` columns. The import ignores a column whose
    /// meaning is `None`. The list may end with one extra meaning, which sets the state of all rows.
    ///
    /// # Errors
    /// Fails if the number of meanings differs from the number of columns, a meaning is unknown or used
    /// twice, or a required meaning is missing.
    pub fn new(
        kind: ImportKind,
        column_count: usize,
        chosen_meanings: &[Option<String>],
    ) -> Result<Self, MappingError> {
        let state_of_all =
            |name: &str| STATES_OF_ALL.iter().find(|(_, known)| known == name).map(|(state, _)| *state);
        let (meanings, state) = match chosen_meanings.split_last() {
            Some((Some(last), names)) if names.len() == column_count => match state_of_all(last) {
                Some(state) => (names, Some(state)),
                None => (chosen_meanings, None),
            },
            _ => (chosen_meanings, None),
        };
        if meanings.len() != column_count {
            return Err(MappingError::Length);
        }
        let mut names: Vec<Option<&'static str>> = vec![];
        for name in meanings {
            let Some(name) = name else {
                names.push(None);
                continue;
            };
            let column = column_meanings_of(kind)
                .find(|column| column.name == name)
                .ok_or_else(|| MappingError::Unknown(name.chars().take(50).collect()))?;
            if names.contains(&Some(column.name)) {
                return Err(MappingError::Twice(column.label));
            }
            names.push(Some(column.name));
        }
        let mapping = Self { kind, names, state, due_days: None };
        let missing = mapping.missing();
        if missing.is_empty() { Ok(mapping) } else { Err(MappingError::Missing(missing)) }
    }

    /// Returns the labels of the meanings that are missing: those of required fields, and those needed
    /// to identify the driver.
    fn missing(&self) -> Vec<&'static str> {
        let has = |name: &str| self.column_with(name).is_some();
        let is_there =
            |column: &ColumnMeaning| has(column.name) || column.replacements().iter().any(|name| has(name));
        let required = column_meanings_of(self.kind).filter(|column| column.is_required(self.kind));
        let mut missing: Vec<&'static str> =
            required.filter(|column| !is_there(column)).map(|column| column.label).collect();
        // Driver's licenses are only from US states. Any other place that was chosen for all rows
        // therefore applies only to plates.
        let all_have = |key: &str| self.state.is_some_and(|all| key == "plate_state" || all.us().is_some());
        let has_state = |state: &str| has(state) || all_have(state);
        let is_a_way = |number, state| has(number) && has_state(state);
        let is_found = has("user_id")
            || has("email")
            || is_a_way("license_number", "license_state")
            || is_a_way("plate", "plate_state");
        // Lanewise can't match a license or plate number without its state. A state without a number is an error
        // only if no other column identifies the driver.
        let halves = [
            ("license_number", "license_state", "State of the license", true),
            ("license_state", "license_number", "Driver’s license number", !is_found),
            ("plate", "plate_state", "State of the plate", true),
            ("plate_state", "plate", "License plate", !is_found),
        ];
        let incomplete = halves.iter().filter(|(half, other, _, matters)| {
            let has_other = if other.ends_with("_state") { has_state(other) } else { has(other) };
            *matters && has(half) && !has_other
        });
        let incomplete: Vec<&'static str> = incomplete.map(|(_, _, label, _)| *label).collect();
        if incomplete.is_empty() && !is_found {
            missing.push("the driver (user ID, email, license number and state, or plate and state)");
        }
        missing.extend(incomplete);
        missing
    }

    /// Sets the number of days for estimating missing due dates. A number below 1 or above [`MAX_DUE_DAYS`]
    /// counts as `None`. Only parking tickets can flag a due date as estimated, so the number has no effect on
    /// other kinds of items.
    #[must_use]
    pub fn with_due_days(self, days: Option<i32>) -> Self {
        let days = days.filter(|days| (1..=MAX_DUE_DAYS).contains(days) && self.kind == ImportKind::Parking);
        Self { due_days: days, ..self }
    }

    /// Number of days that are added to a row's date to estimate a missing due date; `None` to estimate none.
    pub fn due_days(&self) -> Option<i32> {
        self.due_days
    }

    /// The kind of the file's items.
    pub fn kind(&self) -> ImportKind {
        self.kind
    }

    /// Returns the index of the column whose meaning is `name`; `None` if no column has it.
    pub fn column_with(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.is_some_and(|known| known == name))
    }

    /// The state of the plates or licenses if the file has no column for it; `None` if staff chose none.
    pub fn state(&self) -> Option<PlateState> {
        self.state
    }

    /// Returns the list of meanings that [`Mapping::new`] takes: each column's meaning, followed by the state
    /// chosen for the whole file, if any.
    pub fn requested_meanings(&self) -> Vec<Option<&'static str>> {
        let is_chosen_state = |known: &&(PlateState, String)| Some(known.0) == self.state;
        let state = STATES_OF_ALL.iter().find(is_chosen_state).map(|(_, name)| Some(name.as_str()));
        self.names.iter().copied().chain(state).collect()
    }

    /// For each column of the file, in the file's order, the [`ColumnMeaning::name`] of the meaning that
    /// staff chose, such as `plate`; `None` if the import ignores the column.
    pub fn names(&self) -> &[Option<&'static str>] {
        &self.names
    }
}
