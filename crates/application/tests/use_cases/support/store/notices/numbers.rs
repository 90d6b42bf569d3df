//! In-memory store of phone numbers and their confirmation codes.

use chrono::{DateTime, Utc};
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, PhoneState};
use domain::shared::ids::{NoticeId, TextNotificationId, UserId};
use ports::notices::numbers::{CodeCounts, SentCode, TextNumber, TextNumbers};
use ports::requests::text_requests::TextRequests;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl TextNumbers for Unit<'_> {
    fn text_numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>> {
        let ids: Vec<_> =
            self.tables.text_requests.iter().filter(|r| r.user_id == Some(user)).map(|r| r.id).collect();
        ids.into_iter().filter_map(|id| self.text_number(id).transpose()).collect()
    }

    fn text_number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>> {
        let notified = &self.tables.notices;
        Ok(self.tables.text_requests.iter().find(|request| request.id == id).map(|request| TextNumber {
            id,
            user_id: request.user_id.unwrap(),
            phone: request.phone_number.clone(),
            confirmed_at: notified.confirmed.get(&id).copied(),
            state: notified.phones.get(&request.phone_number).copied(),
        }))
    }

    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>> {
        let requests = self.tables.text_requests.iter().filter(|request| request.phone_number == phone);
        let newest = requests.map(|one| one.id).max_by_key(|id| (self.tables.notices.confirmed.get(id), *id));
        newest.map_or(Ok(None), |id| self.text_number(id))
    }

    fn plan_confirmation_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.plan_message(Notice {
            id: NoticeId(0),
            user_id: user,
            channel: Channel::Text,
            kind: NoticeKind::Code,
            day: planned_at.date_naive(),
            request_id: Some(request),
            phone: Some(phone.to_owned()),
            due_at: planned_at,
            status: NoticeStatus::Planned,
            batch: None,
            body: None,
            reason: None,
            sent_at: None,
            confirmed_at: None,
        })
    }

    fn count_confirmation_codes(
        &mut self,
        user: UserId,
        phone: &str,
        since: DateTime<Utc>,
    ) -> StoreResult<CodeCounts> {
        let codes = || {
            self.tables
                .notices
                .notices
                .iter()
                .filter(|one| one.kind == NoticeKind::Code && one.due_at > since)
        };
        let of_driver = codes().filter(|one| one.user_id == user).count();
        let to_number = codes().filter(|one| one.phone.as_deref() == Some(phone)).count();
        Ok(CodeCounts { of_driver: of_driver.try_into().unwrap(), to_number: to_number.try_into().unwrap() })
    }

    fn lock_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>> {
        Ok(self.tables.notices.codes.iter().find(|(of, _)| *of == id).map(|(_, code)| code.clone()))
    }

    fn store_confirmation_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()> {
        self.tables.notices.codes.retain(|(of, _)| *of != id);
        if self.text_request(id)?.is_some() {
            self.tables.notices.codes.push((id, code.clone()));
        }
        Ok(())
    }

    fn count_wrong_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<()> {
        self.tables
            .notices
            .codes
            .iter_mut()
            .filter(|(of, _)| *of == id)
            .for_each(|(_, code)| code.tries += 1);
        Ok(())
    }

    fn confirm_number(&mut self, id: TextNotificationId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        self.tables.notices.confirmed.insert(id, confirmed_at);
        self.tables.notices.codes.retain(|(of, _)| *of != id);
        Ok(())
    }

    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>> {
        Ok(self.tables.notices.phones.get(phone).map(|(state, _)| *state))
    }

    fn stop_texts(&mut self, phone: &str, stopped_at: DateTime<Utc>) -> StoreResult<()> {
        self.tables.notices.phones.insert(phone.to_owned(), (PhoneState::Stopped, stopped_at));
        Ok(())
    }

    fn pause_texts(&mut self, phone: &str, paused_at: DateTime<Utc>) -> StoreResult<()> {
        let paused = (PhoneState::Paused, paused_at);
        self.tables.notices.phones.entry(phone.to_owned()).or_insert(paused);
        Ok(())
    }

    fn resume_texts(&mut self, phone: &str) -> StoreResult<()> {
        self.tables.notices.phones.remove(phone);
        Ok(())
    }

    fn resume_paused_texts(&mut self, phone: &str) -> StoreResult<()> {
        self.tables.notices.phones.retain(|of, (state, _)| of != phone || *state != PhoneState::Paused);
        Ok(())
    }
}
