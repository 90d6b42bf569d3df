use chrono::{DateTime, Utc};
use diesel::dsl::{exists, max};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, insert_into, update,
};
use domain::accounts::user::{Role, User};
use domain::shared::ids::{InvitationId, LawyerId, UserId};
use domain::staff::invitation::Invitation;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;
use ports::staff::members::{Staff, StaffMember};

use crate::accounts::user_rows::UserRow;
use crate::shared::locks::advisory_lock;
use crate::store::PgStore;
use schema::{second_factors, sessions, staff_invitations, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_invitations, check_for_backend(diesel::pg::Pg))]
struct InvitationRow {
    id: i32,
    email: String,
    lawyer_id: Option<i32>,
    invited_by: i32,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl From<InvitationRow> for Invitation {
    fn from(row: InvitationRow) -> Self {
        Self {
            id: InvitationId(row.id),
            email: row.email,
            lawyer_id: row.lawyer_id.map(LawyerId),
            invited_by: UserId(row.invited_by),
            created_at: row.created_at,
            expires_at: row.expires_at,
        }
    }
}

/// Advisory lock for invitations. The server uses this number for no other advisory lock.
const INVITING: i64 = 4_130_015;

/// Returns the query for the staff member who sent an invitation. If the sender is no longer staff,
/// the invitation has ended.
#[diesel::dsl::auto_type]
fn inviter() -> _ {
    users::table
        .filter(users::id.eq(staff_invitations::invited_by))
        .filter(users::role.eq("admin"))
        .filter(users::closed_at.is_null())
}

/// A user, when their second factor was turned on, and when they were last active.
type MemberRow = (UserRow, Option<DateTime<Utc>>, Option<DateTime<Utc>>);

impl Staff for PgStore<'_> {
    fn staff(&mut self) -> StoreResult<Vec<StaffMember>> {
        let last_active = sessions::table
            .filter(sessions::user_id.eq(users::id))
            .select(max(sessions::last_activity))
            .single_value();
        let rows: Vec<MemberRow> = self.load(
            users::table
                .left_join(second_factors::table)
                .filter(users::role.eq(Role::Admin.as_str()))
                .filter(users::closed_at.is_null())
                .order(users::id)
                .select((UserRow::as_select(), second_factors::confirmed_at.nullable(), last_active)),
        )?;
        rows.into_iter()
            .map(|(user, confirmed_at, last_active)| {
                Ok(StaffMember {
                    user: user.try_into()?,
                    has_second_factor: confirmed_at.is_some(),
                    last_active,
                })
            })
            .collect()
    }

    fn lock_administrators(&mut self) -> StoreResult<Vec<UserId>> {
        let ids: Vec<i32> = self.load(
            users::table
                .filter(users::role.eq(Role::Admin.as_str()))
                .filter(users::closed_at.is_null())
                .order(users::id)
                .select(users::id)
                .for_update(),
        )?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    fn set_role(&mut self, id: UserId, role: Role) -> StoreResult<Option<User>> {
        self.optional_entity::<UserRow, _>(
            update(users::table.find(id.0).filter(users::closed_at.is_null()))
                .set(users::role.eq(role.as_str()))
                .returning(UserRow::as_returning()),
        )
    }

    fn insert_invitation(
        &mut self,
        email: &str,
        lawyer: Option<LawyerId>,
        invited_by: UserId,
        invited_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<Invitation> {
        let row: InvitationRow = self.run(|connection| {
            // Because of this lock, the later of two concurrent invitations to one address
            // replaces the earlier one.
            advisory_lock(connection, INVITING)?;
            let older = staff_invitations::table
                .filter(staff_invitations::email.eq(email))
                .filter(staff_invitations::ended_at.is_null());
            update(older).set(staff_invitations::ended_at.eq(invited_at)).execute(connection)?;
            insert_into(staff_invitations::table)
                .values((
                    staff_invitations::email.eq(email),
                    staff_invitations::lawyer_id.eq(lawyer.map(|id| id.0)),
                    staff_invitations::invited_by.eq(invited_by.0),
                    staff_invitations::created_at.eq(invited_at),
                    staff_invitations::expires_at.eq(expires_at),
                ))
                .returning(InvitationRow::as_returning())
                .get_result(connection)
        })?;
        Ok(row.into())
    }

    fn invitations(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<Invitation>> {
        let rows: Vec<InvitationRow> = self.load(
            staff_invitations::table
                .filter(staff_invitations::ended_at.is_null().and(staff_invitations::expires_at.gt(now)))
                .filter(exists(inviter()))
                .order(staff_invitations::id.desc())
                .limit(100)
                .select(InvitationRow::as_select()),
        )?;
        Ok(rows.into_iter().map(Invitation::from).collect())
    }

    fn invitation(&mut self, id: InvitationId, now: DateTime<Utc>) -> StoreResult<Option<Invitation>> {
        let row: Option<InvitationRow> = self.first(
            staff_invitations::table
                .find(id.0)
                .filter(staff_invitations::ended_at.is_null().and(staff_invitations::expires_at.gt(now)))
                .filter(exists(inviter()))
                .select(InvitationRow::as_select()),
        )?;
        Ok(row.map(Invitation::from))
    }

    fn set_invitation_token(&mut self, id: InvitationId, token: &TokenHash) -> StoreResult<bool> {
        let open = staff_invitations::table.find(id.0).filter(staff_invitations::ended_at.is_null());
        let armed =
            self.count_changed(update(open).set(staff_invitations::token_hash.eq(token.0.as_slice())))?;
        Ok(armed > 0)
    }

    fn invitation_by_token(
        &mut self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<Invitation>> {
        let row: Option<InvitationRow> = self.first(
            staff_invitations::table
                .filter(staff_invitations::token_hash.eq(token.0.as_slice()))
                .filter(staff_invitations::ended_at.is_null().and(staff_invitations::expires_at.gt(now)))
                .filter(exists(inviter()))
                .select(InvitationRow::as_select()),
        )?;
        Ok(row.map(Invitation::from))
    }

    fn end_invitation(&mut self, id: InvitationId, ended_at: DateTime<Utc>) -> StoreResult<bool> {
        let open = staff_invitations::table.find(id.0).filter(staff_invitations::ended_at.is_null());
        let ended = self.count_changed(update(open).set(staff_invitations::ended_at.eq(ended_at)))?;
        Ok(ended > 0)
    }

    fn end_invitations_of_lawyer(&mut self, lawyer: LawyerId, ended_at: DateTime<Utc>) -> StoreResult<()> {
        let open = staff_invitations::table
            .filter(staff_invitations::lawyer_id.eq(lawyer.0))
            .filter(staff_invitations::ended_at.is_null());
        self.execute(update(open).set(staff_invitations::ended_at.eq(ended_at)))
    }
}
