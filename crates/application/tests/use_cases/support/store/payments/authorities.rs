//! Authorities that receive money, in memory.

use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::shared::ids::{AuthorityId, PaymentId};
use ports::payments::remittances::{Authorities, SaveAuthorityResult};
use ports::shared::store_error::StoreResult;

use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

impl Authorities for Unit<'_> {
    fn authorities(&mut self) -> StoreResult<Vec<Authority>> {
        Ok(self.tables.remittances.authorities.clone())
    }

    fn insert_authority(&mut self, details: &AuthorityDetails) -> StoreResult<SaveAuthorityResult> {
        let tables = &mut self.tables.remittances;
        if let Some(other) = tables.taken(None, details) {
            return Ok(SaveAuthorityResult::NameTaken(other));
        }
        let id = AuthorityId(next_id(&tables.authorities));
        let authority = Authority { id, details: details.clone(), version: 1 };
        tables.authorities.push(authority.clone());
        Ok(SaveAuthorityResult::Saved(authority))
    }

    fn update_authority(
        &mut self,
        id: AuthorityId,
        version: i32,
        details: &AuthorityDetails,
    ) -> StoreResult<SaveAuthorityResult> {
        let tables = &mut self.tables.remittances;
        if let Some(other) = tables.taken(Some(id), details) {
            return Ok(SaveAuthorityResult::NameTaken(other));
        }
        let Some(found) = tables.authorities.iter_mut().find(|one| one.id == id) else {
            return Ok(SaveAuthorityResult::Gone);
        };
        if found.version != version {
            return Ok(SaveAuthorityResult::Changed(found.clone()));
        }
        *found = Authority { id, details: details.clone(), version: version + 1 };
        Ok(SaveAuthorityResult::Saved(found.clone()))
    }

    fn assign_by_name(&mut self, id: AuthorityId) -> StoreResult<usize> {
        let tables = &mut self.tables.remittances;
        let found: Vec<PaymentId> = tables
            .obligations
            .iter()
            .filter(|one| one.authority.is_none() && tables.named(one.new.issuer.as_deref()) == Some(id))
            .map(|one| one.new.payment_id)
            .collect();
        self.assign(id, &found)
    }

    fn assign(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize> {
        let owed = self.tables.remittances.obligations.iter_mut();
        let owed =
            owed.filter(|one| one.status == ObligationStatus::Owed && payments.contains(&one.new.payment_id));
        Ok(owed.map(|one| one.authority = Some(id)).count())
    }
}
