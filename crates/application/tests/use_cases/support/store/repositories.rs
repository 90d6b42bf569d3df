//! In-memory store of users, sessions and items.

use chrono::{DateTime, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::session::Session;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::Verification;
use domain::driving_record::citation::Citation;
use domain::driving_record::profile::DrivingProfile;
use domain::driving_record::standing::{HasStanding, StandingFacts};
use domain::driving_record::ticket::{ChargeStatus, Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, SessionId, TicketId, TollId, UserId};
use domain::shared::payable::Payable;
use domain::shared::person::plate_state::PlateState;
use ports::accounts::sessions::{NewSession, Sessions};
use ports::accounts::users::{Credentials, NewUser, Users};
use ports::driving_record::items::{Items, PayableItem};
use ports::shared::list::CitedBy;
use ports::shared::paging::{Page, Paged};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};
use ports::store::Store;

use crate::support::build;
use crate::support::store::accounts::unverify_where_changed;
use crate::support::store::unit::Unit;

impl Store for Unit<'_> {}

/// The user id that is reserved for the first administrator.
const FIRST_ADMINISTRATOR: UserId = UserId(1);

/// Returns the number of rows plus 1, as the id of a new row. After rows were deleted, an id can be used again.
pub fn next_id<T>(rows: &[T]) -> i32 {
    i32::try_from(rows.len()).unwrap() + 1
}

/// Returns a page of the rows for which `is_wanted` returns true, newest first.
pub fn paged<T: Clone>(rows: &[T], is_wanted: impl Fn(&T) -> bool, page: Page) -> Paged<T> {
    let all: Vec<T> = rows.iter().rev().filter(|row| is_wanted(row)).cloned().collect();
    let slice = all.iter().skip(usize::try_from(page.offset).unwrap());
    Paged::new(
        slice.take(usize::try_from(page.limit).unwrap()).cloned().collect(),
        i64::try_from(all.len()).unwrap(),
    )
}

impl Users for Unit<'_> {
    fn insert_user(&mut self, new: &NewUser) -> StoreResult<User> {
        if self.tables.open_users().any(|user| user.email.eq_ignore_ascii_case(&new.email)) {
            return Err(StoreError::Duplicate(UniqueKey::Email));
        }
        let is_first = self.tables.users.iter().all(|user| user.id != FIRST_ADMINISTRATOR);
        let id = if new.role == Role::Admin && is_first {
            FIRST_ADMINISTRATOR
        } else {
            UserId(self.tables.next_id("users", self.tables.users.len().max(1)))
        };
        let user = User {
            email: new.email.clone(),
            role: new.role,
            full_name: new.full_name.clone(),
            state: new.state,
            drivers_license_number: new.drivers_license_number.clone(),
            date_of_birth: new.date_of_birth,
            phone_number: new.phone_number.clone(),
            vehicle_license_plate: new.vehicle_license_plate.clone(),
            vehicle_state: new.vehicle_state,
            vehicle_info_added_at: new.vehicle_license_plate.as_ref().map(|_| new.created_at),
            signup_step: new.signup_step,
            signup_completed_at: new.signup_completed_at,
            last_admin_update_at: None,
            created_at: new.created_at,
            verified: Verification::default(),
            ..build::user(id)
        };
        self.tables.password_hashes.push((user.id, new.password_hash.clone()));
        self.tables.users.push(user.clone());
        Ok(user)
    }

    fn user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        Ok(self.tables.users.iter().find(|user| user.id == id).cloned())
    }

    fn open_user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        Ok(self.tables.open_users().find(|user| user.id == id).cloned())
    }

    fn names_of(&mut self, users: &[UserId]) -> StoreResult<Vec<(UserId, String)>> {
        let named = self.tables.open_users().filter(|user| users.contains(&user.id));
        Ok(named.map(|user| (user.id, user.display_name().to_owned())).collect())
    }

    fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        self.open_user(id)
    }

    fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>> {
        let found = self.tables.open_users().find(|user| user.email.eq_ignore_ascii_case(email));
        Ok(found.and_then(|user| {
            let (_, hash) = self.tables.password_hashes.iter().find(|(id, _)| *id == user.id)?;
            Some(Credentials { user_id: user.id, password_hash: hash.clone() })
        }))
    }

    fn has_administrator(&mut self) -> StoreResult<bool> {
        Ok(self.tables.open_users().any(User::is_admin))
    }

    fn set_vehicle(
        &mut self,
        id: UserId,
        plate: &str,
        state: PlateState,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            let before = user.clone();
            user.vehicle_license_plate = Some(plate.to_owned());
            user.vehicle_state = Some(state);
            user.vehicle_info_added_at = Some(changed_at);
            user.is_vehicle_update_solved = false;
            unverify_where_changed(user, &before);
            user.clone()
        }))
    }

    fn set_plate_dates(&mut self, id: UserId, dates: PlateDates) -> StoreResult<Option<User>> {
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.plate_dates = dates;
            user.clone()
        }))
    }

    fn set_status_request(
        &mut self,
        id: UserId,
        sealed_digits: &[u8],
        requested_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        if self.open_user(id)?.is_none() {
            return Ok(None);
        }
        let tables = &mut *self.tables;
        Ok(tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            tables.sealed_digits.retain(|(owner, _)| *owner != id);
            tables.sealed_digits.push((id, sealed_digits.to_vec()));
            user.status_requested_at = Some(requested_at);
            user.is_status_request_solved = false;
            user.clone()
        }))
    }

    fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile> {
        if self.profile(user)?.is_some() {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        self.tables.profiles.push(build::profile(user));
        Ok(build::profile(user))
    }

    fn profile(&mut self, user: UserId) -> StoreResult<Option<DrivingProfile>> {
        Ok(self.tables.profiles.iter().find(|profile| profile.user_id == user).cloned())
    }

    fn set_profile(&mut self, profile: &DrivingProfile) -> StoreResult<()> {
        self.must_be_transaction();
        let mut all = self.tables.profiles.iter_mut();
        all.find(|stored| stored.id == profile.id).unwrap().clone_from(profile);
        Ok(())
    }

    fn set_license_status(&mut self, id: UserId, status: LicenseStatus) -> StoreResult<Option<User>> {
        self.must_be_transaction();
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.license_status = status;
            user.clone()
        }))
    }

    fn set_record_updated(&mut self, id: UserId, updated_at: DateTime<Utc>) -> StoreResult<Option<User>> {
        self.must_be_transaction();
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.last_admin_update_at = Some(updated_at);
            user.clone()
        }))
    }
}

impl Sessions for Unit<'_> {
    fn insert_session(&mut self, new: &NewSession) -> StoreResult<Session> {
        if self.tables.sessions.iter().any(|(token, _)| *token == new.token_hash) {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let id = SessionId(self.tables.next_id("sessions", self.tables.sessions.len()) + 1000);
        self.tables.devices.extend(new.user_agent.clone().map(|device| (id, device)));
        let session = Session {
            id,
            user_id: new.user_id,
            login_time: new.login_time,
            last_activity: new.login_time,
            expires_at: new.expires_at,
            proved_at: new.proved_at,
        };
        self.tables.sessions.push((new.token_hash.clone(), session.clone()));
        Ok(session)
    }

    fn copy_session(&mut self, id: SessionId, token: &TokenHash) -> StoreResult<Option<Session>> {
        let found = self.tables.sessions.iter().find(|(_, session)| session.id == id);
        let Some((_, session)) = found.cloned() else { return Ok(None) };
        let copy_id = SessionId(self.tables.next_id("sessions", self.tables.sessions.len()) + 1000);
        let copy = Session { id: copy_id, ..session };
        let device = self.tables.devices.get(&id).cloned();
        self.tables.devices.extend(device.map(|device| (copy_id, device)));
        let wrong_codes = &mut self.tables.staff.wrong_codes;
        let count = wrong_codes.iter().filter(|session| **session == id).count();
        wrong_codes.extend(vec![copy_id; count]);
        self.tables.sessions.push((token.clone(), copy.clone()));
        Ok(Some(copy))
    }

    fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>> {
        let Some((_, session)) = self.tables.sessions.iter().find(|(hash, _)| hash == token).cloned() else {
            return Ok(None);
        };
        Ok(self.open_user(session.user_id)?.map(|user| (session, user)))
    }

    fn renew_session(
        &mut self,
        id: SessionId,
        last_activity: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        for (_, session) in self.tables.sessions.iter_mut().filter(|(_, session)| session.id == id) {
            session.last_activity = session.last_activity.max(last_activity);
            session.expires_at = session.expires_at.max(expires_at);
        }
        Ok(())
    }

    fn store_last_uses(&mut self, last_uses: &[(SessionId, DateTime<Utc>)]) -> StoreResult<usize> {
        let mut updated = 0;
        for (id, at) in last_uses {
            for (_, session) in self.tables.sessions.iter_mut().filter(|(_, session)| session.id == *id) {
                session.last_activity = session.last_activity.max(*at);
                updated += 1;
            }
        }
        Ok(updated)
    }

    fn lock_session(&mut self, id: SessionId) -> StoreResult<bool> {
        self.must_be_transaction();
        Ok(self.tables.sessions.iter().any(|(_, session)| session.id == id))
    }

    fn count_wrong_code(&mut self, id: SessionId) -> StoreResult<i32> {
        if !self.lock_session(id)? {
            return Ok(i32::MAX);
        }
        let wrong = &mut self.tables.staff.wrong_codes;
        wrong.push(id);
        Ok(i32::try_from(wrong.iter().filter(|session| **session == id).count()).unwrap())
    }

    fn record_step_up(&mut self, id: SessionId, proved_at: DateTime<Utc>) -> StoreResult<()> {
        for (_, session) in self.tables.sessions.iter_mut().filter(|(_, session)| session.id == id) {
            session.proved_at = Some(proved_at);
        }
        Ok(())
    }

    fn delete_session(&mut self, id: SessionId) -> StoreResult<bool> {
        let known = self.tables.sessions.len();
        self.tables.sessions.retain(|(_, session)| session.id != id);
        Ok(self.tables.sessions.len() < known)
    }
}

impl Items for Unit<'_> {
    fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<(Ticket, StandingFacts)>> {
        let items = self.tables.tickets.iter().rev().filter(|item| item.user_id == user);
        Ok(items.map(|item| (item.clone(), self.facts_of(item.payable()))).collect())
    }

    fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<(Parking, StandingFacts)>> {
        let items = self.tables.parking.iter().rev().filter(|item| item.user_id == user);
        Ok(items.map(|item| (item.clone(), self.facts_of(item.payable()))).collect())
    }

    fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<(Toll, StandingFacts)>> {
        let items = self.tables.tolls.iter().rev().filter(|item| item.user_id == user);
        Ok(items.map(|item| (item.clone(), self.facts_of(item.payable()))).collect())
    }

    fn ticket(&mut self, id: TicketId) -> StoreResult<Option<Ticket>> {
        Ok(self.tables.tickets.iter().find(|item| item.id == id).cloned())
    }

    fn parking(&mut self, id: ParkingId) -> StoreResult<Option<Parking>> {
        Ok(self.tables.parking.iter().find(|item| item.id == id).cloned())
    }

    fn toll(&mut self, id: TollId) -> StoreResult<Option<Toll>> {
        Ok(self.tables.tolls.iter().find(|item| item.id == id).cloned())
    }

    fn payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>> {
        Ok(self.item(payable))
    }

    fn citations_of(&mut self, records: &[CitedBy]) -> StoreResult<Vec<(CitedBy, Citation)>> {
        let cited = |record: &CitedBy| Some((*record, self.citation(*record)?));
        Ok(records.iter().filter_map(cited).collect())
    }

    fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>> {
        self.lock_row(payable);
        Ok(self.item(payable))
    }

    fn reopen_item(&mut self, payable: Payable) -> StoreResult<()> {
        self.set_paid_at(payable, None);
        Ok(())
    }

    fn mark_item_paid(&mut self, payable: Payable, paid_at: DateTime<Utc>) -> StoreResult<()> {
        self.set_paid_at(payable, Some(paid_at));
        Ok(())
    }
}

impl Unit<'_> {
    /// Marks an item as paid at the time `paid_at`; as unpaid if `paid_at` is `None`.
    fn set_paid_at(&mut self, payable: Payable, paid_at: Option<DateTime<Utc>>) {
        self.must_hold_item(payable);
        let tables = &mut *self.tables;
        let next = |status| match (status, paid_at) {
            (_, Some(_)) => ChargeStatus::Paid,
            (ChargeStatus::Paid, None) => ChargeStatus::Unpaid,
            (other, None) => other,
        };
        match payable {
            Payable::Ticket(id) => {
                let ticket = tables.tickets.iter_mut().find(|item| item.id == id).unwrap();
                (ticket.is_paid, ticket.paid_at) = (paid_at.is_some(), paid_at);
                ticket.version += 1;
            }
            Payable::Parking(id) => {
                let parking = tables.parking.iter_mut().find(|item| item.id == id).unwrap();
                (parking.is_paid, parking.paid_at) = (paid_at.is_some(), paid_at);
                (parking.filed.status, parking.version) = (next(parking.filed.status), parking.version + 1);
            }
            Payable::Toll(id) => {
                let toll = tables.tolls.iter_mut().find(|item| item.id == id).unwrap();
                (toll.is_paid, toll.paid_at) = (paid_at.is_some(), paid_at);
                (toll.filed.status, toll.version) = (next(toll.filed.status), toll.version + 1);
            }
            Payable::Lawyer(_) => panic!("a lawyer is never marked paid"),
        }
    }
}
