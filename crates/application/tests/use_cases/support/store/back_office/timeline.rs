//! In-memory timelines of drivers.

use std::cmp::Reverse;

use domain::back_office::timeline::TimelineKind;
use domain::driving_record::ticket::Item;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use ports::back_office::timeline::{TimelineCursor, TimelineEntry, Timelines};
use ports::shared::store_error::StoreResult;

use crate::support::store::added::label;
use crate::support::store::unit::Unit;

/// Returns the fields by which entries are ordered.
fn key(cursor: TimelineCursor) -> (chrono::DateTime<chrono::Utc>, &'static str, i32) {
    (cursor.at, cursor.kind.as_str(), cursor.id)
}

impl Timelines for Unit<'_> {
    fn timeline(
        &mut self,
        user: UserId,
        kinds: &[TimelineKind],
        before: Option<TimelineCursor>,
        limit: i64,
    ) -> StoreResult<Vec<TimelineEntry>> {
        let mut all = self.item_entries(user);
        all.extend(self.record_entries(user));
        all.extend(self.audit_entries_about(user));
        all.retain(|entry| {
            kinds.contains(&entry.cursor.kind) && before.is_none_or(|before| key(entry.cursor) < key(before))
        });
        all.sort_by_key(|entry| Reverse(key(entry.cursor)));
        all.truncate(usize::try_from(limit).unwrap());
        Ok(all)
    }
}

/// Builds an entry that has only the required fields and a title.
fn entry(
    kind: TimelineKind,
    id: i32,
    at: chrono::DateTime<chrono::Utc>,
    title: Option<String>,
) -> TimelineEntry {
    TimelineEntry {
        cursor: TimelineCursor { at, kind, id },
        title,
        detail: None,
        status: None,
        amount_text: None,
        amount: None,
        by: None,
        subject: None,
    }
}

impl Unit<'_> {
    fn item_entries(&self, user: UserId) -> Vec<TimelineEntry> {
        let own = self.all_items().into_iter().filter(|item| item.user_id() == user);
        own.map(|item| {
            let title = Some(label(&item));
            match item {
                Item::Ticket(one) => TimelineEntry {
                    detail: Some(one.filed.location.clone()),
                    status: Some(if one.is_paid { "Paid" } else { one.filed.status.as_str() }.to_owned()),
                    amount_text: Some(one.filed.amount.clone()),
                    ..entry(TimelineKind::Ticket, one.id.0, one.created_at, title)
                },
                Item::Parking(one) => TimelineEntry {
                    detail: Some(one.filed.location),
                    status: Some(one.filed.status.as_str().to_owned()),
                    amount_text: Some(one.filed.amount),
                    ..entry(TimelineKind::Parking, one.id.0, one.created_at, title)
                },
                Item::Toll(one) => TimelineEntry {
                    status: Some(one.filed.status.as_str().to_owned()),
                    amount_text: Some(one.filed.amount),
                    ..entry(TimelineKind::Toll, one.id.0, one.created_at, title)
                },
            }
        })
        .collect()
    }

    /// Returns the driver's payments, hires, inquiries, reports and text requests.
    fn record_entries(&self, user: UserId) -> Vec<TimelineEntry> {
        let tables = &*self.tables;
        let payments = tables.transactions.iter().filter(|one| one.user_id == user).map(|one| {
            let kind = one.payable.payment_type().map(|kind| kind.as_str().to_owned());
            TimelineEntry {
                detail: Some(one.confirmation_number.clone()),
                status: Some(one.status.as_str().to_owned()),
                amount: Some(one.amount),
                ..entry(TimelineKind::Payment, one.id.0, one.created_at, one.violation_type.clone().or(kind))
            }
        });
        let hires = tables.hires.iter().filter(|one| one.user_id == user).map(|one| TimelineEntry {
            detail: Some(one.confirmation_number.clone()),
            status: Some(one.status.as_str().to_owned()),
            amount: Some(one.amount),
            ..entry(TimelineKind::Hire, one.id.0, one.created_at, one.violation_type.clone())
        });
        let inquiries = tables.inquiries.iter().filter(|one| one.user_id == user).map(|one| TimelineEntry {
            detail: one.message.as_ref().map(|text| text.chars().take(300).collect()),
            status: Some(one.status.as_str().to_owned()),
            ..entry(TimelineKind::Inquiry, one.id.0, one.created_at, Some(one.kind.as_str().to_owned()))
        });
        let reports = tables.reports.iter().filter(|one| one.user_id == user).map(|one| TimelineEntry {
            detail: Some(one.state.name().to_owned()),
            status: Some(one.status.as_str().to_owned()),
            ..entry(
                TimelineKind::Report,
                one.id.0,
                one.reported_at,
                Some(one.ticket_type.as_str().to_owned()),
            )
        });
        let texts = tables.text_requests.iter().filter(|one| one.user_id == Some(user)).map(|one| {
            let status = if one.is_sent { "Sent" } else { "Pending" };
            TimelineEntry {
                status: Some(status.to_owned()),
                ..entry(TimelineKind::Text, one.id.0, one.requested_at, Some(one.phone_number.clone()))
            }
        });
        payments.chain(hires).chain(inquiries).chain(reports).chain(texts).collect()
    }

    /// Returns the driver of the record that an audit entry is about; `None` if it has no driver.
    fn driver_of(&self, subject: AuditSubject, id: i32) -> Option<UserId> {
        let tables = &*self.tables;
        let item = |is_it: &dyn Fn(&Item) -> bool| {
            let removed = tables.removed.iter().cloned();
            let mut items = self.all_items().into_iter().chain(removed);
            items.find(|item| is_it(item) && item.payable().item_id() == id).map(|item| item.user_id())
        };
        match subject {
            AuditSubject::User => Some(UserId(id)),
            AuditSubject::Ticket => item(&|item| matches!(item, Item::Ticket(_))),
            AuditSubject::Parking => item(&|item| matches!(item, Item::Parking(_))),
            AuditSubject::Toll => item(&|item| matches!(item, Item::Toll(_))),
            AuditSubject::Payment => tables.payments.iter().find(|one| one.id.0 == id).map(|one| one.user_id),
            AuditSubject::LawyerHire => tables.hires.iter().find(|one| one.id.0 == id).map(|one| one.user_id),
            AuditSubject::HelpInquiry => {
                tables.inquiries.iter().find(|one| one.id.0 == id).map(|one| one.user_id)
            }
            AuditSubject::MissingTicketReport => {
                tables.reports.iter().find(|one| one.id.0 == id).map(|one| one.user_id)
            }
            AuditSubject::TextNotificationRequest => {
                tables.text_requests.iter().find(|one| one.id.0 == id).and_then(|one| one.user_id)
            }
            AuditSubject::NoticeReply => {
                let mut replies = tables.notices.replies.iter();
                replies.find(|(_, one)| one.id.0 == id).and_then(|(_, one)| one.user_id)
            }
            AuditSubject::BilledAgain => {
                tables.remittances.billed_again.iter().find(|one| one.id.0 == id).map(|one| one.user_id)
            }
            _ => None,
        }
    }

    fn audit_entries_about(&self, user: UserId) -> Vec<TimelineEntry> {
        let numbered = self.tables.audit.iter().zip(1..);
        let own =
            numbered.filter(|(line, _)| self.driver_of(line.subject_kind, line.subject_id) == Some(user));
        own.map(|(line, id)| {
            let actor = self.tables.users.iter().find(|user| Some(user.id) == line.actor);
            let fields: Vec<&str> = line.after.iter().map(|(name, _)| *name).collect();
            TimelineEntry {
                detail: (!fields.is_empty()).then(|| fields.join(", ")),
                by: actor.map(|actor| actor.full_name.clone().unwrap_or_else(|| actor.email.clone())),
                subject: Some(format!("{} {}", line.subject_kind.as_str(), line.subject_id)),
                ..entry(TimelineKind::Audit, id, line.at, Some(line.action.as_str().to_owned()))
            }
        })
        .collect()
    }
}
