//! What makes one line of a file good.

use chrono::NaiveDate;

use crate::driving_record::new_item::{
    FeesDraft, ItemDetails, ItemDraft, ParkingDraft, TicketDraft, TollDraft,
};
use crate::driving_record::ticket::{ChargeStatus, TicketStatus};
use crate::imports::columns::Mapping;
use crate::imports::import::{ImportKind, LONGEST_CELL};
use crate::shared::email::Email;
use crate::shared::ids::UserId;
use crate::shared::text;
use crate::shared::us_state::UsState;

/// What is wrong with a line: the column's name, and a sentence.
pub type Problem = (&'static str, String);

/// Which driver a line belongs to, by everything it says; all of it must agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriverNamed {
    /// By number.
    pub id: Option<UserId>,
    /// By e-mail, in lower case.
    pub email: Option<String>,
    /// By license: its number in upper case without spaces and dashes, and the state.
    pub license: Option<(String, UsState)>,
}

/// A line that may be stored once its driver is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose.
    pub driver: DriverNamed,
    /// What.
    pub details: ItemDetails,
    /// The issuer's number, in upper case.
    pub citation: Option<String>,
}

struct Cells<'a> {
    mapping: &'a Mapping,
    cells: &'a [&'a str],
    problems: Vec<Problem>,
}

const DATES: &[&str] = &["%Y-%m-%d", "%m/%d/%Y", "%Y/%m/%d", "%m-%d-%Y"];

impl Cells<'_> {
    /// What a line says about a field, if anything.
    fn get(&self, name: &str) -> Option<&str> {
        let cell = self.mapping.place(name).and_then(|place| self.cells.get(place))?;
        Some(cell.trim()).filter(|text| !text.is_empty())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }

    fn check<T, E: std::fmt::Display>(&mut self, name: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.problems.push((name, error.to_string()))).ok()
    }

    /// The date as `YYYY-MM-DD`, when it is written as people in the USA or machines write it.
    fn date(&self, name: &str) -> Option<String> {
        let text = self.get(name)?;
        let day = text.split([' ', 'T']).next().unwrap_or(text);
        let read = DATES.iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok());
        Some(read.map_or_else(|| text.to_owned(), |date| date.to_string()))
    }

    fn yes(&mut self, name: &'static str) -> bool {
        let Some(text) = self.get(name) else { return false };
        let read = match text.to_lowercase().as_str() {
            "yes" | "y" | "true" | "1" | "x" => Ok(true),
            "no" | "n" | "false" | "0" => Ok(false),
            _ => Err("Write yes or no."),
        };
        self.check(name, read).unwrap_or(false)
    }

    /// The word as it is stored, whatever its case here.
    fn word(&self, name: &str, words: &[&str]) -> Option<String> {
        let text = self.get(name)?;
        let known = words.iter().find(|word| word.eq_ignore_ascii_case(text));
        Some(known.map_or(text, |word| word).to_owned())
    }

    fn points(&mut self) -> Option<i32> {
        let Some(text) = self.get("points") else { return Some(0) };
        let read = text.parse::<i32>().map_err(|_| "Points are a whole number from 0 to 11.");
        self.check("points", read)
    }

    fn fees(&self) -> FeesDraft {
        let money = |name| self.get(name).map(|text| text.replace('$', "").trim().to_owned());
        FeesDraft {
            fee_type: self.word("processingFeeType", &["flat", "percentage"]),
            processing_fee: money("processingFeeAmount"),
            our_fee: money("ourProcessingFee"),
        }
    }

    fn driver(&mut self) -> DriverNamed {
        let id = self.text("userId").and_then(|text| {
            let id = text.parse::<i32>().ok().filter(|id| *id > 0).ok_or("A user ID is a whole number.");
            self.check("userId", id).map(UserId)
        });
        let email = self.text("email").and_then(|text| {
            let email = Email::parse(&text);
            self.check("email", email).map(|email| email.normalized())
        });
        let number = self.text("licenseNumber").map(|text| license_number(&text));
        let state = self.text("licenseState").and_then(|text| {
            let state = UsState::ALL.into_iter().find(|state| {
                state.name().eq_ignore_ascii_case(&text) || state.abbreviation().eq_ignore_ascii_case(&text)
            });
            self.check("licenseState", state.ok_or("Enter one of the 50 states or its two-letter code."))
        });
        let is_wrong = !self.problems.is_empty();
        let driver = DriverNamed { id, email, license: number.clone().zip(state) };
        if driver == DriverNamed::default() && !is_wrong {
            let name = ["userId", "email", "licenseNumber"]
                .into_iter()
                .find(|name| self.mapping.place(name).is_some())
                .unwrap_or("userId");
            let sentence = if number.is_some() && self.mapping.place("licenseState").is_some() {
                ("licenseState", "The state of the license is missing.")
            } else {
                (name, "Nothing here says which driver this belongs to.")
            };
            self.problems.push((sentence.0, sentence.1.to_owned()));
        }
        driver
    }

    fn draft(&mut self) -> ItemDraft {
        let (date, due_date, fees) = (self.date("date"), self.date("dueDate"), self.fees());
        let (amount, location) = (self.text("amount"), self.text("location"));
        let violation_type = self.text("violationType");
        let charge = ChargeStatus::ALL.iter().map(|status| status.as_str()).collect::<Vec<_>>();
        match self.mapping.kind() {
            ImportKind::Ticket => {
                let statuses = TicketStatus::ALL.iter().map(|status| status.as_str()).collect::<Vec<_>>();
                ItemDraft::Ticket(Box::new(TicketDraft {
                    violation_type,
                    violation_code: self.text("violationCode"),
                    date,
                    time_of_violation: self.text("timeOfViolation"),
                    due_date,
                    location,
                    amount,
                    points: self.points(),
                    category: Some(
                        self.get("category").map_or_else(|| "traffic".to_owned(), str::to_lowercase),
                    ),
                    status: self.word("status", &statuses),
                    is_disputed: self.yes("isDisputed"),
                    is_court_required: self.yes("isCourtRequired"),
                    court_date: self.date("courtDate"),
                    court_time: self.text("courtTime"),
                    consequence: self.text("consequence"),
                    things_to_know: self.text("thingsToKnow"),
                    evidence_provided: self.text("evidenceProvided"),
                    issuing_officer_agency: self.text("issuingOfficerAgency"),
                    fees,
                }))
            }
            ImportKind::Parking => ItemDraft::Parking(ParkingDraft {
                violation_type,
                date,
                due_date,
                location,
                amount,
                status: self.word("status", &charge),
                fees,
            }),
            ImportKind::Toll => ItemDraft::Toll(TollDraft {
                toll_road: self.text("tollRoad"),
                date,
                due_date,
                amount,
                status: self.word("status", &charge),
                fees,
            }),
        }
    }
}

/// A license number as it is compared: upper case, without spaces and dashes.
pub(super) fn license_number(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_uppercase).collect()
}

/// Reads a line by the rules of a new item. `cells` are as many as the header has.
///
/// # Errors
/// All that is wrong with it.
pub fn read_line(mapping: &Mapping, cells: &[&str], today: NaiveDate) -> Result<Line, Vec<Problem>> {
    let mut cells = Cells { mapping, cells, problems: vec![] };
    if cells.cells.len() != mapping.names().len() {
        let (have, want) = (cells.cells.len(), mapping.names().len());
        return Err(vec![("", format!("This line has {have} cells, the header has {want}."))]);
    }
    let is_too_long = |cell: &&str| cell.len() > LONGEST_CELL;
    if let Some(place) = cells.cells.iter().position(is_too_long) {
        let name = mapping.names().get(place).copied().flatten().unwrap_or_default();
        return Err(vec![(name, "This cell is far too long: perhaps a quote is not closed.".to_owned())]);
    }
    let driver = cells.driver();
    let citation = cells.text("citation").and_then(|text| {
        let line = text::line(&text, 100);
        cells.check("citation", line).map(|text| text.to_uppercase())
    });
    let draft = cells.draft();
    let checked = draft.check(today, None).map_err(|wrong| {
        // Fields that could not be read have their sentence already.
        let told: Vec<&str> = cells.problems.iter().map(|(name, _)| *name).collect();
        let more: Vec<Problem> = wrong.into_iter().filter(|(name, _)| !told.contains(name)).collect();
        cells.problems.extend(more);
    });
    match checked {
        Ok(details) if cells.problems.is_empty() => Ok(Line { driver, details, citation }),
        _ => Err(cells.problems),
    }
}
