//! What the columns of a file may mean.

use crate::imports::import::ImportKind;

/// What a column of a file may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field's name, as in the API.
    pub name: &'static str,
    /// For a person.
    pub label: &'static str,
    /// A file of this kind cannot do without.
    pub is_required: bool,
    kinds: &'static [ImportKind],
    /// Headers that mean it, in lower case without anything but letters and digits.
    headers: &'static [&'static str],
}

const ALL: &[ImportKind] = ImportKind::ALL;
const TICKETS: &[ImportKind] = &[ImportKind::Ticket];
const VIOLATIONS: &[ImportKind] = &[ImportKind::Ticket, ImportKind::Parking];
const TOLLS: &[ImportKind] = &[ImportKind::Toll];

const fn column(
    name: &'static str,
    label: &'static str,
    is_required: bool,
    kinds: &'static [ImportKind],
    headers: &'static [&'static str],
) -> Column {
    Column { name, label, is_required, kinds, headers }
}

/// Every column, in the order in which they are offered.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("userId", "Driver's user ID", false, ALL, &["userid", "driverid", "user", "driver", "customerid", "accountid"]),
    column("email", "Driver's email", false, ALL, &["email", "emailaddress", "driveremail", "mail", "useremail"]),
    column("licenseNumber", "Driver's license number", false, ALL,
        &["licensenumber", "driverslicensenumber", "driverlicensenumber", "driverslicense", "driverlicense", "dl", "dlnumber", "license", "licencenumber"]),
    column("licenseState", "State of the license", false, ALL, &["licensestate", "dlstate", "driverslicensestate", "state", "issuingstate", "licencestate"]),
    column("citation", "Citation number", false, ALL,
        &["citation", "citationnumber", "citationno", "ticketnumber", "ticketno", "noticenumber", "invoicenumber", "transactionid", "reference", "referencenumber", "case", "casenumber"]),
    column("violationType", "Violation type", true, VIOLATIONS, &["violationtype", "violation", "offense", "offence", "charge", "description"]),
    column("tollRoad", "Toll road", true, TOLLS, &["tollroad", "road", "plaza", "tollplaza", "facility", "location"]),
    column("date", "Date", true, ALL, &["date", "violationdate", "issuedate", "issued", "dateissued", "offensedate", "tolldate", "transactiondate"]),
    column("dueDate", "Due date", false, ALL, &["duedate", "due", "payby", "paymentdue", "deadline"]),
    column("location", "Location", true, VIOLATIONS, &["location", "place", "address", "street", "where"]),
    column("amount", "Amount", true, ALL, &["amount", "fine", "fineamount", "total", "amountdue", "charge", "toll", "cost"]),
    column("status", "Status", false, ALL, &["status"]),
    column("points", "Points (0 when there is no column)", false, TICKETS, &["points", "pts"]),
    column("category", "Category (traffic when there is no column)", false, TICKETS, &["category", "class", "type"]),
    column("violationCode", "Violation code", false, TICKETS, &["violationcode", "code", "statute", "section"]),
    column("timeOfViolation", "Time of violation", false, TICKETS, &["timeofviolation", "time", "violationtime"]),
    column("isCourtRequired", "Court required (yes or no)", false, TICKETS, &["iscourtrequired", "courtrequired", "mandatorycourt"]),
    column("courtDate", "Court date", false, TICKETS, &["courtdate", "hearingdate", "appearancedate"]),
    column("courtTime", "Court time", false, TICKETS, &["courttime", "hearingtime"]),
    column("isDisputed", "Disputed (yes or no)", false, TICKETS, &["isdisputed", "disputed", "contested"]),
    column("consequence", "Consequence", false, TICKETS, &["consequence", "consequences"]),
    column("thingsToKnow", "Things to know", false, TICKETS, &["thingstoknow", "notes", "remarks"]),
    column("evidenceProvided", "Evidence provided", false, TICKETS, &["evidenceprovided", "evidence"]),
    column("issuingOfficerAgency", "Issuing officer or agency", false, TICKETS, &["issuingofficeragency", "officer", "agency", "issuingagency", "issuingofficer"]),
    column("processingFeeType", "Processing fee type (flat or percentage)", false, ALL, &["processingfeetype", "feetype"]),
    column("processingFeeAmount", "Processing fee", false, ALL, &["processingfeeamount", "processingfee", "fee"]),
    column("ourProcessingFee", "Our processing fee", false, ALL, &["ourprocessingfee", "ourfee"]),
];

/// The columns that a file of this kind may have.
pub fn columns_of(kind: ImportKind) -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(move |column| column.kinds.contains(&kind))
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
            columns_of(kind).find(|column| column.is_required && mapping.place(column.name).is_none())
        {
            return Err(MappingError::Missing(missing.label));
        }
        let has = |name| mapping.place(name).is_some();
        if has("userId") || has("email") || (has("licenseNumber") && has("licenseState")) {
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
