//! In-memory store of data keys, and of the values that they encrypted.

use chrono::{DateTime, Utc};
use domain::security::data_key::{KnownKey, MARK};
use domain::shared::ids::UserId;
use ports::security::data_keys::{DataKeys, SealedKind, SealedValue};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Returns all encrypted values of a kind. Each has the id that it was encrypted for.
    fn sealed_values(&mut self, kind: SealedKind) -> Vec<(UserId, &mut Vec<u8>)> {
        let tables = &mut *self.tables;
        match kind {
            SealedKind::Digits => {
                tables.sealed_digits.iter_mut().map(|(user, sealed)| (*user, sealed)).collect()
            }
            SealedKind::SecondFactors => {
                let factors = tables.staff.factors.iter_mut();
                factors.map(|(user, factor)| (*user, &mut factor.sealed_secret)).collect()
            }
            SealedKind::SealKeys => {
                tables.seal_keys.iter_mut().map(|(id, sealed)| (UserId(-id), sealed)).collect()
            }
            SealedKind::CaseKeys => {
                let keys = tables.legal_help.secrets.keys.iter_mut();
                keys.map(|(case, sealed)| (UserId(case.0 - i32::MAX - 1), sealed)).collect()
            }
            SealedKind::FileKeys => {
                tables.item_files.keys.iter_mut().map(|(user, sealed)| (*user, sealed)).collect()
            }
        }
    }
}

impl DataKeys for Unit<'_> {
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>> {
        let mut keys = self.tables.data_keys.clone();
        keys.sort_by_key(|key| key.id);
        Ok(keys)
    }

    fn store_key_checks(&mut self, keys: &[KnownKey], _: DateTime<Utc>) -> StoreResult<()> {
        for key in keys {
            if self.tables.data_keys.iter().all(|known| known.id != key.id) {
                self.tables.data_keys.push(*key);
            }
        }
        Ok(())
    }

    fn values_to_reseal(
        &mut self,
        kind: SealedKind,
        skipped_prefixes: &[Vec<u8>],
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<SealedValue>> {
        let is_skipped = |sealed: &[u8]| {
            let mark = sealed.get(..MARK).unwrap_or(sealed);
            skipped_prefixes.iter().any(|skipped| skipped == mark)
        };
        let mut values: Vec<_> = self
            .sealed_values(kind)
            .into_iter()
            .filter(|(user, sealed)| *user > after && !is_skipped(sealed))
            .map(|(user, sealed)| SealedValue { user, sealed: sealed.clone() })
            .collect();
        values.sort_by_key(|value| value.user);
        values.truncate(usize::try_from(limit).unwrap());
        Ok(values)
    }

    fn replace_sealed_value(
        &mut self,
        kind: SealedKind,
        before: &SealedValue,
        sealed: &[u8],
    ) -> StoreResult<bool> {
        let mut values = self.sealed_values(kind).into_iter();
        let stored = values.find(|(user, stored)| *user == before.user && **stored == before.sealed);
        Ok(stored.map(|(_, stored)| *stored = sealed.to_vec()).is_some())
    }
}
