//! In-memory store of chargebacks, both those in Lanewise and those at the provider.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::evidence::{Evidence, EvidenceField};
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;
use ports::payments::chargebacks::{ChargebackCheckTimes, Chargebacks, NewChargeback};
use ports::payments::events::{CHARGEBACK_CREATED, ProviderObject};
use ports::payments::gateway::{
    ChargebackMovement, EvidenceRequest, GatewayError, GatewayResult, ProviderChargeback,
};
use ports::shared::clock::Clock;
use ports::shared::store_error::StoreResult;

use crate::support::build::{noon, time};
use crate::support::provider::{Books, refused};
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;
use crate::support::world::World;

impl Chargebacks for Unit<'_> {
    fn insert_chargeback(&mut self, new: &NewChargeback) -> StoreResult<Chargeback> {
        self.must_hold_payment(new.payment_id);
        assert!(self.chargeback_by_provider_id(&new.provider_id)?.is_none(), "{new:?} is there already");
        let chargeback = Chargeback {
            id: ChargebackId(next_id(&self.tables.chargebacks)),
            payment_id: new.payment_id,
            user_id: new.user_id,
            confirmation_number: new.confirmation_number.clone(),
            provider_id: new.provider_id.clone(),
            amount: new.amount,
            reason: new.reason.clone(),
            evidence_due_by: new.evidence_due_by,
            status: new.status,
            is_withdrawn: new.is_withdrawn,
            submitted_at: None,
            evidence_by: None,
            version: 1,
            opened_at: new.opened_at,
            closed_at: None,
            checked_at: None,
        };
        self.tables.chargebacks.push(chargeback.clone());
        Ok(chargeback)
    }

    fn chargeback(&mut self, id: ChargebackId) -> StoreResult<Option<Chargeback>> {
        Ok(self.tables.chargebacks.iter().find(|one| one.id == id).cloned())
    }

    fn chargeback_by_provider_id(&mut self, provider_id: &str) -> StoreResult<Option<Chargeback>> {
        Ok(self.tables.chargebacks.iter().find(|one| one.provider_id == provider_id).cloned())
    }

    fn chargebacks_of_payment(&mut self, payment: PaymentId) -> StoreResult<Vec<Chargeback>> {
        Ok(self.tables.chargebacks.iter().filter(|one| one.payment_id == payment).cloned().collect())
    }

    fn open_chargebacks_of(&mut self, user: UserId) -> StoreResult<Vec<Chargeback>> {
        let all = self.tables.chargebacks.iter();
        Ok(all.filter(|one| one.user_id == user && !one.status.is_over()).cloned().collect())
    }

    fn update_chargeback(&mut self, chargeback: &Chargeback) -> StoreResult<()> {
        self.must_hold_payment(chargeback.payment_id);
        let mut all = self.tables.chargebacks.iter_mut();
        all.find(|stored| stored.id == chargeback.id).unwrap().clone_from(chargeback);
        Ok(())
    }

    fn chargebacks_to_check(
        &mut self,
        before: ChargebackCheckTimes,
        limit: i64,
    ) -> StoreResult<Vec<Chargeback>> {
        let is_wanted = |one: &&Chargeback| {
            let was_left = |since| one.checked_at.is_none_or(|at| at < since);
            if one.status.is_over() {
                was_left(before.closed) && one.closed_at.is_none_or(|at| at >= before.oldest_closed)
            } else {
                was_left(before.open)
            }
        };
        let mut due: Vec<Chargeback> = self.tables.chargebacks.iter().filter(is_wanted).cloned().collect();
        due.sort_by_key(|one| (one.checked_at, one.id));
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due)
    }

    fn chargebacks_read_at(&mut self) -> StoreResult<Option<DateTime<Utc>>> {
        Ok(self.tables.chargebacks_read_at)
    }

    fn set_chargebacks_read_at(&mut self, read_at: DateTime<Utc>) -> StoreResult<()> {
        self.tables.chargebacks_read_at = Some(read_at);
        Ok(())
    }
}

/// Returns the deadline for evidence that all tests use.
pub fn due_by() -> DateTime<Utc> {
    time("2026-03-12T23:59:59Z")
}

/// Builds a chargeback of the first intent at the provider.
pub fn disputed(status: ChargebackStatus) -> ProviderChargeback {
    ProviderChargeback {
        id: "du_1".to_owned(),
        intent_id: Some("pi_1".to_owned()),
        amount: Money::from_dollars(150),
        reason: "fraudulent".to_owned(),
        status: Some(status),
        evidence_due_by: Some(due_by()),
        is_withdrawn: matches!(
            status,
            ChargebackStatus::NeedsResponse | ChargebackStatus::UnderReview | ChargebackStatus::Lost
        ),
        movements: movements_caused_by(status),
        is_submitted: matches!(status, ChargebackStatus::UnderReview | ChargebackStatus::InquiryUnderReview),
        evidence: Evidence::default(),
        opened_at: noon() + TimeDelta::minutes(1),
    }
}

/// Returns the balance changes that a chargeback in this status has caused. The bank takes the disputed money,
/// and the provider charges a fee. If the bank decides for Lanewise, it returns the money, but the fee isn't returned.
fn movements_caused_by(status: ChargebackStatus) -> Vec<ChargebackMovement> {
    let moved = |id: &str, cents, fee| ChargebackMovement {
        id: id.to_owned(),
        amount: Money::from_cents(cents),
        fee: Money::from_cents(fee),
        happened_at: noon(),
    };
    let withdrawal = moved("txn_taken", -15_000, 1_500);
    match status {
        ChargebackStatus::NeedsResponse | ChargebackStatus::UnderReview | ChargebackStatus::Lost => {
            vec![withdrawal]
        }
        ChargebackStatus::Won => vec![withdrawal, moved("txn_given_again", 15_000, 0)],
        _ => vec![],
    }
}

impl World {
    /// Sets the status of the chargeback at the provider. The provider adds an event to its list, but sends no webhook.
    pub fn set_chargeback_status(&self, status: ChargebackStatus) -> ProviderChargeback {
        self.set_chargeback(disputed(status))
    }

    /// Adds a chargeback at the provider, or replaces the chargeback with the same id. The provider adds an event to
    /// its list, but sends no webhook.
    pub fn set_chargeback(&self, chargeback: ProviderChargeback) -> ProviderChargeback {
        let mut books = self.provider.books();
        let known = books.chargebacks.len();
        books.chargebacks.retain(|one| one.id != chargeback.id);
        let kind =
            if books.chargebacks.len() < known { "charge.dispute.updated" } else { CHARGEBACK_CREATED };
        books.chargebacks.push(chargeback.clone());
        books.add_event(kind, ProviderObject::Chargeback(chargeback.id.clone()), self.clock.now());
        chargeback
    }

    /// Sends a webhook about the chargeback `id`. `event` is the event's id.
    pub fn deliver_chargeback_event(&self, event: &str, id: &str) {
        let object = ProviderObject::Chargeback(id.to_owned());
        self.push(event, "charge.dispute.updated", object, None).unwrap();
    }

    /// Sets the status of the chargeback at the provider, and sends its webhook.
    pub fn deliver_chargeback(&self, status: ChargebackStatus) {
        let chargeback = self.set_chargeback_status(status);
        self.deliver_chargeback_event(&format!("evt_{status}"), &chargeback.id);
    }

    /// Returns the only chargeback that Lanewise has stored.
    pub fn chargeback(&self) -> Chargeback {
        let tables = self.database.tables();
        assert_eq!(tables.chargebacks.len(), 1);
        tables.chargebacks[0].clone()
    }
}

impl Books {
    /// Saves or submits evidence. Like the real provider, refuses the evidence if the bank
    /// isn't waiting for any.
    pub fn accept_evidence(&mut self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback> {
        let found = self.chargebacks.iter_mut().find(|one| one.id == request.chargeback_id);
        let chargeback = found.ok_or(GatewayError::NotFound)?;
        let next = match chargeback.status {
            Some(ChargebackStatus::NeedsResponse) => ChargebackStatus::UnderReview,
            Some(ChargebackStatus::Inquiry) => ChargebackStatus::InquiryUnderReview,
            _ => return Err(refused("dispute_over")),
        };
        chargeback.evidence = request.evidence.clone();
        if request.submits {
            chargeback.status = Some(next);
            chargeback.is_submitted = true;
        }
        Ok(chargeback.clone())
    }
}

/// Builds the evidence texts by field, as staff enter them.
pub fn texts(fields: &[(EvidenceField, &str)]) -> BTreeMap<EvidenceField, String> {
    fields.iter().map(|(field, text)| (*field, (*text).to_owned())).collect()
}
