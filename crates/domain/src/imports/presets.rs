//! Files as cities publish them: what their columns mean is known.

use crate::imports::cells::plain;
use crate::imports::import::ImportKind;

/// What the columns of a kind of file mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// What its lines make.
    pub kind: ImportKind,
    /// Headers, in lower case without anything but letters and digits, and what each means; none for what says nothing here.
    columns: &'static [(&'static str, Option<&'static str>)],
    /// A file without these is another one.
    telling: &'static [&'static str],
    /// A line without a due date is due so many days after its date.
    pub due_days: Option<i32>,
}

/// New York City's *Open Parking and Camera Violations*, by the names of its API and of its download.
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
        ("paymentamount", None),
        ("amountdue", Some("owed")),
        ("precinct", Some("precinct")),
        ("county", Some("county")),
        ("issuingagency", None),
        ("violationstatus", None),
        ("summonsimage", None),
    ],
    telling: &["plate", "state", "summonsnumber", "issuedate", "violation", "amountdue"],
    due_days: Some(30),
};

/// Every one that is built in.
pub const PRESETS: &[Preset] = &[NEW_YORK_CITY];

impl Preset {
    /// What a header means here, if this knows it.
    pub fn meaning(&self, header: &str) -> Option<Option<&'static str>> {
        let plain = plain(header);
        self.columns.iter().find(|(known, _)| *known == plain).map(|(_, meaning)| *meaning)
    }
}

/// The preset that a file's headers fit.
pub fn fitting(kind: ImportKind, headers: &[String]) -> Option<&'static Preset> {
    let headers: Vec<String> = headers.iter().map(|header| plain(header)).collect();
    let has = |name: &str| headers.iter().any(|header| header == name);
    PRESETS.iter().find(|preset| preset.kind == kind && preset.telling.iter().all(|name| has(name)))
}
