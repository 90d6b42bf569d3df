//! In-memory store of staff's display settings.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};
use ports::shared::store_error::StoreResult;
use ports::staff::preferences::Preferences;

use crate::support::store::unit::Unit;

impl Preferences for Unit<'_> {
    fn preferences(&mut self, user_id: UserId) -> StoreResult<Vec<Preference>> {
        let own = self.tables.preferences.iter().filter(|((user, _), _)| *user == user_id);
        Ok(own.map(|((_, name), value)| Preference { name: name.clone(), value: value.clone() }).collect())
    }

    fn count_other_preferences(&mut self, user_id: UserId, except: &PreferenceName) -> StoreResult<i64> {
        let others =
            self.tables.preferences.keys().filter(|(user, name)| *user == user_id && name != except.as_str());
        Ok(i64::try_from(others.count()).unwrap())
    }

    fn put_preference(
        &mut self,
        user: UserId,
        name: &PreferenceName,
        value: &PreferenceValue,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.preferences.insert((user, name.as_str().to_owned()), value.as_str().to_owned());
        Ok(())
    }

    fn delete_preference(&mut self, user: UserId, name: &PreferenceName) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.preferences.remove(&(user, name.as_str().to_owned()));
        Ok(())
    }
}
