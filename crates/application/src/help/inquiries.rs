//! Help inquiries and their chat (docs/product/help.md).

use domain::help::inquiry::{
    ChatMessage, ClientMessageId, HelpInquiry, HelpRequest, InquiryStatus, MessageText, REPEATED_WITHIN,
    SenderType,
};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use ports::help::inquiries::{NewChatMessage, NewInquiry};
use ports::shared::feed::Announcement;
use ports::shared::paging::{Page, Paged};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;

const SUBJECT: AuditSubject = AuditSubject::HelpInquiry;

/// Creates an inquiry. The message of a chat request becomes the chat's first message. Returns
/// the earlier inquiry instead if the user made the same request within [`REPEATED_WITHIN`] and
/// it is still pending.
///
/// # Errors
/// [`Error::Forbidden`] if a driver names another user, and for lawyers; [`Error::NotFound`] if staff name a
/// user who doesn't exist.
pub fn create_inquiry(deps: &Deps, actor: &Actor, user: UserId, request: HelpRequest) -> Result<HelpInquiry> {
    actor.must_be_user_or_staff(user)?;
    let created_at = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        // The lock makes this call wait while the account is being closed, so that it then finds no
        // open account. A repeated call waits for the first call, so that it then finds the first
        // call's inquiry.
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        let new = NewInquiry { user_id: user, request, created_at };
        if let Some(earlier) = store.same_pending_inquiry(&new, created_at - REPEATED_WITHIN)? {
            return Ok(earlier);
        }
        let first = match &new.request {
            HelpRequest::Chat { message, .. } => Some(message.clone()),
            HelpRequest::Callback { .. } => None,
        };
        let inquiry = store.insert_inquiry(&new)?;
        if let Some(text) = first {
            store.insert_chat_message(&build_message(deps, actor, inquiry.id, &text, None))?;
        }
        let subject = (SUBJECT, inquiry.id.0);
        if let Some(entry) = actor.audit_entry_if_staff(user, subject, AuditAction::InquiryAsked, created_at)
        {
            store.audit(&entry)?;
        }
        Ok(inquiry)
    })
}

/// Returns an inquiry's status and its messages, newest first. With `after`, returns only messages
/// newer than the message with this id.
///
/// # Errors
/// [`Error::NotFound`] if the inquiry is another driver's; [`Error::Forbidden`] for lawyers.
pub fn list_messages(
    store: &mut dyn Store,
    actor: &Actor,
    inquiry: InquiryId,
    after: Option<ChatMessageId>,
    page: Page,
) -> Result<(InquiryStatus, Paged<ChatMessage>)> {
    let status = find_own_inquiry(store, actor, inquiry)?.status;
    Ok((status, store.chat_messages(inquiry, after, page)?))
}

/// Checks that the caller may receive an inquiry's chat live, and returns the id of its newest message,
/// if there is one.
///
/// # Errors
/// [`Error::NotFound`] if the inquiry is another driver's; [`Error::Forbidden`] for lawyers.
pub fn join_chat(store: &mut dyn Store, actor: &Actor, inquiry: InquiryId) -> Result<Option<ChatMessageId>> {
    find_own_inquiry(store, actor, inquiry)?;
    Ok(store.newest_chat_message(inquiry)?)
}

/// Adds a message to an inquiry's chat. `client_message_id` is an id that the page gave the message. A
/// repeated call with the same id and text returns the stored message. Without an id, every call adds a message.
///
/// # Errors
/// [`Error::NotFound`] if the inquiry is another driver's; [`Error::Forbidden`] for
/// lawyers; [`Error::InquiryResolved`] if the inquiry is resolved; a field error if another
/// message has the `clientMessageId`.
pub fn send_message(
    deps: &Deps,
    actor: &Actor,
    inquiry: InquiryId,
    text: &MessageText,
    client_message_id: Option<&ClientMessageId>,
) -> Result<ChatMessage> {
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_inquiry(inquiry)?.ok_or(Error::NotFound)?;
        actor.must_be_owner_or_staff(stored.user_id)?;
        if let Some(earlier) = client_message_id
            .map(|id| store.chat_message_by_client_id(inquiry, id.as_str()))
            .transpose()?
            .flatten()
        {
            return if earlier.sender_id == actor.id() && earlier.message == text.as_str() {
                Ok(earlier)
            } else {
                Err(Error::field("clientMessageId", "Another message has this ID."))
            };
        }
        if stored.status == InquiryStatus::Resolved {
            return Err(Error::InquiryResolved);
        }
        let sent =
            store.insert_chat_message(&build_message(deps, actor, inquiry, text, client_message_id))?;
        store.set_conversation_state(inquiry, &stored.after_message(sent.sender_type, sent.created_at))?;
        store.announce(Announcement::NewMessage(inquiry))?;
        if actor.is_admin() {
            // The announcement names the caller, so that the back office shows which colleague
            // answered.
            let record = DeskRecord { kind: DeskKind::Inquiry, id: inquiry.0 };
            store.announce(Announcement::DeskChanged { record, by: Some(actor.id()) })?;
        }
        Ok(sent)
    })
}

/// Sets an inquiry's status, for staff. Does nothing unless `new_status` is `Resolved`.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::InquiryResolved`] if the
/// inquiry is already resolved, because it can't be reopened.
pub fn set_inquiry_status(
    deps: &Deps,
    actor: &Actor,
    id: InquiryId,
    new_status: InquiryStatus,
) -> Result<HelpInquiry> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_inquiry(id)?.ok_or(Error::NotFound)?;
        if stored.status == InquiryStatus::Resolved {
            return Err(Error::InquiryResolved);
        }
        if !stored.status.can_become(new_status) {
            return Ok(stored);
        }
        let now = deps.clock.now();
        let resolved = store.resolve_inquiry(id, now)?.ok_or(Error::NotFound)?;
        let entry = actor.audit_entry((SUBJECT, id.0), AuditAction::InquiryResolved, now);
        store.audit(&entry.changed("status", &stored.status, &resolved.status))?;
        store.announce(Announcement::Resolved(id))?;
        Ok(resolved)
    })
}

/// Marks an inquiry as seen by staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn mark_inquiry_seen(deps: &Deps, actor: &Actor, id: InquiryId) -> Result<HelpInquiry> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_inquiry(id)?.ok_or(Error::NotFound)?;
        if stored.is_seen_by_admin {
            return Ok(stored);
        }
        store.mark_inquiry_seen(id)?;
        let mut trail = Changes::default();
        trail.add("isSeenByAdmin", "false", "true");
        trail.write(store, actor, AuditAction::InquirySeen, (SUBJECT, id.0), deps.clock.now())?;
        Ok(HelpInquiry { is_seen_by_admin: true, ..stored })
    })
}

/// Assigns an inquiry to a staff member, or to no one if `assignee` is `None`. `seen_assignee` is the assignee
/// that the caller saw, if any.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], a field error if
/// `assigneeId` is not a staff member. [`Error::ChangedMeanwhile`] if the inquiry has neither the
/// assignee that the caller saw nor the requested one.
pub fn assign_inquiry(
    deps: &Deps,
    actor: &Actor,
    id: InquiryId,
    assignee: Option<UserId>,
    seen_assignee: Option<UserId>,
) -> Result<HelpInquiry> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_inquiry(id)?.ok_or(Error::NotFound)?;
        if stored.assigned_to == assignee {
            return Ok(stored);
        }
        if stored.assigned_to != seen_assignee {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id.0)?));
        }
        if let Some(assignee) = assignee
            && !store.user(assignee)?.is_some_and(|user| user.is_admin())
        {
            return Err(Error::field("assigneeId", "Choose a staff member."));
        }
        store.assign_inquiry(id, assignee)?;
        let assignee_text = |who: Option<UserId>| who.map(|who| who.to_string()).unwrap_or_default();
        let mut trail = Changes::default();
        trail.add("assignedTo", assignee_text(stored.assigned_to), assignee_text(assignee));
        trail.write(store, actor, AuditAction::InquiryAssigned, (SUBJECT, id.0), deps.clock.now())?;
        Ok(HelpInquiry { assigned_to: assignee, ..stored })
    })
}

/// Returns the inquiry if the caller is its driver or staff.
fn find_own_inquiry(store: &mut dyn Store, actor: &Actor, id: InquiryId) -> Result<HelpInquiry> {
    let inquiry = store.inquiry(id)?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(inquiry.user_id)?;
    Ok(inquiry)
}

/// Builds a message from the caller, sent now.
fn build_message(
    deps: &Deps,
    actor: &Actor,
    inquiry_id: InquiryId,
    text: &MessageText,
    client_message_id: Option<&ClientMessageId>,
) -> NewChatMessage {
    NewChatMessage {
        inquiry_id,
        sender_id: actor.id(),
        sender_type: SenderType::of(actor.user.role),
        message: text.as_str().to_owned(),
        created_at: deps.clock.now(),
        client_message_id: client_message_id.map(|id| id.as_str().to_owned()),
    }
}
