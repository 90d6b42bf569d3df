//! In-memory store of hires.

use domain::legal_help::case::record::Case;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use ports::legal_help::hires::{FeeTotals, Hires, NewHire};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::build;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

impl Hires for Unit<'_> {
    fn insert_hire(&mut self, new: &NewHire) -> StoreResult<LawyerHire> {
        self.must_hold_payment(new.payment_id);
        if self.hire_of_payment(new.payment_id)?.is_some() {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let hire = LawyerHire {
            ticket_id: Some(new.ticket_id),
            payment_id: Some(new.payment_id),
            violation_type: new.violation_type.clone(),
            amount: new.amount,
            confirmation_number: new.confirmation_number.clone(),
            created_at: new.created_at,
            recorded_at: new.recorded_at,
            ..build::hire(next_id(&self.tables.hires), new.user_id)
        };
        self.tables.hires.push(hire.clone());
        Ok(hire)
    }

    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        Ok(self.tables.hires.iter().find(|hire| hire.id == id).map(|hire| self.with_refund(hire)))
    }

    fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        self.hire(id)
    }

    fn hire_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>> {
        let found = self.tables.hires.iter().find(|hire| hire.payment_id == Some(payment));
        Ok(found.map(|hire| self.with_refund(hire)))
    }

    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool> {
        let mut cases = self.tables.cases().into_iter();
        Ok(cases.any(|case| case.ticket_id == Some(ticket) && case.step.blocks_another_hire()))
    }

    fn fee_totals(&mut self) -> StoreResult<FeeTotals> {
        Ok(self.tables.fee_totals())
    }

    fn open_hires(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>> {
        let cases = self.tables.cases();
        let is_open = |id| cases.iter().any(|case: &Case| case.id == id && case.step.is_open());
        let hires = self.tables.hires.iter();
        let open = hires.filter(|row| row.user_id == user && is_open(row.id));
        Ok(open.map(|hire| self.with_refund(hire)).collect())
    }

    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>> {
        self.tables.hires.iter_mut().filter(|hire| hire.id == id).for_each(|hire| hire.status = status);
        self.hire(id)
    }

    fn set_hire_solved(&mut self, id: HireId, solved: bool) -> StoreResult<Option<LawyerHire>> {
        self.tables.hires.iter_mut().filter(|hire| hire.id == id).for_each(|hire| hire.is_solved = solved);
        self.hire(id)
    }

    fn set_hire_contact(
        &mut self,
        id: HireId,
        method: ContactMethod,
        value: &str,
    ) -> StoreResult<Option<LawyerHire>> {
        for hire in self.tables.hires.iter_mut().filter(|hire| hire.id == id) {
            hire.contact_method = Some(method.to_string());
            hire.contact_value = Some(value.to_owned());
        }
        self.hire(id)
    }
}
