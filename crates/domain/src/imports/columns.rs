//! What the columns of a file may mean.

use chrono::NaiveDate;

use crate::driving_record::new_item::ItemDraft;
use crate::driving_record::words::ItemKind;
use crate::imports::import::ImportKind;

/// What a column of a file may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field's name in the table of fields, or what else it tells.
    pub name: &'static str,
    /// For a person.
    pub label: &'static str,
    /// Headers that mean it, in lower case without anything but letters and digits.
    headers: &'static [&'static str],
}

const fn column(name: &'static str, label: &'static str, headers: &'static [&'static str]) -> Column {
    Column { name, label, headers }
}

/// Every column, in the order in which they are offered: what tells the driver and the citation, then the fields.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("user_id", "Driver's user ID", &["userid", "driverid", "user", "driver", "customerid", "accountid"]),
    column("email", "Driver's email", &["email", "emailaddress", "driveremail", "mail", "useremail"]),
    column("license_number", "Driver's license number",
        &["licensenumber", "driverslicensenumber", "driverlicensenumber", "driverslicense", "driverlicense", "dl", "dlnumber", "license", "licencenumber"]),
    column("license_state", "State of the license", &["licensestate", "dlstate", "driverslicensestate", "state", "issuingstate", "licencestate"]),
    column("citation", "Citation number",
        &["citation", "citationnumber", "citationno", "ticketnumber", "ticketno", "noticenumber", "invoicenumber", "transactionid", "reference", "referencenumber", "case", "casenumber"]),
    column("violation_type", "Violation type", &["violationtype", "violation", "offense", "offence", "charge", "description"]),
    column("toll_road", "Toll road", &["tollroad", "road", "plaza", "tollplaza", "facility", "location"]),
    column("date", "Date", &["date", "violationdate", "issuedate", "issued", "dateissued", "offensedate", "tolldate", "transactiondate"]),
    column("due_date", "Due date", &["duedate", "due", "payby", "paymentdue", "deadline"]),
    column("location", "Location", &["location", "place", "address", "street", "where"]),
    column("amount", "Amount", &["amount", "fine", "fineamount", "total", "amountdue", "charge", "toll", "cost"]),
    column("status", "Status", &["status"]),
    column("points", "Points (0 when there is no column)", &["points", "pts"]),
    column("category", "Category (traffic when there is no column)", &["category", "class", "type"]),
    column("violation_code", "Violation code", &["violationcode", "code", "statute", "section"]),
    column("time_of_violation", "Time of violation", &["timeofviolation", "time", "violationtime"]),
    column("is_court_required", "Court required (yes or no)", &["iscourtrequired", "courtrequired", "mandatorycourt"]),
    column("court_date", "Court date", &["courtdate", "hearingdate", "appearancedate"]),
    column("court_time", "Court time", &["courttime", "hearingtime"]),
    column("is_disputed", "Disputed (yes or no)", &["isdisputed", "disputed", "contested"]),
    column("consequence", "Consequence", &["consequence", "consequences"]),
    column("things_to_know", "Things to know", &["thingstoknow", "notes", "remarks"]),
    column("evidence_provided", "Evidence provided", &["evidenceprovided", "evidence"]),
    column("issuing_officer_agency", "Issuing officer or agency", &["issuingofficeragency", "officer", "agency", "issuingagency", "issuingofficer"]),
    column("processing_fee_type", "Processing fee type (flat or percentage)", &["processingfeetype", "feetype"]),
    column("processing_fee_amount", "Processing fee", &["processingfeeamount", "processingfee", "fee"]),
    column("our_processing_fee", "Our processing fee", &["ourprocessingfee", "ourfee"]),
];

/// What tells whose a line is, and which citation: every kind of file may have it.
const OF_EVERY_LINE: &[&str] = &["user_id", "email", "license_number", "license_state", "citation"];

/// What a line has where its file has no such column.
const DEFAULTS: &[(&str, &str)] = &[("points", "0"), ("category", "traffic")];

impl ImportKind {
    /// What a line of such a file makes.
    pub fn item(self) -> ItemKind {
        match self {
            Self::Ticket => ItemKind::Ticket,
            Self::Parking => ItemKind::Parking,
            Self::Toll => ItemKind::Toll,
        }
    }
}

impl Column {
    /// A file of this kind may have it.
    fn is_of(&self, kind: ImportKind) -> bool {
        let is_field = kind.item().fields().iter().any(|field| field.name == self.name);
        is_field || OF_EVERY_LINE.contains(&self.name)
    }

    /// A file of this kind cannot do without: an item that says nothing is refused because of it.
    pub fn is_required(&self, kind: ImportKind) -> bool {
        let nothing = empty_line(kind).check(NaiveDate::MIN, None);
        nothing.is_err_and(|wrong| wrong.iter().any(|(name, _)| *name == self.name))
    }
}

/// What a line says whose file has no columns for the fields.
pub(super) fn empty_line(kind: ImportKind) -> ItemDraft {
    DEFAULTS.iter().fold(ItemDraft::new(kind.item()), |draft, (name, text)| draft.with(name, *text))
}

/// The columns that a file of this kind may have.
pub fn columns_of(kind: ImportKind) -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(move |column| column.is_of(kind))
}

/// What each of a file's columns means, as far as its header tells; each meaning is given once, to the first that claims it.
pub fn guess(kind: ImportKind, headers: &[String]) -> Vec<Option<&'static str>> {
    let mut taken = vec![];
    headers
        .iter()
        .map(|header| {
            let plain: String =
                header.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
            let found = columns_of(kind)
                .find(|column| column.headers.contains(&plain.as_str()) && !taken.contains(&column.name))?;
            taken.push(found.name);
            Some(found.name)
        })
        .collect()
}

/// Why the named columns will not do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// Not as many names as the file has columns.
    #[error("Name each of the file's columns, or leave it out.")]
    Length,
    /// A name that this kind does not have.
    #[error("A file of this kind has no column {0}.")]
    Unknown(String),
    /// One meaning for two columns.
    #[error("Only one column can be: {0}.")]
    Twice(&'static str),
    /// A column that the file cannot do without.
    #[error("Choose the column of: {0}.")]
    Missing(&'static str),
    /// Nothing tells whose a line is.
    #[error("Choose how drivers are found: by user ID, by email, or by license number and state.")]
    NoDriver,
}

/// What each column of a file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    kind: ImportKind,
    /// One for each of the file's columns.
    names: Vec<Option<&'static str>>,
}

impl Mapping {
    /// Checks that the meanings make sense for a file of so many columns.
    ///
    /// # Errors
    /// When they do not.
    pub fn new(kind: ImportKind, width: usize, wanted: &[Option<String>]) -> Result<Self, MappingError> {
        if wanted.len() != width {
            return Err(MappingError::Length);
        }
        let mut names: Vec<Option<&'static str>> = vec![];
        for name in wanted {
            let Some(name) = name else {
                names.push(None);
                continue;
            };
            let column = columns_of(kind)
                .find(|column| column.name == name)
                .ok_or_else(|| MappingError::Unknown(name.chars().take(50).collect()))?;
            if names.contains(&Some(column.name)) {
                return Err(MappingError::Twice(column.label));
            }
            names.push(Some(column.name));
        }
        let mapping = Self { kind, names };
        if let Some(missing) =
            columns_of(kind).find(|column| column.is_required(kind) && mapping.place(column.name).is_none())
        {
            return Err(MappingError::Missing(missing.label));
        }
        let has = |name| mapping.place(name).is_some();
        if has("user_id") || has("email") || (has("license_number") && has("license_state")) {
            Ok(mapping)
        } else {
            Err(MappingError::NoDriver)
        }
    }

    /// What the file has on its lines.
    pub fn kind(&self) -> ImportKind {
        self.kind
    }

    /// Which of the file's columns, from 0, means this.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.is_some_and(|known| known == name))
    }

    /// One for each of the file's columns.
    pub fn names(&self) -> &[Option<&'static str>] {
        &self.names
    }
}
