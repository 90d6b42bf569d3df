//! In-memory store of staff members, invitations and second factors.

use chrono::{DateTime, Utc};
use domain::accounts::user::{Role, User};
use domain::shared::ids::{InvitationId, LawyerId, SessionId, UserId};
use domain::staff::invitation::Invitation;
use ports::accounts::second_factor::{Enrollment, PendingLogin, SecondFactor, SecondFactors, TimeCodes};
use ports::shared::secrets::{Salt, TokenHash};
use ports::shared::store_error::StoreResult;
use ports::staff::members::{Staff, StaffMember};

use crate::support::store::unit::Unit;

/// The codes of second factors. A test can compute them: a code is the last six digits of the number of its time step.
pub struct PlainCodes;

/// Returns the code of a time step.
pub fn code_of(step: i64) -> String {
    format!("{:06}", step % 1_000_000)
}

impl TimeCodes for PlainCodes {
    fn new_secret(&self) -> String {
        "SECRET".to_owned()
    }

    fn is_code_of_step(&self, secret: &str, code: &str, step: i64) -> bool {
        secret == "SECRET" && code == code_of(step)
    }

    fn enrollment(&self, secret: &str, _: &str) -> Enrollment {
        Enrollment { uri: format!("otpauth://{secret}"), qr_svg: "<svg/>".to_owned() }
    }
}

/// The tables of second factors and invitations.
#[derive(Clone, Default)]
pub struct StaffTables {
    pub factors: Vec<(UserId, SecondFactor)>,
    pub codes: Vec<(UserId, TokenHash)>,
    pub salts: Vec<(UserId, Salt)>,
    /// The sessions in which incorrect codes were entered, with one entry for each incorrect code.
    pub wrong_codes: Vec<SessionId>,
    pub pending: Vec<(TokenHash, PendingLogin)>,
    pub invitations: Vec<(Invitation, Option<TokenHash>, bool)>,
}

impl SecondFactors for Unit<'_> {
    fn second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>> {
        let found = self.tables.staff.factors.iter().find(|(owner, _)| *owner == user);
        Ok(found.map(|(_, factor)| factor.clone()))
    }

    fn lock_second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>> {
        self.must_be_transaction();
        self.second_factor(user)
    }

    fn start_second_factor_setup(
        &mut self,
        user: UserId,
        sealed: &[u8],
        _: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let factors = &mut self.tables.staff.factors;
        if factors.iter().any(|(owner, factor)| *owner == user && factor.confirmed_at.is_some()) {
            return Ok(false);
        }
        factors.retain(|(owner, _)| *owner != user);
        let factor = SecondFactor { sealed_secret: sealed.to_vec(), confirmed_at: None, last_step: None };
        factors.push((user, factor));
        Ok(true)
    }

    fn accept_step(&mut self, user: UserId, step: i64, accepted_at: DateTime<Utc>) -> StoreResult<()> {
        self.must_be_transaction();
        for (_, factor) in self.tables.staff.factors.iter_mut().filter(|(owner, _)| *owner == user) {
            assert!(factor.last_step.is_none_or(|last| last < step), "a step is accepted once");
            factor.last_step = Some(step);
            factor.confirmed_at = factor.confirmed_at.or(Some(accepted_at));
        }
        Ok(())
    }

    fn delete_second_factor(&mut self, user: UserId) -> StoreResult<bool> {
        let staff = &mut self.tables.staff;
        let before = staff.factors.len();
        staff.factors.retain(|(owner, _)| *owner != user);
        staff.codes.retain(|(owner, _)| *owner != user);
        staff.pending.retain(|(_, login)| login.user != user);
        Ok(staff.factors.len() < before)
    }

    fn set_recovery_codes(&mut self, user: UserId, salt: Salt, hashes: &[TokenHash]) -> StoreResult<()> {
        self.tables.staff.salts.retain(|(owner, _)| *owner != user);
        self.tables.staff.salts.push((user, salt));
        let codes = &mut self.tables.staff.codes;
        codes.retain(|(owner, _)| *owner != user);
        codes.extend(hashes.iter().map(|hash| (user, hash.clone())));
        Ok(())
    }

    fn recovery_salt(&mut self, user: UserId) -> StoreResult<Option<Salt>> {
        if self.count_recovery_codes(user)? == 0 {
            return Ok(None);
        }
        Ok(self.tables.staff.salts.iter().find(|(owner, _)| *owner == user).map(|(_, salt)| *salt))
    }

    fn count_recovery_codes(&mut self, user: UserId) -> StoreResult<i64> {
        let own = self.tables.staff.codes.iter().filter(|(owner, _)| *owner == user).count();
        Ok(i64::try_from(own).unwrap())
    }

    fn use_recovery_code(&mut self, user: UserId, hash: &TokenHash) -> StoreResult<bool> {
        let codes = &mut self.tables.staff.codes;
        let found = codes.iter().position(|(owner, known)| *owner == user && known == hash);
        found.map(|place| codes.remove(place));
        Ok(found.is_some())
    }

    fn insert_pending_login(&mut self, token: &TokenHash, login: &PendingLogin) -> StoreResult<()> {
        self.tables.staff.pending.push((token.clone(), login.clone()));
        Ok(())
    }

    fn count_code_attempt(
        &mut self,
        token: &TokenHash,
        max_attempts: i32,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<PendingLogin>> {
        self.must_be_transaction();
        let mut open = self.tables.staff.pending.iter_mut();
        let found = open
            .find(|(known, login)| known == token && login.tries < max_attempts && login.expires_at > now);
        Ok(found.map(|(_, login)| {
            login.tries += 1;
            login.clone()
        }))
    }

    fn delete_pending_login(&mut self, token: &TokenHash) -> StoreResult<bool> {
        let before = self.tables.staff.pending.len();
        self.tables.staff.pending.retain(|(known, _)| known != token);
        Ok(self.tables.staff.pending.len() < before)
    }
}

impl Staff for Unit<'_> {
    fn staff(&mut self) -> StoreResult<Vec<StaffMember>> {
        let last_active = |id| {
            let own = self.tables.sessions.iter().filter(|(_, session)| session.user_id == id);
            own.map(|(_, session)| session.last_activity).max()
        };
        let has_second_factor = |id| {
            let mut own = self.tables.staff.factors.iter().filter(|(owner, _)| *owner == id);
            own.any(|(_, factor)| factor.confirmed_at.is_some())
        };
        let mut admins: Vec<_> = self.tables.open_users().filter(|user| user.is_admin()).cloned().collect();
        admins.sort_by_key(|user| user.id);
        Ok(admins
            .into_iter()
            .map(|user| StaffMember {
                has_second_factor: has_second_factor(user.id),
                last_active: last_active(user.id),
                user,
            })
            .collect())
    }

    fn lock_administrators(&mut self) -> StoreResult<Vec<UserId>> {
        self.must_be_transaction();
        let admins = self.tables.open_users().filter(|user| user.is_admin());
        let mut ids: Vec<_> = admins.map(|user| user.id).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    fn set_role(&mut self, id: UserId, role: Role) -> StoreResult<Option<User>> {
        self.must_be_transaction();
        Ok(self.tables.open_user_mut(id).map(|user| {
            user.role = role;
            user.clone()
        }))
    }

    fn insert_invitation(
        &mut self,
        email: &str,
        lawyer_id: Option<LawyerId>,
        invited_by: UserId,
        invited_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<Invitation> {
        let id = InvitationId(self.tables.next_id("invitations", self.tables.staff.invitations.len()));
        let all = &mut self.tables.staff.invitations;
        all.iter_mut().filter(|(known, ..)| known.email == email).for_each(|(.., ended)| *ended = true);
        let email = email.to_owned();
        let new = Invitation { id, email, lawyer_id, invited_by, created_at: invited_at, expires_at };
        all.push((new.clone(), None, false));
        Ok(new)
    }

    fn invitations(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<Invitation>> {
        let is_staff = |id| self.tables.open_users().any(|user| user.id == id && user.is_admin());
        let is_open =
            |one: &Invitation, ended: bool| !ended && one.expires_at > now && is_staff(one.invited_by);
        let open = self.tables.staff.invitations.iter().filter(|(one, _, ended)| is_open(one, *ended));
        Ok(open.rev().map(|(one, ..)| one.clone()).collect())
    }

    fn invitation(&mut self, id: InvitationId, now: DateTime<Utc>) -> StoreResult<Option<Invitation>> {
        Ok(self.invitations(now)?.into_iter().find(|one| one.id == id))
    }

    fn set_invitation_token(&mut self, id: InvitationId, token: &TokenHash) -> StoreResult<bool> {
        let mut open = self.tables.staff.invitations.iter_mut().filter(|(.., ended)| !ended);
        let found = open.find(|(one, ..)| one.id == id);
        Ok(found.map(|(_, known, _)| *known = Some(token.clone())).is_some())
    }

    fn invitation_by_token(
        &mut self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<Invitation>> {
        let open = self.invitations(now)?;
        let mut all = self.tables.staff.invitations.iter();
        let found = all.find(|(_, known, _)| known.as_ref() == Some(token));
        Ok(found.map(|(one, ..)| one.clone()).filter(|one| open.contains(one)))
    }

    fn end_invitation(&mut self, id: InvitationId, _: DateTime<Utc>) -> StoreResult<bool> {
        let mut open = self.tables.staff.invitations.iter_mut().filter(|(.., ended)| !ended);
        Ok(open.find(|(one, ..)| one.id == id).map(|(.., ended)| *ended = true).is_some())
    }

    fn end_invitations_of_lawyer(&mut self, lawyer: LawyerId, _: DateTime<Utc>) -> StoreResult<()> {
        let all = self.tables.staff.invitations.iter_mut();
        all.filter(|(one, ..)| one.lawyer_id == Some(lawyer)).for_each(|(.., ended)| *ended = true);
        Ok(())
    }
}
