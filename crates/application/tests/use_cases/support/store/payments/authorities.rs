//! In-memory store of authorities that receive money.

use domain::driving_record::ticket::Item;
use domain::legal_help::lawyer::{Lawyer, PracticeArea};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::remittance::RemittanceStatus;
use domain::shared::ids::{AuthorityId, PaymentId};
use domain::shared::payable::PayableKind;
use ports::payments::remittances::merging::{AuthorityMerges, MergeCounts};
use ports::payments::remittances::{Authorities, SaveAuthorityResult};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Authorities for Unit<'_> {
    fn authorities(&mut self) -> StoreResult<Vec<Authority>> {
        let mut all = self.tables.remittances.authorities.clone();
        all.sort_by(|one, other| (&one.details.name, one.id).cmp(&(&other.details.name, other.id)));
        Ok(all)
    }

    fn insert_authority(&mut self, details: &AuthorityDetails) -> StoreResult<SaveAuthorityResult> {
        if let Some(other) = self.tables.remittances.name_in_use(None, details) {
            return Ok(SaveAuthorityResult::NameTaken(other));
        }
        let id = self.tables.next_id("authorities", self.tables.remittances.authorities.len());
        let authority = Authority { id: AuthorityId(id), details: details.clone(), version: 1 };
        self.tables.remittances.authorities.push(authority.clone());
        Ok(SaveAuthorityResult::Saved(authority))
    }

    fn update_authority(
        &mut self,
        id: AuthorityId,
        version: i32,
        details: &AuthorityDetails,
    ) -> StoreResult<SaveAuthorityResult> {
        let tables = &mut self.tables.remittances;
        let taken = tables.name_in_use(Some(id), details);
        let Some(found) = tables.authorities.iter_mut().find(|one| one.id == id) else {
            return Ok(SaveAuthorityResult::Gone);
        };
        if found.version != version {
            return Ok(SaveAuthorityResult::Changed(found.clone()));
        }
        if let Some(other) = taken {
            return Ok(SaveAuthorityResult::NameTaken(other));
        }
        *found = Authority { id, details: details.clone(), version: version + 1 };
        Ok(SaveAuthorityResult::Saved(found.clone()))
    }

    fn assign_obligations_by_issuer(&mut self, id: AuthorityId) -> StoreResult<usize> {
        let tables = &mut self.tables.remittances;
        let found: Vec<PaymentId> = tables
            .obligations
            .iter()
            .filter(|one| one.authority.is_none() && tables.named(one.new.issuer.as_deref()) == Some(id))
            .map(|one| one.new.payment_id)
            .collect();
        self.assign_payments(id, &found)
    }

    fn assign_payments(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize> {
        let owed = self.tables.remittances.obligations.iter_mut();
        let owed = owed.filter(|one| {
            one.status == ObligationStatus::Owed
                && one.lawyer.is_none()
                && payments.contains(&one.new.payment_id)
        });
        Ok(owed.map(|one| one.authority = Some(id)).count())
    }
}

impl AuthorityMerges for Unit<'_> {
    fn lock_authorities(&mut self, ids: [AuthorityId; 2]) -> StoreResult<Vec<Authority>> {
        self.lock_register();
        if let Some(commits) = self.tables.before_next_lock.take() {
            commits(self.tables);
        }
        let all = self.tables.remittances.authorities.iter();
        Ok(all.filter(|one| ids.contains(&one.id)).cloned().collect())
    }

    fn count_records_of_authority(
        &mut self,
        id: AuthorityId,
        issuers: &[String],
    ) -> StoreResult<MergeCounts> {
        let items = self.all_items();
        let number = |count: usize| i64::try_from(count).unwrap();
        let issued = |kind: PayableKind| {
            let of_kind = items.iter().filter(|item| item.payable().kind() == kind);
            let issuers_of = of_kind.filter_map(|item| item.details().issuer().map(str::to_owned));
            number(issuers_of.filter(|name| issuers.contains(name)).count())
        };
        let tables = &self.tables.remittances;
        let remittances = |is_sent: bool| {
            let own = tables.remittances.iter().filter(|one| one.payee.id == PayeeId::Authority(id));
            own.filter(|one| (one.status != RemittanceStatus::Prepared) == is_sent).count()
        };
        let owed = tables
            .obligations
            .iter()
            .filter(|one| one.authority == Some(id) && one.status == ObligationStatus::Owed);
        let heard = self.tables.tickets.iter().filter(|ticket| ticket.filed.court_id == Some(id.0));
        let has_area_in_court = |lawyer: &&Lawyer| {
            lawyer
                .record
                .areas
                .iter()
                .any(|area| matches!(area, PracticeArea::Court(_, court) if *court == id))
        };
        let lawyers = self.tables.legal_help.lawyers.iter().filter(has_area_in_court);
        Ok(MergeCounts {
            tickets: issued(PayableKind::Ticket),
            parking: issued(PayableKind::Parking),
            tolls: issued(PayableKind::Toll),
            heard: number(heard.count()),
            lawyers: number(lawyers.count()),
            owed: number(owed.count()),
            prepared: number(remittances(false)),
            sent: number(remittances(true)),
        })
    }

    fn move_authority_names(
        &mut self,
        from: AuthorityId,
        to: AuthorityId,
        details: &AuthorityDetails,
    ) -> StoreResult<Authority> {
        self.must_hold_register();
        let tables = &mut self.tables.remittances;
        // The merged authority loses its names here. `move_authority_money` deletes it later.
        let merged = tables.authorities.iter_mut().find(|one| one.id == from).unwrap();
        (merged.details.name, merged.details.also_called) = (String::new(), vec![]);
        let kept = tables.authorities.iter_mut().find(|one| one.id == to).unwrap();
        *kept = Authority { id: to, details: details.clone(), version: kept.version + 1 };
        Ok(kept.clone())
    }

    fn move_court_references(&mut self, from: AuthorityId, to: AuthorityId) -> StoreResult<()> {
        self.must_hold_register();
        let removed = self.tables.removed.iter_mut().filter_map(|item| match item {
            Item::Ticket(ticket) => Some(&mut **ticket),
            Item::Parking(_) | Item::Toll(_) => None,
        });
        let all = self.tables.tickets.iter_mut().chain(removed);
        for ticket in all.filter(|ticket| ticket.filed.court_id == Some(from.0)) {
            (ticket.filed.court_id, ticket.version) = (Some(to.0), ticket.version + 1);
        }
        for case in self.tables.legal_help.cases.iter_mut().filter(|case| case.court.id == Some(from)) {
            case.court.id = Some(to);
        }
        for lawyer in &mut self.tables.legal_help.lawyers {
            let mut areas: Vec<PracticeArea> = Vec::new();
            for area in &lawyer.record.areas {
                let area = match area {
                    PracticeArea::Court(state, court) if *court == from => PracticeArea::Court(*state, to),
                    other => other.clone(),
                };
                if !areas.contains(&area) {
                    areas.push(area);
                }
            }
            if areas != lawyer.record.areas {
                (lawyer.record.areas, lawyer.version) = (areas, lawyer.version + 1);
            }
        }
        Ok(())
    }

    fn move_authority_money(&mut self, from: &Authority, to: AuthorityId) -> StoreResult<()> {
        self.must_hold_register();
        let tables = &mut self.tables.remittances;
        for one in tables.remittances.iter_mut().filter(|one| one.payee.id == PayeeId::Authority(from.id)) {
            one.payee.id = PayeeId::Authority(to);
            if one.status != RemittanceStatus::Prepared {
                tables.sent_to.entry(one.id).or_insert_with(|| from.details.name.clone());
            }
        }
        for one in tables.obligations.iter_mut().filter(|one| one.authority == Some(from.id)) {
            one.authority = Some(to);
        }
        assert!(self.tables.tickets.iter().all(|ticket| ticket.filed.court_id != Some(from.id.0)));
        self.tables.remittances.authorities.retain(|one| one.id != from.id);
        Ok(())
    }
}
