//! Presets for the files of cities and toll agencies, whose columns have known meanings.

use crate::imports::cells::normalize_header;
use crate::imports::import::ImportKind;

/// Known meanings of the columns of the files of one city or toll agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name of the preset, as staff read it.
    pub name: &'static str,
    /// The kind of the file's items.
    pub kind: ImportKind,
    /// Normalized headers (lower case, only letters and digits) with their meanings. `None` means that the
    /// import ignores the column.
    columns: &'static [(&'static str, Option<&'static str>)],
    /// Normalized headers that a file must have to match this preset.
    distinctive_headers: &'static [&'static str],
    /// Number of days that are added to a row's date to estimate a missing due date; `None` to estimate none.
    pub due_days: Option<i32>,
    /// The issuer of all rows; `None` if each row names its own.
    pub issuer: Option<&'static str>,
}

/// New York City's *Open Parking and Camera Violations*, with the column names of its API and its download.
const NEW_YORK_CITY: Preset = Preset {
    name: "New York City: Open Parking and Camera Violations",
    kind: ImportKind::Parking,
    columns: &[
        ("plate", Some("plate")),
        ("state", Some("plate_state")),
        ("licensetype", None),
        ("summonsnumber", Some("citation")),
        ("issuedate", Some("date")),
        ("violationtime", Some("time")),
        ("violation", Some("violation_type")),
        ("judgmententrydate", None),
        ("fineamount", Some("amount")),
        ("penaltyamount", None),
        ("interestamount", None),
        ("reductionamount", None),
        ("paymentamount", Some("amount_paid")),
        ("amountdue", Some("owed")),
        ("precinct", Some("precinct")),
        ("county", Some("county")),
        ("issuingagency", None),
        ("violationstatus", Some("hearing_outcome")),
        ("summonsimage", None),
    ],
    distinctive_headers: &["plate", "state", "summonsnumber", "issuedate", "violation", "amountdue"],
    due_days: Some(30),
    issuer: Some("New York City"),
};

/// Chicago's parking and camera tickets.
const CHICAGO: Preset = Preset {
    name: "Chicago: Parking and Camera Tickets",
    kind: ImportKind::Parking,
    columns: &[
        ("ticketnumber", Some("citation")),
        ("issuedate", Some("date")),
        ("violationlocation", Some("location")),
        ("licenseplatenumber", Some("plate")),
        ("licenseplatestate", Some("plate_state")),
        ("violationdescription", Some("violation_type")),
        ("finelevel1amount", Some("amount")),
        ("currentamountdue", Some("owed")),
        ("totalpayments", Some("amount_paid")),
        ("hearingdisposition", Some("hearing_outcome")),
    ],
    distinctive_headers: &["ticketnumber", "licenseplatenumber", "violationdescription", "currentamountdue"],
    due_days: None,
    issuer: Some("City of Chicago"),
};

/// San Francisco's *SFMTA Parking Citations & Fines*.
const SAN_FRANCISCO: Preset = Preset {
    name: "San Francisco: SFMTA Parking Citations & Fines",
    kind: ImportKind::Parking,
    columns: &[
        ("citationnumber", Some("citation")),
        ("citationissueddatetime", Some("date")),
        ("violationdescription", Some("violation_type")),
        ("citationlocation", Some("location")),
        ("vehicleplatestate", Some("plate_state")),
        ("vehicleplate", Some("plate")),
        ("fineamount", Some("amount")),
    ],
    distinctive_headers: &["citationnumber", "citationissueddatetime", "citationlocation", "vehicleplate"],
    due_days: None,
    issuer: Some("San Francisco Municipal Transportation Agency"),
};

/// A statement of an E-ZPass account.
const E_ZPASS: Preset = Preset {
    name: "E-ZPass: account statement",
    kind: ImportKind::Toll,
    columns: &[
        ("transactiondate", Some("date")),
        ("tagplatenumber", Some("plate")),
        ("agency", Some("issuer")),
        ("entrytime", None),
        ("exittime", Some("time_of_day")),
        ("exitplaza", Some("toll_road")),
        ("amount", Some("statement_amount")),
    ],
    distinctive_headers: &["postingdate", "transactiondate", "tagplatenumber", "exitplaza", "amount"],
    due_days: None,
    issuer: None,
};

/// All presets that are built in.
pub const PRESETS: &[Preset] = &[NEW_YORK_CITY, CHICAGO, SAN_FRANCISCO, E_ZPASS];

impl Preset {
    /// Returns a header's meaning in this preset. `None` means that the preset doesn't know the header.
    /// `Some(None)` means that the import ignores the column.
    pub fn meaning(&self, header: &str) -> Option<Option<&'static str>> {
        let plain = normalize_header(header);
        self.columns.iter().find(|(known, _)| *known == plain).map(|(_, meaning)| *meaning)
    }
}

/// Returns the preset that matches a file's headers; `None` if no preset does.
pub fn find_by_headers(kind: ImportKind, headers: &[String]) -> Option<&'static Preset> {
    let headers: Vec<String> = headers.iter().map(|header| normalize_header(header)).collect();
    let has = |name: &str| headers.iter().any(|header| header == name);
    PRESETS
        .iter()
        .find(|preset| preset.kind == kind && preset.distinctive_headers.iter().all(|name| has(name)))
}
