//! Handles one batch of plates: asks the source with no transaction open, then updates each driver's record
//! in its own transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::person::plate::names_one_vehicle;
use domain::sources::answer::{Row, Says, is_nonsense, shared_plates};
use ports::sources::asking::{Answer, AskError, CitationSource};
use ports::sources::runs::{RunCounts, SourceCitation, SourceRun, VerifiedPlate};
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::Error;
use crate::sources::record::{self, Driver};

/// Maximum number of different messages stored per run.
const SENTENCES: usize = 5;

/// Why a batch was not applied.
pub(super) enum Stop {
    /// The source gave no usable answer, so nothing was changed.
    Source(AskError),
    /// The error is on our side.
    Ours(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<AskError> for Stop {
    fn from(error: AskError) -> Self {
        Self::Source(error)
    }
}

/// Adds a message to a run, unless it has the maximum number.
pub(super) fn say(run: &mut SourceRun, sentence: &str) {
    let words = run.words.get_or_insert_default();
    if words.lines().count() < SENTENCES && !words.lines().any(|line| line == sentence) {
        if !words.is_empty() {
            words.push('\n');
        }
        words.push_str(sentence);
    }
}

/// Asks the source about some plates, and updates their drivers' records.
pub(super) fn ask(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    run: &mut SourceRun,
) -> Result<(), Stop> {
    let name = source.source().name.as_str();
    let all: Vec<UserId> = plates.iter().map(|plate| plate.user).collect();
    // Skips placeholder plates that were verified before placeholders were rejected. Their drivers count as
    // asked, so that the round continues.
    let plates: Vec<VerifiedPlate> =
        plates.iter().filter(|plate| names_one_vehicle(&plate.plate.0, plate.plate.1)).cloned().collect();
    if !plates.is_empty() {
        ask_about(deps, source, &plates, run)?;
    }
    let at = deps.clock.now();
    with_store(&*deps.database, |store| store.note_asked(name, &all, at).map_err(Error::from))?;
    run.counts.plates += i32::try_from(all.len()).unwrap_or_default();
    Ok(())
}

fn ask_about(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    run: &mut SourceRun,
) -> Result<(), Stop> {
    let name = source.source().name.as_str();
    let users: Vec<UserId> = plates.iter().map(|plate| plate.user).collect();
    let wanted: Vec<_> = plates.iter().map(|plate| plate.plate.clone()).collect();
    let known =
        with_store(&*deps.database, |store| store.source_citations_of(name, &users).map_err(Error::from))?;
    let answer = source.owed_by(&wanted)?;
    let today = deps.clock.now().date_naive();
    let mut rows = read(source, &answer, plates, today, run)?;
    let gone = no_longer_owed(&known, &rows, plates);
    for numbers in gone.chunks(source.most_at_once()) {
        let answer = source.numbered(numbers)?;
        let asked: BTreeSet<&String> = numbers.iter().collect();
        let found = read(source, &answer, plates, today, run)?;
        rows.extend(found.into_iter().filter(|row| asked.contains(&row.number)));
    }
    take_over(deps, source, plates, &known, rows, run)
}

/// Parses an answer. Rejects it entirely if most rows are unreadable, or if it contains plates that were not
/// asked about.
fn read(
    source: &dyn CitationSource,
    answer: &Answer,
    plates: &[VerifiedPlate],
    today: NaiveDate,
    run: &mut SourceRun,
) -> Result<Vec<Row>, Stop> {
    run.counts.calls += i32::try_from(answer.calls).unwrap_or_default();
    let all = answer.rows.len();
    let (mut rows, mut unreadable) = (vec![], vec![]);
    for cells in &answer.rows {
        match source.source().read(cells, today) {
            Ok(row) => rows.push(row),
            Err(problem) => unreadable.push((cells, problem)),
        }
    }
    if is_nonsense(unreadable.len(), all) {
        return Err(AskError::Nonsense("most of its rows can't be read").into());
    }
    let asked: BTreeSet<(&str, &str)> =
        plates.iter().map(|of| (of.plate.0.as_str(), of.plate.1.name())).collect();
    if rows.iter().any(|row| !asked.contains(&(row.plate.0.as_str(), row.plate.1.name()))) {
        return Err(AskError::Nonsense("it returned plates that weren't in the query").into());
    }
    run.counts.rows += i32::try_from(all).unwrap_or_default();
    run.counts.unreadable += i32::try_from(unreadable.len()).unwrap_or_default();
    for (_, (column, sentence)) in unreadable {
        say(run, &format!("A row can't be read ({column}): {sentence}"));
    }
    Ok(rows)
}

/// Returns the numbers of citations that were owed at the last run and are missing from the new answer.
/// Considers only plates that were asked about.
fn no_longer_owed(known: &[SourceCitation], rows: &[Row], plates: &[VerifiedPlate]) -> Vec<String> {
    let told: BTreeSet<&str> = rows.iter().map(|row| row.number.as_str()).collect();
    let is_gone = |citation: &&SourceCitation| {
        citation.owed > Money::ZERO
            && !told.contains(citation.number.as_str())
            && plates.iter().any(|of| of.user == citation.user && citation.plate.as_ref() == Some(&of.plate))
    };
    let gone: BTreeSet<&String> = known.iter().filter(is_gone).map(|citation| &citation.number).collect();
    gone.into_iter().cloned().collect()
}

/// Applies the rows to the drivers' records. Rows that say the same as before are only marked as current, all
/// at once.
fn take_over(
    deps: &Deps,
    source: &dyn CitationSource,
    plates: &[VerifiedPlate],
    known: &[SourceCitation],
    rows: Vec<Row>,
    run: &mut SourceRun,
) -> Result<(), Stop> {
    let name = source.source().name.as_str();
    let shared: BTreeSet<(String, &str)> =
        shared_plates(&rows).into_iter().map(|(plate, state)| (plate.clone(), state.name())).collect();
    let by_number: HashMap<(UserId, &str), &SourceCitation> =
        known.iter().map(|citation| ((citation.user, citation.number.as_str()), citation)).collect();
    let (mut same, mut others) = (vec![], BTreeMap::<usize, Vec<Row>>::new());
    for row in rows {
        let Some(place) = plates.iter().position(|of| of.plate == row.plate) else { continue };
        let Some(driver) = plates.get(place).map(|of| of.user) else { continue };
        let before = by_number.get(&(driver, row.number.as_str()));
        if before.is_some_and(|before| says_the_same(before, &row.says)) {
            same.push((driver, row.number));
        } else {
            others.entry(place).or_default().push(row);
        }
    }
    for (place, rows) in others {
        let Some(of) = plates.get(place) else { continue };
        let is_shared = shared.contains(&(of.plate.0.clone(), of.plate.1.name()));
        let known: Vec<&SourceCitation> = known.iter().filter(|one| one.user == of.user).collect();
        let driver = Driver { of, is_shared, known: &known };
        let done = once_more_if_raced(|| {
            in_transaction(&*deps.database, |store| {
                record::bring_up_to_date(deps, store, source, &driver, &rows)
            })
        })?;
        add(&mut run.counts, &done.counts);
        done.sentences.iter().for_each(|sentence| say(run, sentence));
    }
    if !same.is_empty() {
        let at = deps.clock.now();
        with_store(&*deps.database, |store| store.note_source_said(name, &same, at).map_err(Error::from))?;
    }
    Ok(())
}

/// Retries once if a concurrent import has stored the same citation. The second time it is already known.
fn once_more_if_raced(
    mut work: impl FnMut() -> Result<record::Done, record::Trouble>,
) -> Result<record::Done, Error> {
    match work() {
        Err(record::Trouble::Raced) => match work() {
            Err(record::Trouble::Raced) => Err(Error::defect("a citation was stored concurrently twice")),
            Err(record::Trouble::Failed(error)) => Err(error),
            Ok(done) => Ok(done),
        },
        Err(record::Trouble::Failed(error)) => Err(error),
        Ok(done) => Ok(done),
    }
}

fn says_the_same(before: &SourceCitation, says: &Says) -> bool {
    match says {
        Says::Owes(amount) => before.settled_at.is_none() && before.owed == *amount,
        Says::Settled => before.settled_at.is_some(),
        Says::Doubtful(_) => false,
    }
}

fn add(to: &mut RunCounts, more: &RunCounts) {
    to.filed += more.filed;
    to.changed += more.changed;
    to.settled += more.settled;
    to.queued += more.queued;
    to.unreadable += more.unreadable;
}
