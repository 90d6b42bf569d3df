//! In-memory store of accounts, their verified details, and their emailed links.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::session::Session;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::{Claim, Verification, VerificationRecord};
use domain::driving_record::standing::HasStanding;
use domain::shared::ids::{LinkId, ParkingId, SessionId, UserId};
use domain::shared::payable::Payable;
use ports::accounts::account::{Accounts, Links, NewLink, OpenSession};
use ports::accounts::users::{Credentials, Users};
use ports::accounts::verification::{NewVerification, Verifications};
use ports::driving_record::files::ItemFiles;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::unit::{Unit, row};

/// A row of the links table.
#[derive(Clone)]
pub struct MemoryLink {
    pub link: AccountLink,
    pub token: Option<TokenHash>,
    pub expires_at: DateTime<Utc>,
    pub is_over: bool,
}

impl MemoryLink {
    /// Returns whether the link has this token and purpose, and is neither
    /// used, replaced nor expired.
    fn is_valid_for(&self, token: &TokenHash, purpose: LinkPurpose, now: DateTime<Utc>) -> bool {
        let fits = self.token.as_ref() == Some(token) && self.link.purpose == purpose;
        fits && !self.is_over && self.expires_at > now
    }
}

impl Unit<'_> {
    /// Changes a user, and returns the changed user; `None` if the account isn't open.
    fn change_user(&mut self, id: UserId, change: impl FnOnce(&mut User)) -> Option<User> {
        let user = self.tables.open_user_mut(id)?;
        change(user);
        Some(user.clone())
    }
}

impl Accounts for Unit<'_> {
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>> {
        let is_open = self.tables.is_open(id);
        let own = self.tables.password_hashes.iter().find(|(user, _)| is_open && *user == id);
        Ok(own.map(|(user, hash)| Credentials { user_id: *user, password_hash: hash.clone() }))
    }

    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()> {
        let is_open = self.tables.is_open(id);
        let own = self.tables.password_hashes.iter_mut().filter(|(user, _)| is_open && *user == id);
        own.for_each(|(_, stored)| *stored = hash.to_owned());
        Ok(())
    }

    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>> {
        Ok(self.change_user(id, |user| user.phone_number = digits.map(str::to_owned)))
    }

    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>> {
        if self.tables.open_users().any(|user| user.id != id && user.email.eq_ignore_ascii_case(email)) {
            return Err(StoreError::Duplicate(UniqueKey::Email));
        }
        Ok(self.change_user(id, |user| {
            let before = user.clone();
            user.email = email.to_owned();
            unverify_where_changed(user, &before);
        }))
    }

    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<OpenSession>> {
        let own = self.tables.sessions.iter().map(|(_, session)| session.clone());
        let mut open: Vec<Session> =
            own.filter(|session| session.user_id == user && session.expires_at > now).collect();
        open.sort_by_key(|session| Reverse((session.last_activity, session.id)));
        open.truncate(limit.try_into().unwrap());
        let device = |session: &Session| self.tables.devices.get(&session.id).cloned();
        Ok(open.into_iter().map(|session| OpenSession { device: device(&session), session }).collect())
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

    fn lock_for_closing_and_check_other_admin(&mut self, user: UserId) -> StoreResult<bool> {
        Ok(self.tables.open_users().any(|row| row.id != user && row.role == Role::Admin))
    }

    fn close_user(&mut self, user: UserId, _: DateTime<Utc>) -> StoreResult<()> {
        for file in self.item_files_of(user)? {
            self.delete_item_file(file.id)?;
        }
        let tables = &mut *self.tables;
        let is_other = |id: &UserId| *id != user;
        tables.password_hashes.retain(|(id, _)| is_other(id));
        tables.sealed_digits.retain(|(id, _)| is_other(id));
        tables.profiles.retain(|profile| is_other(&profile.user_id));
        tables.sessions.retain(|(_, session)| is_other(&session.user_id));
        tables.links.retain(|row| is_other(&row.link.user_id));
        tables.places.retain(|place| is_other(&place.user));
        tables.preferences.retain(|(id, _), _| is_other(id));
        tables.notices.notices.retain(|notice| is_other(&notice.user_id));
        tables.notices.replies.retain(|(_, reply)| reply.user_id != Some(user));
        tables.notices.news.retain(|news| is_other(&news.user));
        tables.notices.changes.retain(|change| is_other(&change.user));
        tables.notices.choices.retain(|(id, _)| is_other(id));
        tables.notices.feeds.retain(|(id, ..)| is_other(id));
        tables.text_requests.retain(|request| request.user_id != Some(user));
        tables.notes.retain(|note| is_other(&note.user_id));
        tables.reports.retain(|report| is_other(&report.user_id));
        tables.hardship.retain(|request| is_other(&request.user_id));
        tables.inquiries.retain(|inquiry| is_other(&inquiry.user_id));
        tables.item_files.keys.remove(&user);
        let is_needed = |item: Payable| {
            tables.payments.iter().any(|payment| row(payment.payable) == item)
                || tables.hires.iter().any(|hire| hire.ticket_id.map(Payable::Ticket) == Some(item))
        };
        tables.tickets.retain(|one| is_other(&one.user_id) || is_needed(one.payable()));
        tables.parking.retain(|one| is_other(&one.user_id) || is_needed(one.payable()));
        tables.tolls.retain(|one| is_other(&one.user_id) || is_needed(one.payable()));
        let is_left = |item: ParkingId| tables.parking.iter().any(|one| one.id == item);
        tables.sources.queried.retain(|(_, id, _)| is_other(id));
        tables.sources.citations.retain(|citation| is_left(citation.item));
        let own = tables.sources.citations.iter_mut().filter(|citation| citation.user == user);
        own.for_each(|citation| citation.plate = None);
        tables.added.retain(|added| is_other(&added.user_id));
        tables.letters.retain(|letter| is_other(&letter.user_id));
        tables.staff.factors.retain(|(id, _)| is_other(id));
        tables.staff.codes.retain(|(id, _)| is_other(id));
        tables.staff.pending.retain(|(_, login)| is_other(&login.user));
        let Some(email) = tables.open_user_mut(user).map(|user| user.email.clone()) else { return Ok(()) };
        tables.staff.invitations.retain(|(one, ..)| !one.email.eq_ignore_ascii_case(&email));
        let Some(closed) = tables.open_user_mut(user) else { return Ok(()) };
        *closed = User {
            email: format!("closed-{user}@invalid"),
            role: Role::Driver,
            full_name: Some("Closed account".to_owned()),
            state: None,
            drivers_license_number: None,
            date_of_birth: None,
            phone_number: None,
            vehicle_license_plate: None,
            vehicle_state: None,
            plate_dates: PlateDates::default(),
            vehicle_info_added_at: None,
            license_status: LicenseStatus::Unknown,
            status_requested_at: None,
            verified: Verification::default(),
            ..closed.clone()
        };
        tables.closed_users.push(user);
        Ok(())
    }
}

impl Verifications for Unit<'_> {
    fn set_email_verified(&mut self, id: UserId, verified_at: DateTime<Utc>) -> StoreResult<Option<User>> {
        let verified = VerificationRecord { at: verified_at, basis: None };
        Ok(self.change_user(id, |user| user.verified.set(Claim::Email, Some(verified))))
    }

    fn store_verification(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>> {
        let Some(own) = self.open_user(id)?.and_then(|user| user.claimed_detail(new.claim)) else {
            return Ok(None);
        };
        let has_it = |user: &User| {
            user.id != id
                && user.is_verified(new.claim)
                && user.claimed_detail(new.claim).as_ref() == Some(&own)
        };
        if self.tables.users.iter().any(has_it) {
            return Err(StoreError::Duplicate(UniqueKey::Verified));
        }
        let verified = VerificationRecord { at: new.at, basis: Some(new.basis.as_str().to_owned()) };
        Ok(self.change_user(id, |user| user.verified.set(new.claim, Some(verified))))
    }

    fn withdraw_verification(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>> {
        if claim == Claim::Email {
            return Ok(None);
        }
        Ok(self.change_user(id, |user| user.verified.set(claim, None)))
    }

    fn verify_uncontested_claims(
        &mut self,
        ids: &[UserId],
        new: &NewVerification<'_>,
        entered_until: DateTime<Utc>,
    ) -> StoreResult<Vec<UserId>> {
        let users: Vec<User> = self.tables.open_users().cloned().collect();
        let mut done = vec![];
        for id in ids {
            let Some(user) = users.iter().find(|user| user.id == *id) else { continue };
            let is_contested = users.iter().any(|other| {
                other.id != *id && other.claimed_detail(new.claim) == user.claimed_detail(new.claim)
            });
            let entered_at = match new.claim {
                Claim::Plate => user.vehicle_info_added_at.unwrap_or(user.created_at),
                Claim::License | Claim::Email => user.created_at,
            };
            let can_be_verified = user.has_value_for(new.claim) && !user.is_verified(new.claim);
            if !is_contested && can_be_verified && entered_at <= entered_until {
                self.store_verification(*id, new)?;
                done.push(*id);
            }
        }
        Ok(done)
    }
}

impl Links for Unit<'_> {
    fn insert_link(&mut self, new: &NewLink) -> StoreResult<AccountLink> {
        let id = self.tables.next_id("links", self.tables.links.len());
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

    fn set_link_token(
        &mut self,
        id: LinkId,
        token: &TokenHash,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let found = self.tables.links.iter_mut().find(|row| row.link.id == id && !row.is_over);
        Ok(found.map(|row| (row.token, row.expires_at) = (Some(token.clone()), expires_at)).is_some())
    }

    fn valid_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        let found = self.tables.links.iter().find(|row| row.is_valid_for(token, purpose, now));
        Ok(found.map(|row| row.link.clone()))
    }

    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        let found = self.tables.links.iter_mut().find(|row| row.is_valid_for(token, purpose, now));
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

    fn invalidate_links_of(&mut self, user: UserId, _: DateTime<Utc>) -> StoreResult<()> {
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
