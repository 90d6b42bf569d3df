use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, insert_into,
    select, update,
};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::driving_record::profile::DrivingProfile;
use domain::shared::desk::DeskKind;
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::PlateState;
use ports::accounts::users::{Credentials, NewUser, Users};
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::{NewUserRow, ProfileRow, UserRow};
use crate::shared::rows::{convert_row, convert_rows};
use crate::shared::search::{lower, without_nul};
use crate::store::PgStore;
use schema::{driving_profiles, users};

/// The user id that is reserved for the first administrator (docs/product/everywhere.md#roles).
const FIRST_ADMINISTRATOR: i32 = 1;

impl Users for PgStore<'_> {
    fn insert_user(&mut self, user: &NewUser) -> StoreResult<User> {
        let row: UserRow = self.run_unique(|connection| {
            let mut row = NewUserRow::from(user);
            if user.role == Role::Admin && !user_exists(connection, FIRST_ADMINISTRATOR)? {
                row.id = Some(FIRST_ADMINISTRATOR);
            }
            insert_into(users::table).values(row).returning(UserRow::as_returning()).get_result(connection)
        })?;
        row.try_into()
    }

    fn user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        self.first_entity::<UserRow, _>(users::table.find(id.0).select(UserRow::as_select()))
    }

    fn open_user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        self.first_entity::<UserRow, _>(
            users::table.find(id.0).filter(users::closed_at.is_null()).select(UserRow::as_select()),
        )
    }

    fn names_of(&mut self, users: &[UserId]) -> StoreResult<Vec<(UserId, String)>> {
        let ids: Vec<i32> = users.iter().map(|user| user.0).collect();
        let rows: Vec<UserRow> = self.load(
            users::table
                .filter(users::id.eq_any(ids))
                .filter(users::closed_at.is_null())
                .select(UserRow::as_select()),
        )?;
        Ok(convert_rows::<UserRow, User>(rows)?
            .into_iter()
            .map(|user| (user.id, user.display_name().to_owned()))
            .collect())
    }

    fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        self.first_entity::<UserRow, _>(
            users::table
                .find(id.0)
                .filter(users::closed_at.is_null())
                .select(UserRow::as_select())
                .for_no_key_update(),
        )
    }

    fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>> {
        let found: Option<(i32, String)> = self.first(
            users::table
                .filter(lower(users::email).eq(without_nul(email).to_ascii_lowercase()))
                .filter(users::closed_at.is_null())
                .select((users::id, users::password_hash)),
        )?;
        Ok(found.map(|(id, password_hash)| Credentials { user_id: UserId(id), password_hash }))
    }

    fn has_administrator(&mut self) -> StoreResult<bool> {
        let administrators =
            users::table.filter(users::role.eq(Role::Admin.as_str())).filter(users::closed_at.is_null());
        self.get_result(select(exists(administrators.select(users::id))))
    }

    fn set_vehicle(
        &mut self,
        id: UserId,
        plate: &str,
        state: PlateState,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        let row: Option<UserRow> = self.optional(
            update(users::table.find(id.0))
                .set((
                    users::vehicle_license_plate.eq(plate),
                    users::vehicle_state.eq(state.name()),
                    users::vehicle_info_added_at.eq(changed_at),
                    users::is_vehicle_update_solved.eq(false),
                ))
                .returning(UserRow::as_returning()),
        )?;
        notify_desk_and_convert(self, id, row)
    }

    fn set_plate_dates(&mut self, id: UserId, dates: PlateDates) -> StoreResult<Option<User>> {
        self.optional_entity::<UserRow, _>(
            update(users::table.find(id.0))
                .set((users::plate_from.eq(dates.from), users::plate_until.eq(dates.until)))
                .returning(UserRow::as_returning()),
        )
    }

    fn set_status_request(
        &mut self,
        id: UserId,
        sealed_digits: &[u8],
        requested_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        let row: Option<UserRow> = self.optional(
            update(users::table.find(id.0).filter(users::closed_at.is_null()))
                .set((
                    users::sealed_ssn.eq(sealed_digits),
                    users::status_requested_at.eq(requested_at),
                    users::is_status_request_solved.eq(false),
                ))
                .returning(UserRow::as_returning()),
        )?;
        notify_desk_and_convert(self, id, row)
    }

    fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile> {
        let row: ProfileRow = self.run_unique(|connection| {
            insert_into(driving_profiles::table)
                .values(driving_profiles::user_id.eq(user.0))
                .returning(ProfileRow::as_returning())
                .get_result(connection)
        })?;
        Ok(row.into())
    }

    fn profile(&mut self, user: UserId) -> StoreResult<Option<DrivingProfile>> {
        let row: Option<ProfileRow> = self.first(
            driving_profiles::table
                .filter(driving_profiles::user_id.eq(user.0))
                .select(ProfileRow::as_select()),
        )?;
        Ok(row.map(Into::into))
    }

    fn set_profile(&mut self, profile: &DrivingProfile) -> StoreResult<()> {
        self.execute(update(driving_profiles::table.find(profile.id.0)).set((
            driving_profiles::status.eq(&profile.status),
            driving_profiles::current_points.eq(profile.current_points),
            driving_profiles::total_points.eq(profile.total_points),
        )))
    }

    fn set_license_status(&mut self, id: UserId, status: LicenseStatus) -> StoreResult<Option<User>> {
        self.optional_entity::<UserRow, _>(
            update(users::table.find(id.0))
                .set(users::license_status.eq(status.as_str()))
                .returning(UserRow::as_returning()),
        )
    }

    fn set_record_updated(&mut self, id: UserId, updated_at: DateTime<Utc>) -> StoreResult<Option<User>> {
        self.optional_entity::<UserRow, _>(
            update(users::table.find(id.0))
                .set(users::last_admin_update_at.eq(updated_at))
                .returning(UserRow::as_returning()),
        )
    }
}

/// Notifies the back office that the user `id` changed, and returns the changed user from `row`. Returns
/// `None` without a notification if `row` is `None`, because then no user was changed.
fn notify_desk_and_convert(
    store: &mut PgStore<'_>,
    id: UserId,
    row: Option<UserRow>,
) -> StoreResult<Option<User>> {
    if row.is_some() {
        store.notify_desk(DeskKind::User, id.0, None)?;
    }
    convert_row(row)
}

/// Whether a user with this `id` exists.
fn user_exists(connection: &mut PgConnection, id: i32) -> QueryResult<bool> {
    select(exists(users::table.find(id))).get_result(connection)
}
