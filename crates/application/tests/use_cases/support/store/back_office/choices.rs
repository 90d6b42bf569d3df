//! Staff's display settings in memory.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::choice::{Preference, PreferenceName, PreferenceValue};
use ports::shared::store_error::StoreResult;
use ports::staff::choices::Preferences;

use crate::support::store::unit::Unit;

impl Preferences for Unit<'_> {
    fn preferences(&mut self, of: UserId) -> StoreResult<Vec<Preference>> {
        let own = self.tables.choices.iter().filter(|((user, _), _)| *user == of);
        Ok(own.map(|((_, name), value)| Preference { name: name.clone(), value: value.clone() }).collect())
    }

    fn count_other_preferences(&mut self, of: UserId, beside: &PreferenceName) -> StoreResult<i64> {
        let others = self.tables.choices.keys().filter(|(user, name)| *user == of && name != beside.as_str());
        Ok(i64::try_from(others.count()).unwrap())
    }

    fn put_preference(
        &mut self,
        of: UserId,
        name: &PreferenceName,
        value: &PreferenceValue,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.choices.insert((of, name.as_str().to_owned()), value.as_str().to_owned());
        Ok(())
    }

    fn delete_preference(&mut self, of: UserId, name: &PreferenceName) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.choices.remove(&(of, name.as_str().to_owned()));
        Ok(())
    }
}
