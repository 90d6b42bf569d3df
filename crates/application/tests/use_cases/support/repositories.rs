//! The repositories over the tables in memory.

use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::accounts::user::{LicenseStatus, User};
use domain::driving_record::profile::DrivingProfile;
use domain::driving_record::ticket::{ChargeStatus, Parking, Ticket, Toll};
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::payments::receipt::PaidStatus;
use domain::payments::refund::{RefundProgress, RefundStatus};
use domain::shared::ids::{HireId, ParkingId, PaymentId, SessionId, TicketId, TollId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::accounts::sessions::{NewSession, Sessions};
use ports::accounts::users::{Credentials, NewUser, Users};
use ports::back_office::overview::{DayMoney, OpenWork, Overviews, TypeTotal};
use ports::driving_record::items::{Items, PayableItem};
use ports::legal_help::hires::{Hires, NewHire};
use ports::payments::events::ProviderEvent;
use ports::payments::history::{History, HistoryFilter, PaidItem, PaidRecord};
use ports::payments::records::{LiveBefore, NewPayment, NewTransaction, OrphanIntent, Payments};
use ports::security::trail::{AuditEntry, SecurityEvent, Trail};
use ports::shared::paging::{Page, Paged};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};
use ports::store::Store;

use super::build;
use super::unit::{Unit, is_live, is_unfinished};

impl Store for Unit<'_> {}

pub fn next_id<T>(rows: &[T]) -> i32 {
    i32::try_from(rows.len()).unwrap() + 1
}

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
        if self.tables.users.iter().any(|user| user.email.eq_ignore_ascii_case(&new.email)) {
            return Err(StoreError::Duplicate(UniqueKey::Email));
        }
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
            signup_step: new.signup_step,
            signup_completed_at: new.signup_completed_at,
            last_admin_update_at: None,
            created_at: new.created_at,
            ..build::user(UserId(next_id(&self.tables.users)))
        };
        self.tables.password_hashes.push((user.id, new.password_hash.clone()));
        self.tables.users.push(user.clone());
        Ok(user)
    }

    fn user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        Ok(self.tables.users.iter().find(|user| user.id == id).cloned())
    }

    fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>> {
        self.user(id)
    }

    fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>> {
        let found = self.tables.users.iter().find(|user| user.email.eq_ignore_ascii_case(email));
        Ok(found.and_then(|user| {
            let (_, hash) = self.tables.password_hashes.iter().find(|(id, _)| *id == user.id)?;
            Some(Credentials { user_id: user.id, password_hash: hash.clone() })
        }))
    }

    fn any_user(&mut self) -> StoreResult<bool> {
        Ok(!self.tables.users.is_empty())
    }

    fn set_vehicle(
        &mut self,
        id: UserId,
        plate: &str,
        state: UsState,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.vehicle_license_plate = Some(plate.to_owned());
            user.vehicle_state = Some(state);
            user.vehicle_info_added_at = Some(at);
            user.clone()
        }))
    }

    fn set_status_request(
        &mut self,
        id: UserId,
        sealed_digits: &[u8],
        at: DateTime<Utc>,
    ) -> StoreResult<Option<User>> {
        self.tables.sealed_digits.push((id, sealed_digits.to_vec()));
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.status_requested_at = Some(at);
            user.clone()
        }))
    }

    fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile> {
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

    fn set_brought_up_to_date(&mut self, id: UserId, at: DateTime<Utc>) -> StoreResult<Option<User>> {
        self.must_be_transaction();
        Ok(self.tables.users.iter_mut().find(|user| user.id == id).map(|user| {
            user.last_admin_update_at = Some(at);
            user.clone()
        }))
    }
}

impl Sessions for Unit<'_> {
    fn insert_session(&mut self, new: &NewSession) -> StoreResult<Session> {
        let session = Session {
            id: SessionId(next_id(&self.tables.sessions) + 1000),
            user_id: new.user_id,
            login_time: new.login_time,
            last_activity: new.login_time,
            expires_at: new.expires_at,
        };
        self.tables.sessions.push((new.token_hash.clone(), session.clone()));
        Ok(session)
    }

    fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>> {
        let Some((_, session)) = self.tables.sessions.iter().find(|(hash, _)| hash == token).cloned() else {
            return Ok(None);
        };
        Ok(self.user(session.user_id)?.map(|user| (session, user)))
    }

    fn renew_session(
        &mut self,
        id: SessionId,
        last_activity: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        for (_, session) in self.tables.sessions.iter_mut().filter(|(_, session)| session.id == id) {
            session.last_activity = last_activity;
            session.expires_at = expires_at;
        }
        Ok(())
    }

    fn delete_session(&mut self, id: SessionId) -> StoreResult<()> {
        self.tables.sessions.retain(|(_, session)| session.id != id);
        Ok(())
    }

    fn delete_expired_sessions(&mut self, now: DateTime<Utc>) -> StoreResult<usize> {
        let before = self.tables.sessions.len();
        self.tables.sessions.retain(|(_, session)| session.expires_at > now);
        Ok(before - self.tables.sessions.len())
    }
}

impl Items for Unit<'_> {
    fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<Ticket>> {
        Ok(self.tables.tickets.iter().filter(|item| item.user_id == user).cloned().collect())
    }

    fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<Parking>> {
        Ok(self.tables.parking.iter().filter(|item| item.user_id == user).cloned().collect())
    }

    fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<Toll>> {
        Ok(self.tables.tolls.iter().filter(|item| item.user_id == user).cloned().collect())
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

    fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>> {
        self.lock_row(payable);
        Ok(self.item(payable))
    }

    fn reopen(&mut self, payable: Payable) -> StoreResult<()> {
        self.must_hold_item(payable);
        let tables = &mut *self.tables;
        match payable {
            Payable::Ticket(id) => {
                let ticket = tables.tickets.iter_mut().find(|item| item.id == id).unwrap();
                (ticket.is_paid, ticket.paid_at) = (false, None);
            }
            Payable::Parking(id) => {
                let parking = tables.parking.iter_mut().find(|item| item.id == id).unwrap();
                (parking.is_paid, parking.paid_at) = (false, None);
                parking.filed.status = ChargeStatus::Unpaid;
            }
            Payable::Toll(id) => {
                let toll = tables.tolls.iter_mut().find(|item| item.id == id).unwrap();
                (toll.is_paid, toll.paid_at) = (false, None);
                toll.filed.status = ChargeStatus::Unpaid;
            }
            Payable::Lawyer(_) => panic!("a lawyer is never marked paid"),
        }
        Ok(())
    }

    fn mark_paid(&mut self, payable: Payable, at: DateTime<Utc>) -> StoreResult<()> {
        self.must_hold_item(payable);
        match payable {
            Payable::Ticket(id) => {
                let ticket = self.tables.tickets.iter_mut().find(|item| item.id == id).unwrap();
                (ticket.is_paid, ticket.paid_at) = (true, Some(at));
            }
            Payable::Parking(id) => {
                let parking = self.tables.parking.iter_mut().find(|item| item.id == id).unwrap();
                (parking.is_paid, parking.paid_at) = (true, Some(at));
                parking.filed.status = ChargeStatus::Paid;
            }
            Payable::Toll(id) => {
                let toll = self.tables.tolls.iter_mut().find(|item| item.id == id).unwrap();
                (toll.is_paid, toll.paid_at) = (true, Some(at));
                toll.filed.status = ChargeStatus::Paid;
            }
            Payable::Lawyer(_) => panic!("a lawyer is never marked paid"),
        }
        Ok(())
    }
}

impl Payments for Unit<'_> {
    fn insert_payment(&mut self, new: &NewPayment) -> StoreResult<Payment> {
        self.must_hold_item(new.payable);
        if self.tables.payments.iter().any(|payment| payment.payable == new.payable && is_live(payment)) {
            return Err(StoreError::Duplicate(UniqueKey::LivePayment));
        }
        let payment = Payment {
            user_id: new.user_id,
            amount: new.amount,
            idempotency_key: new.idempotency_key.clone(),
            confirmation_number: new.confirmation_number.clone(),
            created_at: new.created_at,
            updated_at: new.created_at,
            ..build::payment(next_id(&self.tables.payments), new.payable)
        };
        self.tables.payments.push(payment.clone());
        Ok(payment)
    }

    fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>> {
        let mut all = self.tables.payments.iter();
        let live = all.find(|payment| payment.payable == payable && is_live(payment)).cloned();
        if let Some(live) = &live {
            self.lock_payment_row(live);
        }
        Ok(live)
    }

    fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        Ok(self.tables.payments.iter().find(|payment| payment.id == id).cloned())
    }

    fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        let found = self.payment(id)?;
        if let Some(payment) = &found {
            self.lock_payment_row(payment);
        }
        Ok(found)
    }

    fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>> {
        let mut all = self.tables.payments.iter();
        Ok(all.find(|payment| payment.provider_intent_id.as_deref() == Some(intent_id)).cloned())
    }

    fn is_settled_by_payment(&mut self, payable: Payable) -> StoreResult<bool> {
        let mut all = self.tables.payments.iter();
        Ok(all.any(|payment| payment.payable == payable && payment.status == PaymentStatus::Settled))
    }

    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()> {
        self.must_hold_payment(payment.id);
        *self.tables.payments.iter_mut().find(|stored| stored.id == payment.id).unwrap() = payment.clone();
        self.check_payments();
        Ok(())
    }

    fn moving_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>> {
        let payments = self.tables.payments.iter();
        Ok(payments.filter(|row| row.user_id == user && is_unfinished(row)).cloned().collect())
    }

    fn live_payments(&mut self, which: LiveBefore, limit: i64) -> StoreResult<Vec<Payment>> {
        let processing = self.tables.processing.clone();
        let is_wanted = |one: &&Payment| {
            let is_open = one.status == PaymentStatus::Open;
            match which {
                LiveBefore::Touched(before) => is_live(one) && one.updated_at < before,
                LiveBefore::Unopened(before) => is_live(one) && !is_open && one.updated_at < before,
                LiveBefore::Processing(before) => {
                    is_open && processing.contains(&one.id) && one.updated_at < before
                }
                LiveBefore::Begun { begun, touched } => {
                    is_open && one.created_at < begun && one.updated_at < touched
                }
                LiveBefore::Young { now, touched, begun, slowing } => {
                    let rest = (one.updated_at - one.created_at) * slowing;
                    is_open
                        && one.created_at > begun
                        && one.updated_at < touched
                        && one.updated_at + rest < now
                }
            }
        };
        let mut due: Vec<Payment> = self.tables.payments.iter().filter(is_wanted).cloned().collect();
        due.sort_by_key(|payment| (payment.updated_at, payment.id));
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due)
    }

    fn record_event(&mut self, event: &ProviderEvent, _: DateTime<Utc>) -> StoreResult<bool> {
        let is_new = !self.tables.events.iter().any(|known| known.id == event.id);
        if is_new {
            self.tables.events.push(event.clone());
        }
        Ok(is_new)
    }

    fn installation(&mut self) -> StoreResult<String> {
        Ok(build::INSTALLATION.to_owned())
    }

    fn record_orphan(&mut self, orphan: &OrphanIntent) -> StoreResult<()> {
        if !self.tables.orphans.iter().any(|known| known.intent_id == orphan.intent_id) {
            self.tables.orphans.push(orphan.clone());
        }
        Ok(())
    }

    fn orphans(&mut self, limit: i64) -> StoreResult<Vec<OrphanIntent>> {
        let limit = usize::try_from(limit).unwrap();
        Ok(self.tables.orphans.iter().rev().take(limit).cloned().collect())
    }

    fn insert_transaction(&mut self, new: &NewTransaction) -> StoreResult<PaymentTransaction> {
        self.must_hold_payment(new.payment_id);
        assert!(self.transaction_of(new.payment_id)?.is_none(), "a payment has one transaction");
        let transaction = PaymentTransaction {
            id: TransactionId(next_id(&self.tables.transactions)),
            user_id: new.user_id,
            payment_id: Some(new.payment_id),
            payable: new.payable,
            violation_type: new.violation_type.clone(),
            amount: new.amount,
            refunded: Money::ZERO,
            processing_fee: new.processing_fee,
            our_fee: new.our_fee,
            confirmation_number: new.confirmation_number.clone(),
            status: TransactionStatus::Completed,
            created_at: new.created_at,
        };
        self.tables.transactions.push(transaction.clone());
        Ok(transaction)
    }

    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>> {
        Ok(self.tables.transactions.iter().find(|record| record.id == id).cloned())
    }

    fn transaction_of(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>> {
        Ok(self.tables.transactions.iter().find(|record| record.payment_id == Some(payment)).cloned())
    }

    fn set_transaction_refunded(
        &mut self,
        id: TransactionId,
        refunded: Money,
        status: TransactionStatus,
    ) -> StoreResult<()> {
        let mut all = self.tables.transactions.iter_mut();
        let stored = all.find(|record| record.id == id).unwrap();
        (stored.refunded, stored.status) = (refunded, status);
        Ok(())
    }
}

impl Unit<'_> {
    pub fn with_refund(&self, hire: &LawyerHire) -> LawyerHire {
        let mut refunds = self.tables.refunds.iter().rev();
        let newest = refunds.find(|refund| {
            Some(refund.payment_id) == hire.payment_id && refund.status != RefundStatus::CalledOff
        });
        let refund = newest.and_then(|refund| RefundProgress::of(refund.status));
        let mut tickets = self.tables.tickets.iter();
        let is_ticket_paid = tickets.any(|ticket| Some(ticket.id) == hire.ticket_id && ticket.is_paid);
        LawyerHire { refund, is_ticket_paid, ..hire.clone() }
    }
}

impl History for Unit<'_> {
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>> {
        let all: Vec<PaidItem> =
            self.tables.transactions.iter().filter(|record| record.user_id == user).map(paid).collect();
        Ok(paged(&all, |item| filter.kind.is_none_or(|kind| item.kind == kind), page))
    }

    fn charged(&mut self, user: UserId, from: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<Money> {
        let of_user = self.tables.transactions.iter().filter(|record| record.user_id == user);
        let cents = of_user.filter(|record| record.created_at >= from && record.created_at < until);
        Ok(Money::from_cents(cents.map(|record| record.amount.cents()).sum()))
    }
}

fn paid(record: &PaymentTransaction) -> PaidItem {
    PaidItem {
        record: PaidRecord::Transaction(record.id),
        kind: record.payable.kind(),
        item_id: Some(record.payable.item_id()),
        label: record.violation_type.clone(),
        amount: record.amount,
        confirmation_number: Some(record.confirmation_number.clone()),
        card: None,
        paid_at: record.created_at,
        status: PaidStatus::Completed,
        refunded: record.refunded,
        refund_reason: None,
    }
}

/// What the figures of the overview are, as far as a test arranges them: summing up is the real database's.
#[derive(Clone, Default)]
pub struct Figures {
    /// Each day's money, with the moment that it moved.
    pub money: Vec<(DateTime<Utc>, DayMoney)>,
    pub payments: Vec<TypeTotal>,
    pub open_work: Vec<OpenWork>,
    pub hires: Vec<(HireStatus, i64)>,
    /// Since when money was asked for last.
    pub asked_since: Option<DateTime<Utc>>,
}

impl Overviews for Unit<'_> {
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>> {
        let figures = &mut self.tables.figures;
        figures.asked_since = Some(since);
        Ok(figures.money.iter().filter(|(at, _)| *at >= since).map(|(_, day)| *day).collect())
    }

    fn payments_by_type(&mut self, _: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>> {
        Ok(self.tables.figures.payments.clone())
    }

    fn open_work(&mut self, _: DateTime<Utc>) -> StoreResult<Vec<OpenWork>> {
        Ok(self.tables.figures.open_work.clone())
    }

    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>> {
        Ok(self.tables.figures.hires.clone())
    }
}

impl Hires for Unit<'_> {
    fn insert_hire(&mut self, new: &NewHire) -> StoreResult<LawyerHire> {
        self.must_hold_payment(new.payment_id);
        assert!(self.hire_of(new.payment_id)?.is_none(), "a payment has one hire");
        let hire = LawyerHire {
            ticket_id: Some(new.ticket_id),
            payment_id: Some(new.payment_id),
            violation_type: new.violation_type.clone(),
            amount: new.amount,
            confirmation_number: new.confirmation_number.clone(),
            created_at: new.created_at,
            ..build::hire(next_id(&self.tables.hires), new.user_id)
        };
        self.tables.hires.push(hire.clone());
        Ok(hire)
    }

    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        Ok(self.tables.hires.iter().find(|hire| hire.id == id).map(|hire| self.with_refund(hire)))
    }

    fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        self.hire(id)
    }

    fn hire_of(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>> {
        let found = self.tables.hires.iter().find(|hire| hire.payment_id == Some(payment));
        Ok(found.map(|hire| self.with_refund(hire)))
    }

    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool> {
        let mut all = self.tables.hires.iter();
        Ok(all.any(|hire| hire.ticket_id == Some(ticket) && hire.status != HireStatus::Cancelled))
    }

    fn hires_at_work(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>> {
        let is_over = |status: HireStatus| matches!(status, HireStatus::Completed | HireStatus::Cancelled);
        let hires = self.tables.hires.iter();
        Ok(hires.filter(|row| row.user_id == user && !is_over(row.status)).cloned().collect())
    }

    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>> {
        self.tables.hires.iter_mut().filter(|hire| hire.id == id).for_each(|hire| hire.status = status);
        self.hire(id)
    }

    fn set_hire_contact(&mut self, id: HireId, method: &str, value: &str) -> StoreResult<Option<LawyerHire>> {
        Ok(self.tables.hires.iter_mut().find(|hire| hire.id == id).map(|hire| {
            hire.contact_method = Some(method.to_owned());
            hire.contact_value = Some(value.to_owned());
            hire.clone()
        }))
    }
}

impl Trail for Unit<'_> {
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.tables.audit.push(entry.clone());
        Ok(())
    }

    fn security_event(&mut self, event: &SecurityEvent) -> StoreResult<()> {
        self.tables.security.push(event.clone());
        Ok(())
    }
}
