//! Handles one batch of plates. Queries the source without an open transaction, then updates each driver's
//! record in a separate transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;
use domain::imports::line::Problem;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::person::plate::identifies_one_vehicle;
use domain::sources::answer::{SourceBalance, SourceRow, has_too_many_unreadable_rows, shared_plates};
use ports::sources::query::{CitationSource, SourceQueryError, SourceResponse};
use ports::sources::runs::{RunCounts, SourceCitation, SourceRun, VerifiedPlate};
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::Error;
use crate::sources::record::{self, QueriedDriver};

/// Maximum number of different messages that a run stores.
const SENTENCES: usize = 5;

/// Why a batch of plates failed.
pub(super) enum BatchError {
    /// The source gave no usable response. Nothing was changed.
    Source(SourceQueryError),
    /// Lanewise failed, for example because the database is down.
    Internal(Error),
}

impl From<Error> for BatchError {
    fn from(error: Error) -> Self {
        Self::Internal(error)
    }
}

impl From<SourceQueryError> for BatchError {
    fn from(error: SourceQueryError) -> Self {
        Self::Source(error)
    }
}

/// Adds the message `sentence` to a run, unless the run already has it or has [`SENTENCES`] messages.
pub(super) fn add_message(run: &mut SourceRun, sentence: &str) {
    let words = run.error_text.get_or_insert_default();
    if words.lines().count() < SENTENCES && !words.lines().any(|line| line == sentence) {
        if !words.is_empty() {
            words.push('\n');
        }
        words.push_str(sentence);
    }
}

/// Queries the source for some plates, and updates the records of the plates' drivers.
pub(super) fn query_batch(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    run: &mut SourceRun,
) -> Result<(), BatchError> {
    let name = source.source().name.as_str();
    let all: Vec<UserId> = plates.iter().map(|plate| plate.user).collect();
    // Placeholder plates, which earlier releases allowed staff to verify, aren't queried. The drivers of
    // these plates count as queried, so that the run continues with the next plates.
    let plates: Vec<VerifiedPlate> = plates
        .iter()
        .filter(|plate| identifies_one_vehicle(&plate.plate.0, plate.plate.1))
        .cloned()
        .collect();
    if !plates.is_empty() {
        query_and_apply(deps, source, &plates, run)?;
    }
    let at = deps.clock.now();
    with_store(&*deps.database, |store| store.mark_queried(name, &all, at).map_err(Error::from))?;
    run.counts.plates += i32::try_from(all.len()).unwrap_or_default();
    Ok(())
}

/// Queries the source for the plates, and then for known citations that are missing from the
/// response. Applies the rows of both responses.
fn query_and_apply(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    run: &mut SourceRun,
) -> Result<(), BatchError> {
    let name = source.source().name.as_str();
    let users: Vec<UserId> = plates.iter().map(|plate| plate.user).collect();
    let wanted: Vec<_> = plates.iter().map(|plate| plate.plate.clone()).collect();
    let known =
        with_store(&*deps.database, |store| store.source_citations_of(name, &users).map_err(Error::from))?;
    let answer = source.query_by_plates(&wanted)?;
    let today = deps.today();
    let mut rows = read_answer_by_plates(source, &answer, plates, today, run)?;
    let settled_numbers = numbers_no_longer_owed(&known, &rows, plates);
    for numbers in settled_numbers.chunks(source.max_per_query()) {
        let answer = source.query_by_numbers(numbers)?;
        rows.extend(read_answer_by_numbers(source, &answer, numbers, plates, today, run));
    }
    apply_rows(deps, source, plates, &known, rows, run)
}

/// Parses the response to a query by plates, and adds its counts and messages to `run`. Rejects the whole response
/// if most of its rows are unreadable, or if it contains plates that were not queried.
fn read_answer_by_plates(
    source: &dyn CitationSource,
    answer: &SourceResponse,
    plates: &[VerifiedPlate],
    today: NaiveDate,
    run: &mut SourceRun,
) -> Result<Vec<SourceRow>, BatchError> {
    run.counts.calls += i32::try_from(answer.calls).unwrap_or_default();
    let (rows, unreadable) = parse_rows(source, answer, today);
    if has_too_many_unreadable_rows(unreadable.len(), answer.rows.len()) {
        return Err(SourceQueryError::InvalidData("most of its rows can't be read").into());
    }
    if rows.iter().any(|row| !has_queried_plate(row, plates)) {
        return Err(SourceQueryError::InvalidData("it returned plates that weren't in the query").into());
    }
    count_rows(run, answer, unreadable);
    Ok(rows)
}

/// Parses the response to a query by citation numbers, and adds its counts and messages to
/// `run`. Skips unreadable rows, and rows whose plate wasn't queried, because the city can
/// correct a citation's plate.
fn read_answer_by_numbers(
    source: &dyn CitationSource,
    answer: &SourceResponse,
    numbers: &[String],
    plates: &[VerifiedPlate],
    today: NaiveDate,
    run: &mut SourceRun,
) -> Vec<SourceRow> {
    run.counts.calls += i32::try_from(answer.calls).unwrap_or_default();
    let (mut rows, unreadable) = parse_rows(source, answer, today);
    count_rows(run, answer, unreadable);
    rows.retain(|row| numbers.contains(&row.number));
    rows.retain(|row| {
        let is_queried = has_queried_plate(row, plates);
        if !is_queried {
            run.counts.unreadable += 1;
            let number = &row.number;
            add_message(
                run,
                &format!(
                    "{number}: The city now lists another plate for this citation. Nothing was changed."
                ),
            );
        }
        is_queried
    });
    rows
}

/// Parses a response's rows. Returns the rows that could be parsed, and the problems of the others.
fn parse_rows(
    source: &dyn CitationSource,
    answer: &SourceResponse,
    today: NaiveDate,
) -> (Vec<SourceRow>, Vec<Problem>) {
    let (mut rows, mut unreadable) = (vec![], vec![]);
    for cells in &answer.rows {
        match source.source().parse_row(cells, today) {
            Ok(row) => rows.push(row),
            Err(problem) => unreadable.push(problem),
        }
    }
    (rows, unreadable)
}

/// Adds a response's rows to the counts of `run`, and the problems of its unreadable rows to the messages.
fn count_rows(run: &mut SourceRun, answer: &SourceResponse, unreadable: Vec<Problem>) {
    run.counts.rows += i32::try_from(answer.rows.len()).unwrap_or_default();
    run.counts.unreadable += i32::try_from(unreadable.len()).unwrap_or_default();
    for Problem { column, message } in unreadable {
        add_message(run, &format!("A row can’t be read ({column}): {message}"));
    }
}

/// Whether the row has one of the queried plates.
fn has_queried_plate(row: &SourceRow, plates: &[VerifiedPlate]) -> bool {
    plates.iter().any(|queried| queried.plate == row.plate)
}

/// Returns the numbers of citations of the queried plates that were still owed in the last run and
/// are missing from the response.
fn numbers_no_longer_owed(
    known: &[SourceCitation],
    rows: &[SourceRow],
    plates: &[VerifiedPlate],
) -> Vec<String> {
    let reported_numbers: BTreeSet<&str> = rows.iter().map(|row| row.number.as_str()).collect();
    let is_gone = |citation: &&SourceCitation| {
        citation.owed > Money::ZERO
            && !reported_numbers.contains(citation.number.as_str())
            && plates.iter().any(|of| of.user == citation.user && citation.plate.as_ref() == Some(&of.plate))
    };
    let missing: BTreeSet<&String> = known.iter().filter(is_gone).map(|citation| &citation.number).collect();
    missing.into_iter().cloned().collect()
}

/// Applies the response's rows to the drivers' records. One SQL statement marks all unchanged rows as current.
fn apply_rows(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    known: &[SourceCitation],
    rows: Vec<SourceRow>,
    run: &mut SourceRun,
) -> Result<(), BatchError> {
    let name = source.source().name.as_str();
    let shared: BTreeSet<(String, &str)> =
        shared_plates(&rows).into_iter().map(|(plate, state)| (plate.clone(), state.name())).collect();
    let by_number: HashMap<(UserId, &str), &SourceCitation> =
        known.iter().map(|citation| ((citation.user, citation.number.as_str()), citation)).collect();
    let (mut same, mut others) = (vec![], BTreeMap::<usize, Vec<SourceRow>>::new());
    for row in rows {
        let Some(index) = plates.iter().position(|of| of.plate == row.plate) else { continue };
        let Some(driver) = plates.get(index).map(|of| of.user) else { continue };
        let before = by_number.get(&(driver, row.number.as_str()));
        if before.is_some_and(|before| is_unchanged(before, &row.balance)) {
            same.push((driver, row.number));
        } else {
            others.entry(index).or_default().push(row);
        }
    }
    for (index, rows) in others {
        let Some(plate) = plates.get(index) else { continue };
        let is_shared = shared.contains(&(plate.plate.0.clone(), plate.plate.1.name()));
        let known: Vec<&SourceCitation> = known.iter().filter(|one| one.user == plate.user).collect();
        let driver = QueriedDriver { plate, is_shared, known: &known };
        let done = retry_if_raced(|| {
            in_transaction(&*deps.database, |store| {
                record::update_driver(deps, store, source, &driver, &rows)
            })
        })?;
        add_counts(&mut run.counts, &done.counts);
        done.sentences.iter().for_each(|sentence| add_message(run, sentence));
    }
    if !same.is_empty() {
        let at = deps.clock.now();
        with_store(&*deps.database, |store| {
            store.mark_citations_current(name, &same, at).map_err(Error::from)
        })?;
    }
    Ok(())
}

/// Runs `work`, and runs it again if another process stored the same citation at the same time. The
/// second attempt finds that citation.
fn retry_if_raced(
    mut work: impl FnMut() -> Result<record::UpdateResult, record::UpdateError>,
) -> Result<record::UpdateResult, Error> {
    match work() {
        Err(record::UpdateError::Raced) => match work() {
            Err(record::UpdateError::Raced) => Err(Error::defect("a citation was stored concurrently twice")),
            Err(record::UpdateError::Failed(error)) => Err(error),
            Ok(done) => Ok(done),
        },
        Err(record::UpdateError::Failed(error)) => Err(error),
        Ok(done) => Ok(done),
    }
}

/// Whether the stored citation `before` already has the `balance` that the source reports.
fn is_unchanged(before: &SourceCitation, balance: &SourceBalance) -> bool {
    match balance {
        SourceBalance::Owed(amount) => before.settled_at.is_none() && before.owed == *amount,
        SourceBalance::Settled => before.settled_at.is_some(),
        SourceBalance::Unclear(_) => false,
    }
}

/// Adds `added` to `total`, except the numbers of plates, calls and rows,
/// which are counted elsewhere.
fn add_counts(total: &mut RunCounts, added: &RunCounts) {
    total.filed += added.filed;
    total.changed += added.changed;
    total.settled += added.settled;
    total.queued += added.queued;
    total.unreadable += added.unreadable;
}
