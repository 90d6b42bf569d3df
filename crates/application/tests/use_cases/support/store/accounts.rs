//! In-memory store of accounts and their emailed links.

use chrono::{DateTime, Utc};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::user::{Role, User};
use domain::accounts::verification::{Claim, VerificationRecord};
use domain::shared::ids::{LinkId, SessionId, UserId};
use ports::accounts::account::{Accounts, Links, NewLink, OpenSession};
use ports::accounts::users::{Credentials, Users};
use ports::accounts::verification::{NewVerification, Verifications};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::unit::Unit;

/// A row of the links table.
#[derive(Clone)]
pub struct MemoryLink {
    pub link: AccountLink,
    pub token: Option<TokenHash>,
    pub expires_at: DateTime<Utc>,
    pub is_over: bool,
}

impl MemoryLink {
    fn is_good(&self, token: &TokenHash, purpose: LinkPurpose, now: DateTime<Utc>) -> bool {
        let fits = self.token.as_ref() == Some(token) && self.link.purpose == purpose;
        fits && !self.is_over && self.expires_at > now
    }
}

impl Unit<'_> {
    fn change_user(&mut self, id: UserId, change: impl FnOnce(&mut User)) -> Option<User> {
        let user = self.tables.users.iter_mut().find(|user| user.id == id)?;
        change(user);
        Some(user.clone())
    }
}

impl Accounts for Unit<'_> {
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>> {
        let email = self.user(id)?.map(|user| user.email);
        Ok(email.map(|email| self.credentials(&email)).transpose()?.flatten())
    }

    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()> {
        let own = self.tables.password_hashes.iter_mut().find(|(user, _)| *user == id);
        own.unwrap().1 = hash.to_owned();
        Ok(())
    }

    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>> {
        Ok(self.change_user(id, |user| user.phone_number = digits.map(str::to_owned)))
    }

    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>> {
        if self.tables.users.iter().any(|user| user.id != id && user.email.eq_ignore_ascii_case(email)) {
            return Err(StoreError::Duplicate(UniqueKey::Email));
        }
        Ok(self.change_user(id, |user| {
            let before = user.clone();
            user.email = email.to_owned();
            unverify_where_changed(user, &before);
        }))
    }

    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>) -> StoreResult<Vec<OpenSession>> {
        let own = self.tables.sessions.iter().map(|(_, session)| session.clone());
        let open = own.filter(|session| session.user_id == user && session.expires_at > now);
        Ok(open.map(|session| OpenSession { session, device: None }).collect())
    }

    fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool> {
        let before = self.tables.sessions.len();
        self.tables.sessions.retain(|(_, session)| session.user_id != user || session.id != id);
        Ok(self.tables.sessions.len() < before)
    }

    fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize> {
        let before = self.tables.sessions.len();
        self.tables.sessions.retain(|(_, session)| session.user_id != user || Some(session.id) == except);
        Ok(before - self.tables.sessions.len())
    }

    fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>> {
        Ok(self.user(user)?.map(|user| format!("everything about {}", user.email)))
    }

    fn lock_for_closing(&mut self, user: UserId) -> StoreResult<bool> {
        Ok(self.tables.users.iter().any(|row| row.id != user && row.role == Role::Admin))
    }

    fn close_user(&mut self, user: UserId, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables.users.retain(|row| row.id != user);
        self.tables.password_hashes.retain(|(id, _)| *id != user);
        self.tables.sessions.retain(|(_, session)| session.user_id != user);
        self.tables.links.retain(|row| row.link.user_id != user);
        Ok(())
    }
}

impl Verifications for Unit<'_> {
    fn set_email_verified(&mut self, id: UserId, verified_at: DateTime<Utc>) -> StoreResult<Option<User>> {
        let verified = VerificationRecord { at: verified_at, basis: None };
        Ok(self.change_user(id, |user| user.verified.set(Claim::Email, Some(verified))))
    }

    fn set_verified(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>> {
        let own = self.user(id)?.map(|user| user.claimed_detail(new.claim));
        let is_own = |user: &&User| {
            user.id != id && user.is_verified(new.claim) && Some(user.claimed_detail(new.claim)) == own
        };
        if self.tables.users.iter().any(|user| is_own(&user)) {
            return Err(StoreError::Duplicate(UniqueKey::Verified));
        }
        let verified = VerificationRecord { at: new.at, basis: Some(new.basis.as_str().to_owned()) };
        Ok(self.change_user(id, |user| user.verified.set(new.claim, Some(verified))))
    }

    fn set_unverified(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>> {
        Ok(self.change_user(id, |user| user.verified.set(claim, None)))
    }

    fn verify_uncontested(
        &mut self,
        user_id: &[UserId],
        new: &NewVerification<'_>,
    ) -> StoreResult<Vec<UserId>> {
        let users = self.tables.users.clone();
        let mut done = vec![];
        for id in user_id {
            let Some(user) = users.iter().find(|user| user.id == *id) else { continue };
            let is_contested = users.iter().any(|other| {
                other.id != *id && other.claimed_detail(new.claim) == user.claimed_detail(new.claim)
            });
            if !is_contested && user.claims(new.claim) && !user.is_verified(new.claim) {
                self.set_verified(*id, new)?;
                done.push(*id);
            }
        }
        Ok(done)
    }
}

impl Links for Unit<'_> {
    fn insert_link(&mut self, new: &NewLink) -> StoreResult<AccountLink> {
        let id = i32::try_from(self.tables.links.len()).unwrap() + 1;
        let is_older =
            |row: &&mut MemoryLink| (row.link.user_id, row.link.purpose) == (new.user_id, new.purpose);
        self.tables.links.iter_mut().filter(is_older).for_each(|row| row.is_over = true);
        let link = AccountLink {
            id: LinkId(id),
            user_id: new.user_id,
            purpose: new.purpose,
            new_email: new.new_email.clone(),
            old_email: None,
            created_at: new.created_at,
        };
        let expires_at = new.created_at + new.purpose.lifetime();
        self.tables.links.push(MemoryLink { link: link.clone(), token: None, expires_at, is_over: false });
        Ok(link)
    }

    fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64> {
        let links = self.tables.links.iter().map(|row| &row.link);
        let found =
            links.filter(|link| (link.user_id, link.purpose) == (user, purpose) && link.created_at > since);
        Ok(i64::try_from(found.count()).unwrap())
    }

    fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>> {
        Ok(self.tables.links.iter().find(|row| row.link.id == id).map(|row| row.link.clone()))
    }

    fn arm_link(&mut self, id: LinkId, token: &TokenHash, expires_at: DateTime<Utc>) -> StoreResult<bool> {
        let found = self.tables.links.iter_mut().find(|row| row.link.id == id && !row.is_over);
        Ok(found.map(|row| (row.token, row.expires_at) = (Some(token.clone()), expires_at)).is_some())
    }

    fn valid_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        let found = self.tables.links.iter().find(|row| row.is_good(token, purpose, now));
        Ok(found.map(|row| row.link.clone()))
    }

    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        let found = self.tables.links.iter_mut().find(|row| row.is_good(token, purpose, now));
        Ok(found.map(|row| {
            row.is_over = true;
            row.link.clone()
        }))
    }

    fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()> {
        let found = self.tables.links.iter_mut().find(|row| row.link.id == id);
        found.unwrap().link.old_email = Some(old_email.to_owned());
        Ok(())
    }

    fn end_links_of(&mut self, user: UserId, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables
            .links
            .iter_mut()
            .filter(|row| row.link.user_id == user)
            .for_each(|row| row.is_over = true);
        Ok(())
    }
}

/// Removes the verification of each detail that was changed. In the real database, a trigger does this.
pub fn unverify_where_changed(user: &mut User, before: &User) {
    for claim in Claim::ALL {
        if user.claimed_detail(*claim) != before.claimed_detail(*claim) {
            user.verified.set(*claim, None);
        }
    }
}
