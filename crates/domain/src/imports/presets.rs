//! Presets for files that cities publish, whose columns have known meanings.

use crate::imports::cells::plain;
use crate::imports::import::ImportKind;

/// Known meanings of the columns of one city's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name shown to staff.
    pub name: &'static str,
    /// The kind of the file's items.
    pub kind: ImportKind,
    /// Normalized headers (lower case, only letters and digits) with their meanings; `None` for columns that are ignored.
    columns: &'static [(&'static str, Option<&'static str>)],
    /// Headers that a file must have to match this preset.
    telling: &'static [&'static str],
    /// Number of days after its date that a line without a due date is due.
    pub due_days: Option<i32>,
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
    telling: &["plate", "state", "summonsnumber", "issuedate", "violation", "amountdue"],
    due_days: Some(30),
};

/// All presets that are built in.
pub const PRESETS: &[Preset] = &[NEW_YORK_CITY];

impl Preset {
    /// Returns a header's meaning in this preset; `None` if the preset doesn't know the header.
    pub fn meaning(&self, header: &str) -> Option<Option<&'static str>> {
        let plain = plain(header);
        self.columns.iter().find(|(known, _)| *known == plain).map(|(_, meaning)| *meaning)
    }
}

/// Returns the preset that matches a file's headers.
pub fn fitting(kind: ImportKind, headers: &[String]) -> Option<&'static Preset> {
    let headers: Vec<String> = headers.iter().map(|header| plain(header)).collect();
    let has = |name: &str| headers.iter().any(|header| header == name);
    PRESETS.iter().find(|preset| preset.kind == kind && preset.telling.iter().all(|name| has(name)))
}
