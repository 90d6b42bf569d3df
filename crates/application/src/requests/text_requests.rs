//! Requests for text notifications (docs/product/requests.md#text-requests).

use domain::requests::text_request::{MAX_NUMBERS, TextNotificationRequest};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{TextNotificationId, UserId};
use domain::shared::person::phone::Phone;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::case_updates::text_requests_of_driver;
use crate::shared::numbers::send_code;

const SUBJECT: AuditSubject = AuditSubject::TextNotificationRequest;

/// Stores a driver's request for texts to a number, and texts a confirmation code to it. If the driver
/// already has a request for the number, returns that request.
///
/// # Errors
/// [`Error::Forbidden`] if a driver names another user, and for lawyers; [`Error::NotFound`] if staff name a
/// user who doesn't exist; a field error for `phoneNumber` if the driver has the maximum number of phone
/// numbers, or if no code may be sent.
pub fn request_texts(
    deps: &Deps,
    actor: &Actor,
    user: UserId,
    phone: &Phone,
) -> Result<TextNotificationRequest> {
    actor.must_be_user_or_staff(user)?;
    in_transaction(&*deps.database, |store| {
        // The lock makes concurrent calls wait for each other, so that a second call counts the
        // phone number that the first call added.
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        let known = store.list(&text_requests_of_driver(user))?.items;
        if let Some(same) = known.iter().find(|request| request.phone_number == phone.digits()) {
            return Ok(same.clone());
        }
        if known.len() >= MAX_NUMBERS {
            return Err(Error::field(
                "phoneNumber",
                format!("You already have {MAX_NUMBERS} numbers. Turn one off first."),
            ));
        }
        let now = deps.clock.now();
        let request = store.insert_text_request(user, phone.digits(), now)?;
        if let Some(entry) =
            actor.audit_entry_if_staff(user, (SUBJECT, request.id.0), AuditAction::TextsAsked, now)
        {
            store.audit(&entry)?;
        }
        send_code(deps, store, user, request.id, phone.digits())?;
        Ok(request)
    })
}

/// Turns off texts to a number.
///
/// # Errors
/// [`Error::NotFound`] if the request is another driver's; [`Error::Forbidden`] for lawyers.
pub fn turn_off_texts(deps: &Deps, actor: &Actor, id: TextNotificationId) -> Result<TextNotificationRequest> {
    in_transaction(&*deps.database, |store| {
        let request = store.text_request(id)?.ok_or(Error::NotFound)?;
        match request.user_id {
            Some(owner) => actor.must_be_owner_or_staff(owner)?,
            None => actor.must_be_admin()?,
        }
        if !store.delete_text_request(id)? {
            return Err(Error::NotFound);
        }
        let subject = (SUBJECT, id.0);
        if let Some(entry) = actor.audit_entry_if_staff(
            request.user_id,
            subject,
            AuditAction::TextsTurnedOff,
            deps.clock.now(),
        ) {
            store.audit(&entry)?;
        }
        Ok(request)
    })
}
