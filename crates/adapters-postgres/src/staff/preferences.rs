use chrono::{DateTime, Utc};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, delete, insert_into};
use domain::shared::ids::UserId;
use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};
use ports::shared::store_error::StoreResult;
use ports::staff::preferences::Preferences;

use crate::store::PgStore;
use schema::staff_choices;

impl Preferences for PgStore<'_> {
    fn preferences(&mut self, user: UserId) -> StoreResult<Vec<Preference>> {
        let rows: Vec<(String, String)> = self.load(
            staff_choices::table
                .filter(staff_choices::user_id.eq(user.0))
                .select((staff_choices::name, staff_choices::value))
                .order(staff_choices::name),
        )?;
        Ok(rows.into_iter().map(|(name, value)| Preference { name, value }).collect())
    }

    fn count_other_preferences(&mut self, user: UserId, except: &PreferenceName) -> StoreResult<i64> {
        self.get_result(
            staff_choices::table
                .filter(staff_choices::user_id.eq(user.0))
                .filter(staff_choices::name.ne(except.as_str()))
                .count(),
        )
    }

    fn put_preference(
        &mut self,
        user: UserId,
        name: &PreferenceName,
        value: &PreferenceValue,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute(
            insert_into(staff_choices::table)
                .values((
                    staff_choices::user_id.eq(user.0),
                    staff_choices::name.eq(name.as_str()),
                    staff_choices::value.eq(value.as_str()),
                    staff_choices::changed_at.eq(changed_at),
                ))
                .on_conflict((staff_choices::user_id, staff_choices::name))
                .do_update()
                .set((
                    staff_choices::value.eq(excluded(staff_choices::value)),
                    staff_choices::changed_at.eq(changed_at),
                )),
        )
    }

    fn delete_preference(&mut self, user: UserId, name: &PreferenceName) -> StoreResult<()> {
        self.execute(delete(staff_choices::table.find((user.0, name.as_str()))))
    }
}
