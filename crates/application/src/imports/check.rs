//! The job that checks every line of an import's file.

use std::collections::{HashMap, HashSet};
use std::io;

use chrono::NaiveDate;
use domain::driving_record::amount::{Amount, CONFIRM_ABOVE};
use domain::imports::columns::Mapping;
use domain::imports::duplicates::without_time;
use domain::imports::import::{ImportStatus, LineOutcome};
use domain::imports::line::{DriverIdentifiers, Line, Problem, read_line};
use domain::imports::matching::{MatchDecision, OUTSIDE_PLATE_DATES, match_driver};
use domain::shared::ids::ImportId;
use ports::imports::files::{LineCounts, StagedLine, unmapped_column_name};
use ports::imports::waiting::NewWaitingCitation;
use ports::shared::jobs::Job;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::imports::existing_items::{
    ExistingItem, ExistingItems, other_contents_reason, unnumbered_line_key,
};
use crate::imports::failing::{fail_import, fail_with_defect};
use crate::imports::files::import_of;
use crate::imports::keys::{citation_key, contents_key, unnumbered_key, waiting_contents_key, waiting_key};
use crate::imports::reading::{ImportRows, TableError};
use crate::imports::repeats::{RepeatedCitations, line_with_errors, same_number_problems};
use crate::imports::stored_file::StoredFile;
use crate::imports::valid_line::{NOBODY, ValidLine};
use crate::shared::outbox::Outcome;

/// Number of lines that are matched with one query and stored in one transaction.
const CHUNK: usize = 1_000;

/// Checks an import's file: parses every line, finds the line's driver, and checks whether the
/// line's item already exists.
pub fn check_file(deps: &Deps, job: &Job) -> Outcome {
    let Some(id) = import_of(job) else { return Outcome::GiveUp("the job names no import".to_owned()) };
    match check_lines(deps, id) {
        Ok(()) => Outcome::Done,
        Err(CheckStop::Canceled) => Outcome::Done,
        Err(CheckStop::Failed(error @ Error::StoreDown(_))) => Outcome::Retry(error.with_causes()),
        Err(CheckStop::Failed(error)) => fail_with_defect(deps, id, ImportStatus::Checking, &error),
        Err(CheckStop::Unreadable(error)) => {
            fail_import(deps, id, ImportStatus::Checking, &error.to_string(), None)
        }
    }
}

/// Why the check of a file stopped before its end.
enum CheckStop {
    /// The import is no longer being checked, for example because staff canceled it.
    Canceled,
    /// The file can't be read as a table.
    Unreadable(TableError),
    /// The check failed for another reason, for example because the database is down.
    Failed(Error),
}

impl From<TableError> for CheckStop {
    fn from(error: TableError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<io::Error> for CheckStop {
    fn from(error: io::Error) -> Self {
        Self::Failed(
            error
                .downcast()
                .unwrap_or_else(|_| Error::defect("a file that was checked can no longer be read")),
        )
    }
}

impl From<Error> for CheckStop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Checks all lines of an import's file, and then marks the import as checked.
fn check_lines(deps: &Deps, id: ImportId) -> std::result::Result<(), CheckStop> {
    let import_to_check = in_transaction(&*deps.database, |store| {
        let Some(import) = store.import(id)?.filter(|import| import.status == ImportStatus::Checking) else {
            return Ok::<_, Error>(None);
        };
        // An earlier run of this job may have stored some lines before its process was killed. They
        // are deleted, because this run stores all lines again.
        store.delete_staged_lines(id)?;
        store.delete_staged_waiting_citations(id)?;
        let (kind, total, issuer) = (import.kind, import.counts.total, import.issuer);
        let (due_days, width) = (import.due_days, import.columns.len());
        Ok(import.mapping.map(|mapping| (kind, total, due_days, issuer, width, mapping)))
    })?;
    let Some((kind, total, due_days, issuer, width, names)) = import_to_check else {
        return Err(CheckStop::Canceled);
    };
    let mapping = Mapping::new(kind, width, &names)
        .map_err(|_| CheckStop::Failed(Error::defect("an import has unchecked columns")))?
        .with_due_days(due_days);
    let mut checker = Checker {
        deps,
        id,
        mapping: &mapping,
        today: deps.today(),
        counts: LineCounts { total, ..LineCounts::default() },
        seen: HashMap::new(),
        untimed: HashMap::new(),
        unnumbered: HashMap::new(),
        citations: HashMap::new(),
        repeats: RepeatedCitations::default(),
    };
    let mut chunk: Vec<ParsedLine> = Vec::with_capacity(CHUNK);
    ImportRows::of(StoredFile::open(deps, id))?.for_each(|number, cells| {
        let read = read_line(&mapping, cells, checker.today).map(|line| line.or_issued_by(issuer.as_deref()));
        chunk.push(ParsedLine { number, named: named_cells(&mapping, cells), line: read });
        if chunk.len() == CHUNK { checker.decide_and_store(std::mem::take(&mut chunk)) } else { Ok(()) }
    })?;
    checker.decide_and_store(chunk)?;
    let is_on = with_store(&*deps.database, |store| {
        store
            .change_import_status(id, &[ImportStatus::Checking], ImportStatus::Checked, None, None)
            .map_err(Error::from)
    })?;
    if is_on { Ok(()) } else { Err(CheckStop::Canceled) }
}

/// Returns a line's cells, for the downloadable file of rows with errors. Each cell has the name of the field
/// that staff chose for its column, such as `plate`. A column without a field is named by its position.
fn named_cells(mapping: &Mapping, cells: &[&str]) -> Vec<(String, String)> {
    mapping
        .names()
        .iter()
        .zip(cells)
        .enumerate()
        .map(|(place, (name, cell))| {
            (name.map_or_else(|| unmapped_column_name(place), str::to_owned), (*cell).to_owned())
        })
        .filter(|(_, cell)| !cell.is_empty())
        .collect()
}

/// A line of the file: its number, its cells by field name, and the parsed line or its errors.
struct ParsedLine {
    number: i32,
    named: Vec<(String, String)>,
    line: std::result::Result<Line, Vec<Problem>>,
}

/// A line's number, its cells by field name, and the line with its keys or its errors.
type CheckedLine = (i32, Vec<(String, String)>, std::result::Result<ValidLine, Vec<Problem>>);

/// Counts of the lines checked so far that have the same contents.
#[derive(Default)]
struct SeenLines {
    /// Number of these lines without a citation number.
    unnumbered: u32,
    /// Number of these lines that have a citation number, but no existing item with this number.
    without_item: u32,
}

/// The state of one check of an import's file.
struct Checker<'a> {
    deps: &'a Deps,
    id: ImportId,
    mapping: &'a Mapping,
    today: NaiveDate,
    counts: LineCounts,
    /// Counts of the lines checked so far, by the key of their contents.
    seen: HashMap<[u8; 32], SeenLines>,
    /// Counts of the tolls checked so far that have no citation number, by the key of their
    /// contents without the time of day.
    untimed: HashMap<[u8; 32], u32>,
    /// Counts of the lines checked so far that have no citation number, by the key of the named
    /// driver and the contents.
    unnumbered: HashMap<[u8; 32], u32>,
    /// Line number of the first line with each citation, by the citation's key.
    citations: HashMap<[u8; 32], i32>,
    /// Finds new lines with the issuer and number of an earlier new line, even if the drivers differ.
    repeats: RepeatedCitations,
}

impl Checker<'_> {
    /// Decides what to do with each line of a chunk, and stores the lines together with the import's new counts.
    fn decide_and_store(&mut self, chunk: Vec<ParsedLine>) -> std::result::Result<(), CheckStop> {
        if chunk.is_empty() {
            return Ok(());
        }
        let database = self.deps.database.clone();
        let is_on = in_transaction(&*database, |store| {
            let (lines, waiting) = self.decide(store, chunk)?;
            for line in &lines {
                self.counts.done += 1;
                match line.outcome {
                    LineOutcome::New => self.count_new(line),
                    LineOutcome::Existing => self.counts.existing += 1,
                    LineOutcome::Invalid => self.counts.bad += 1,
                    LineOutcome::Queued | LineOutcome::Unclaimed => {}
                }
            }
            for line in &waiting {
                self.counts.done += 1;
                match line.candidate {
                    Some(_) => self.counts.queued += 1,
                    None => self.counts.unclaimed += 1,
                }
            }
            if !store.stage_lines(self.id, &lines, self.counts)? {
                return Ok(false);
            }
            store.stage_waiting_citations(self.id, self.mapping.kind(), &waiting, self.deps.clock.now())?;
            Ok::<_, Error>(true)
        })?;
        if is_on { Ok(()) } else { Err(CheckStop::Canceled) }
    }

    /// Counts a line that becomes an item, and whether its amount is very large or an estimate.
    fn count_new(&mut self, line: &StagedLine) {
        self.counts.new += 1;
        match line.amount().map(Amount::parse) {
            Some(Ok(Amount::Fixed(amount))) if amount > CONFIRM_ABOVE => self.counts.large += 1,
            Some(Ok(Amount::Words)) => self.counts.estimated += 1,
            Some(Ok(Amount::Fixed(_)) | Err(_)) | None => {}
        }
    }

    /// Decides about a chunk of lines. Returns the lines that become items, already have an item or
    /// have errors, and then the lines that wait for staff or for a driver.
    fn decide(
        &mut self,
        store: &mut dyn Store,
        chunk: Vec<ParsedLine>,
    ) -> Result<(Vec<StagedLine>, Vec<NewWaitingCitation>)> {
        let drivers: Vec<DriverIdentifiers> =
            chunk.iter().filter_map(|read| read.line.as_ref().ok()).map(|line| line.driver.clone()).collect();
        let mut found = store.find_drivers(&drivers)?.into_iter();
        let read: Vec<_> = chunk
            .into_iter()
            .map(|read| {
                let valid_line = read.line.and_then(|line| {
                    let found = found.next().unwrap_or_default();
                    let day = line.details.date();
                    let match_decision =
                        match_driver(&line.driver, &found, day).map_err(|problem| vec![problem])?;
                    let valid_line = self.build_valid_line(read.number, match_decision, line)?;
                    let reason = found.is_outside_plate_dates(day).then_some(OUTSIDE_PLATE_DATES);
                    Ok(ValidLine { reason, ..valid_line })
                });
                (read.number, read.named, valid_line)
            })
            .collect();
        let read = self.set_waiting_keys_and_drop_declined(store, read)?;
        let on_file = ExistingItems::look_up(
            self.deps,
            store,
            self.mapping.kind(),
            read.iter().filter_map(|(_, _, valid_line)| valid_line.as_ref().ok()),
        )?;
        let (mut lines, mut waiting) = (vec![], vec![]);
        for (number, named, valid_line) in read {
            match valid_line {
                Ok(valid_line) => match self.line_to_store(number, &valid_line, &on_file) {
                    Ok(line) => match self.repeats.find_earlier_line(&line, on_file.issuer_of(&valid_line)) {
                        Some(first) => {
                            lines.push(line_with_errors(number, named, same_number_problems(first)))
                        }
                        None => lines.push(line),
                    },
                    Err(reason) => waiting.push(self.waiting_citation(number, valid_line, reason)),
                },
                Err(problems) => lines.push(line_with_errors(number, named, problems)),
            }
        }
        Ok((lines, waiting))
    }

    /// Builds the citation of a line that waits for staff or for a driver. `number` is the line's
    /// number in the file. Without a `reason`, uses [`ValidLine::reason`].
    fn waiting_citation(
        &self,
        number: i32,
        valid_line: ValidLine,
        reason: Option<String>,
    ) -> NewWaitingCitation {
        let fields = valid_line.details.fields().into_iter();
        NewWaitingCitation {
            line: number,
            candidate: valid_line.candidate(),
            key: valid_line.waiting_key,
            ordinal: valid_line.ordinal.max(1),
            driver_identifiers: valid_line.named,
            citation: valid_line.number,
            reason: reason.or_else(|| valid_line.reason.map(str::to_owned)),
            fields: fields.map(|(name, text)| (name.to_owned(), text)).collect(),
        }
    }

    /// Computes a line's keys. `number` is the line's number in the file, and `decision`
    /// says which driver the line belongs to. Returns an error if an earlier line has
    /// the same citation number.
    fn build_valid_line(
        &mut self,
        number: i32,
        decision: MatchDecision,
        line: Line,
    ) -> std::result::Result<ValidLine, Vec<Problem>> {
        let user = match decision {
            MatchDecision::Matched(user) | MatchDecision::NeedsReview(user) => user,
            MatchDecision::Unmatched => NOBODY,
        };
        let contents = contents_key(self.deps, user, &line.details);
        let issuer = line.details.issuer();
        let citation = line.citation.as_ref().map(|citation| citation_key(self.deps, user, issuer, citation));
        if let Some(citation) = citation
            && let Some(first) = self.citations.insert(citation, number)
        {
            self.citations.insert(citation, first);
            return Err(same_number_problems(first));
        }
        let mut ordinal = if citation.is_none() {
            let counts = self.seen.entry(contents).or_default();
            counts.unnumbered += 1;
            counts.unnumbered
        } else {
            0
        };
        let Line { driver: named, details, citation: number } = line;
        let (mut untimed, mut earlier_waiting_key) = (None, None);
        if let Some(toll) = without_time(&details) {
            let contents = contents_key(self.deps, user, &toll);
            let waiting_contents = waiting_contents_key(self.deps, &named, &toll);
            let mut place = |of: [u8; 32]| {
                let counts = self.untimed.entry(of).or_default();
                *counts += u32::from(citation.is_none());
                *counts
            };
            untimed = Some((contents, place(contents)));
            earlier_waiting_key = Some(unnumbered_key(self.deps, &waiting_contents, place(waiting_contents)));
        }
        if let (Some(number), Some(_)) = (&number, details.issuer()) {
            earlier_waiting_key = Some(waiting_key(self.deps, &named, None, number));
        }
        let own_waiting_key = number.as_ref().map_or_else(
            || {
                let waiting_contents = waiting_contents_key(self.deps, &named, &details);
                let same = self.unnumbered.entry(waiting_contents).or_default();
                *same += 1;
                if decision == MatchDecision::Unmatched {
                    // Lines that match no driver can have the same `contents_key` even if they name
                    // different drivers. So identical lines are counted separately for each named
                    // driver.
                    ordinal = *same;
                }
                unnumbered_key(self.deps, &waiting_contents, *same)
            },
            |number| waiting_key(self.deps, &named, details.issuer(), number),
        );
        Ok(ValidLine {
            match_decision: decision,
            named,
            number,
            contents_key: contents,
            details,
            citation,
            untimed,
            ordinal,
            waiting_key: own_waiting_key,
            earlier_waiting_key,
            reason: None,
        })
    }

    /// Sets the key of each line's waiting citation. A citation that already waits with a key in an earlier
    /// release's format keeps that key. Then removes the driver from a line if staff have already declined
    /// this driver for the line's citation.
    fn set_waiting_keys_and_drop_declined(
        &self,
        store: &mut dyn Store,
        mut read: Vec<CheckedLine>,
    ) -> Result<Vec<CheckedLine>> {
        let earlier_keys: Vec<_> = read
            .iter()
            .filter_map(|(_, _, valid_line)| valid_line.as_ref().ok())
            .filter_map(|valid_line| valid_line.earlier_waiting_key)
            .collect();
        let earlier_keys: HashSet<_> =
            store.keys_of_waiting_citations(self.mapping.kind(), &earlier_keys)?.into_iter().collect();
        for valid_line in read.iter_mut().filter_map(|(_, _, valid_line)| valid_line.as_mut().ok()) {
            valid_line.waiting_key = valid_line
                .earlier_waiting_key
                .filter(|key| earlier_keys.contains(key))
                .unwrap_or(valid_line.waiting_key);
        }
        let keys: Vec<_> = read
            .iter()
            .filter_map(|(_, _, valid_line)| valid_line.as_ref().ok())
            .map(|valid_line| valid_line.waiting_key)
            .collect();
        let declined: HashSet<_> = store.declined_drivers(self.mapping.kind(), &keys)?.into_iter().collect();
        for valid_line in read.iter_mut().filter_map(|(_, _, valid_line)| valid_line.as_mut().ok()) {
            if valid_line.candidate().is_some_and(|user| declined.contains(&(valid_line.waiting_key, user))) {
                valid_line.match_decision = MatchDecision::Unmatched;
            }
        }
        Ok(read)
    }

    /// Returns the line to store, if it becomes an item or its item already exists. `number` is the line's
    /// number in the file, and `on_file` has the existing items.
    ///
    /// # Errors
    /// Why the line must wait for staff's decision. `None` if it waits only because no verified
    /// driver matches or because staff must confirm the matching driver.
    fn line_to_store(
        &mut self,
        number: i32,
        valid_line: &ValidLine,
        on_file: &ExistingItems,
    ) -> std::result::Result<StagedLine, Option<String>> {
        let key = valid_line.citation.unwrap_or_else(|| unnumbered_line_key(self.deps, valid_line));
        let item = match on_file.item_of(self.deps, valid_line) {
            ExistingItem::Line(item) => Some(item),
            ExistingItem::OtherContents(item) => return Err(Some(other_contents_reason(item))),
            ExistingItem::None if valid_line.citation.is_none() => None,
            ExistingItem::None => {
                // No item has this citation number, but the item may have been filed without its number.
                let counts = self.seen.entry(valid_line.contents_key).or_default();
                counts.without_item += 1;
                on_file.find_unnumbered_item(valid_line, counts.without_item)
            }
        };
        let outcome = match (item, valid_line.match_decision) {
            (Some(_), _) => LineOutcome::Existing,
            (None, MatchDecision::Matched(_)) => LineOutcome::New,
            (None, MatchDecision::NeedsReview(_) | MatchDecision::Unmatched) => return Err(None),
        };
        Ok(StagedLine {
            line: number,
            outcome,
            user: valid_line.candidate(),
            fields: valid_line
                .details
                .fields()
                .into_iter()
                .map(|(name, text)| (name.to_owned(), text))
                .collect(),
            problems: vec![],
            key: Some(key),
            is_citation: valid_line.citation.is_some(),
            item,
        })
    }
}
