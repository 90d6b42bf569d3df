//! In-memory store of waiting citations.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::imports::import::{ImportKind, LineOutcome};
use domain::shared::ids::{ImportId, UserId, WaitingId};
use ports::imports::files::StagedLine;
use ports::imports::waiting::{NewWaitingCitation, WaitReason, WaitingCitation, WaitingCitations};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;

use super::page_of;
use crate::support::store::unit::Unit;

/// A row of the table of waiting citations.
#[derive(Clone)]
pub struct Row {
    pub id: WaitingId,
    pub import: Option<ImportId>,
    pub source: Option<String>,
    pub kind: ImportKind,
    pub line: NewWaitingCitation,
    /// The drivers for whom staff declined the citation.
    pub declined: Vec<UserId>,
    pub created_at: DateTime<Utc>,
    /// Whether the citation's import was stored. Before that, the citation is staged: it may still be
    /// deleted with the import.
    pub is_stored: bool,
}

impl Row {
    /// If `again` is the same line and proposes a driver, proposes that driver for this citation too. Changes nothing
    /// if this citation already has a proposed driver, or if staff declined that driver. Returns whether the
    /// driver is now proposed.
    fn adopt_candidate(&mut self, again: &NewWaitingCitation) -> bool {
        let candidate = again.candidate.filter(|user| !self.declined.contains(user));
        let is_free = self.is_stored && self.line.key == again.key && self.line.candidate.is_none();
        if is_free && candidate.is_some() {
            self.line.candidate = candidate;
            return true;
        }
        false
    }

    /// Returns whether the citation waits for this reason.
    fn waits(&self, reason: WaitReason) -> bool {
        self.line.candidate.is_some() == (reason == WaitReason::ForDecision)
    }

    fn citation(&self) -> WaitingCitation {
        let named = self.line.driver_identifiers.clone();
        WaitingCitation {
            id: self.id,
            import: self.import,
            source: self.source.clone(),
            reason: self.line.reason.clone(),
            kind: self.kind,
            candidate: self.line.candidate,
            plate: named.plate.map(|(plate, state)| (plate, state.name().to_owned())),
            license: named.license.map(|(number, state)| (number, state.name().to_owned())),
            email: self.line.driver_identifiers.email.clone(),
            citation: self.line.citation.clone(),
            fields: self.line.fields.clone(),
            ordinal: self.line.ordinal,
            created_at: self.created_at,
        }
    }
}

impl WaitingCitations for Unit<'_> {
    fn stage_waiting_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: &[NewWaitingCitation],
        staged_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_be_transaction();
        for line in lines {
            let next = WaitingId(self.tables.next_id("waiting", self.tables.imports.waiting.len()));
            self.tables.imports.waiting.push(Row {
                id: next,
                import: Some(id),
                source: None,
                kind,
                line: line.clone(),
                declined: vec![],
                created_at: staged_at,
                is_stored: false,
            });
        }
        Ok(())
    }

    fn delete_staged_waiting_citations(&mut self, id: ImportId) -> StoreResult<()> {
        self.tables.imports.waiting.retain(|row| row.import != Some(id) || row.is_stored);
        Ok(())
    }

    fn staged_waiting_citations(
        &mut self,
        id: ImportId,
        reason: WaitReason,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>> {
        let own = self
            .tables
            .imports
            .waiting
            .iter()
            .filter(|row| row.import == Some(id) && !row.is_stored && row.waits(reason));
        let lines: Vec<StagedLine> = own
            .map(|row| StagedLine {
                line: row.line.line,
                outcome: if row.line.candidate.is_some() {
                    LineOutcome::Queued
                } else {
                    LineOutcome::Unclaimed
                },
                user: row.line.candidate,
                fields: row.line.fields.clone(),
                problems: vec![],
                key: None,
                is_citation: row.line.citation.is_some(),
                item: None,
            })
            .collect();
        Ok(page_of(&lines, page))
    }

    fn store_staged_waiting_citations(&mut self, id: ImportId, _: DateTime<Utc>) -> StoreResult<usize> {
        self.must_be_transaction();
        let rows = &mut self.tables.imports.waiting;
        let known: Vec<_> = rows.iter().filter(|row| row.is_stored).map(|row| row.line.key).collect();
        let again: Vec<_> =
            rows.iter().filter(|row| row.import == Some(id) && !row.is_stored).cloned().collect();
        for row in rows.iter_mut() {
            again.iter().for_each(|again| {
                row.adopt_candidate(&again.line);
            });
        }
        rows.retain(|row| row.import != Some(id) || row.is_stored || !known.contains(&row.line.key));
        let mut stored_count = 0;
        for row in rows.iter_mut().filter(|row| row.import == Some(id) && !row.is_stored) {
            row.is_stored = true;
            stored_count += 1;
        }
        Ok(stored_count)
    }

    fn delete_waiting_citations_of_import(&mut self, id: ImportId) -> StoreResult<usize> {
        let before = self.tables.imports.waiting.len();
        self.tables.imports.waiting.retain(|row| row.import != Some(id));
        Ok(before - self.tables.imports.waiting.len())
    }

    fn waiting_citations(
        &mut self,
        reason: WaitReason,
        candidate: Option<UserId>,
        page: Page,
    ) -> StoreResult<Paged<WaitingCitation>> {
        let is_asked_for = |row: &&Row| {
            row.is_stored
                && row.waits(reason)
                && candidate.is_none_or(|user| row.citation().candidate == Some(user))
        };
        let rows = self.tables.imports.waiting.iter().filter(is_asked_for);
        Ok(page_of(&rows.map(Row::citation).collect::<Vec<_>>(), page))
    }

    fn lock_waiting_citations(&mut self, ids: &[WaitingId]) -> StoreResult<Vec<WaitingCitation>> {
        self.must_be_transaction();
        let rows = self.tables.imports.waiting.iter().filter(|row| row.is_stored && ids.contains(&row.id));
        Ok(rows.map(Row::citation).collect())
    }

    fn delete_waiting_citation(&mut self, id: WaitingId) -> StoreResult<()> {
        self.tables.imports.waiting.retain(|row| row.id != id);
        Ok(())
    }

    fn decline_proposed_driver(&mut self, id: WaitingId) -> StoreResult<()> {
        for row in self.tables.imports.waiting.iter_mut().filter(|row| row.id == id) {
            row.declined.extend(row.line.candidate.take());
        }
        Ok(())
    }

    fn keys_of_waiting_citations(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<[u8; 32]>> {
        let rows = self.tables.imports.waiting.iter();
        let waits = rows.filter(|row| row.is_stored && row.kind == kind && keys.contains(&row.line.key));
        Ok(waits.map(|row| row.line.key).collect())
    }

    fn declined_drivers(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], UserId)>> {
        let rows = self.tables.imports.waiting.iter();
        let locked_rows =
            rows.filter(|row| row.is_stored && row.kind == kind && keys.contains(&row.line.key));
        Ok(locked_rows.flat_map(|row| row.declined.iter().map(|user| (row.line.key, *user))).collect())
    }

    fn propose_driver_for_waiting_citations(&mut self, user: &User, claim: Claim) -> StoreResult<usize> {
        let wanted = user.claimed_detail(claim);
        let mut offered = 0;
        for row in &mut self.tables.imports.waiting {
            let citation = row.citation();
            let stated = |of: Option<(String, String)>| of.map(|(number, state)| (number, Some(state)));
            let named = match claim {
                Claim::Email => citation.email.map(|email| (email, None)),
                Claim::License => stated(citation.license),
                Claim::Plate => stated(citation.plate),
            };
            let wanted = wanted.clone().map(|(number, state)| (number, state.map(str::to_owned)));
            if row.line.candidate.is_none()
                && named.is_some()
                && named == wanted
                && !row.declined.contains(&user.id)
            {
                row.line.candidate = Some(user.id);
                offered += 1;
            }
        }
        Ok(offered)
    }

    fn queue_source_citation(
        &mut self,
        source: &str,
        new: &NewWaitingCitation,
        queued_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        self.must_be_transaction();
        let rows = &mut self.tables.imports.waiting;
        if let Some(row) = rows.iter_mut().find(|row| row.is_stored && row.line.key == new.key) {
            return Ok(row.adopt_candidate(new));
        }
        let id = WaitingId(self.tables.next_id("waiting", self.tables.imports.waiting.len()));
        self.tables.imports.waiting.push(Row {
            id,
            import: None,
            source: Some(source.to_owned()),
            kind: ImportKind::Parking,
            line: new.clone(),
            declined: vec![],
            created_at: queued_at,
            is_stored: true,
        });
        Ok(true)
    }

    fn store_import_key(
        &mut self,
        kind: ImportKind,
        key: [u8; 32],
        is_citation: bool,
        item: i32,
        _: Option<ImportId>,
    ) -> StoreResult<bool> {
        let keys = &mut self.tables.imports.keys;
        let is_new = !keys.contains_key(&(kind.as_str(), key));
        keys.entry((kind.as_str(), key)).or_insert((is_citation, item));
        Ok(is_new)
    }
}
