//! Request bodies for filing, changing and removing tickets, parking tickets and tolls, and for marking them
//! as paid. In a change, fields that are left out don't change, and an empty string clears a field.

use application::access::Actor;
use application::driving_record::filing::ItemEdit;
use chrono::NaiveDate;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDraft, MAX_IN_PARAGRAPH};
use domain::shared::ids::UserId;
use domain::shared::payable::PayableKind;
use domain::shared::text::TextError;
use domain::{parking_fields, ticket_fields, toll_fields};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums::{self as word, ChargeStatus, TicketCategory, TicketStatus};
use crate::shared::input::{Ignored, MoneyInput};

/// The fields `isPaid` and `paidAt` within an `updates` object, in which some pages send them.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MarkPaidUpdates {
    /// The same as `isPaid` outside of the `updates` object. Send only one of the two.
    pub is_paid: Option<bool>,
    /// Accepted and ignored, because the server decides the time.
    #[serde(default)]
    pub paid_at: Ignored,
}

/// The change that a `PATCH` of an item requests.
#[derive(Debug, PartialEq, Eq)]
pub enum ItemPatch {
    /// Mark the item as paid. Drivers may request only this.
    Paid,
    /// A change by staff.
    Change(ItemEdit),
}

/// The sender of a `PATCH` of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchSender {
    Driver,
    Staff,
}

impl PatchSender {
    /// Returns `Staff` for administrators, and `Driver` for all others.
    pub fn of(actor: &Actor) -> Self {
        if actor.is_admin() { Self::Staff } else { Self::Driver }
    }
}

/// The fields of an item's request body about payment, owner and version.
pub struct PaymentFields<'a> {
    is_paid: Option<bool>,
    updates: Option<&'a MarkPaidUpdates>,
    version: Option<i32>,
    user_id: Option<i32>,
}

/// A request body for a new or changed item.
pub trait ItemBody {
    /// The kind of item.
    const KIND: ItemKind;

    /// Returns the item's fields that the request contains, each as its name and its value.
    fn sent_fields(&self) -> Vec<(&'static str, String)>;

    /// Returns the fields of the body about payment, owner and version.
    fn payment_fields(&self) -> PaymentFields<'_>;

    /// Returns the change that a `PATCH` requests.
    ///
    /// # Errors
    /// The error names the field that `sender` may not send, that has a forbidden value, or that is
    /// missing.
    fn parse_patch(&self, sender: PatchSender) -> Result<ItemPatch, application::Error> {
        let paid = self.payment_fields();
        let sent = self.sent_fields();
        let staff_field = paid.user_id.map(|_| "user_id").or_else(|| sent.first().map(|(name, _)| *name));
        requested_change(staff_field, &paid, sender)
    }

    /// Returns the driver of a new item. Fails if the body has a version, which only existing items have.
    fn owner(&self) -> Result<UserId, application::Error> {
        let paid = self.payment_fields();
        if paid.version.is_some() {
            return Err(application::Error::field("version", "This field can’t be set here."));
        }
        let user = paid.user_id.ok_or_else(|| application::Error::field("userId", "This is required."))?;
        Ok(UserId(user))
    }

    /// Whether the body marks a new item as paid.
    fn is_paid(&self) -> bool {
        self.payment_fields().is_paid == Some(true)
    }

    /// Returns a new item with the fields that were sent.
    fn draft(&self) -> ItemDraft {
        self.apply_to(ItemDraft::new(Self::KIND))
    }

    /// Returns `draft` with the fields that were sent. If the request says that no court appearance is
    /// required, clears the court's date and time, unless they were sent too.
    fn apply_to(&self, draft: ItemDraft) -> ItemDraft {
        let sent = self.sent_fields();
        let no_court = sent.iter().any(|(name, text)| *name == "is_court_required" && text == "false");
        let hidden = ["court_date", "court_time"].into_iter().filter(|_| no_court);
        let draft = hidden.fold(draft, |draft, name| draft.with(name, ""));
        sent.into_iter().fold(draft, |draft, (name, text)| draft.with(name, text))
    }
}

/// Returns the change that a `PATCH` requests. `staff_field` is a field in the request that only
/// staff may send, or `None`.
fn requested_change(
    staff_field: Option<&'static str>,
    paid: &PaymentFields<'_>,
    sender: PatchSender,
) -> Result<ItemPatch, application::Error> {
    let nested = paid.updates.and_then(|updates| updates.is_paid);
    let refuse = |field, sentence: &str| Err(application::Error::field(field, sentence));
    let change = |is_paid| {
        ItemPatch::Change(ItemEdit { version: paid.version, user_id: paid.user_id.map(UserId), is_paid })
    };
    match (staff_field, paid.version) {
        (Some(field), _) if sender == PatchSender::Driver => refuse(field, "This field can’t be set here."),
        (None, Some(_)) if sender == PatchSender::Driver => {
            refuse("version", "This field can’t be set here.")
        }
        (None, None) => match (paid.is_paid, nested) {
            (Some(true), None | Some(true)) | (None, Some(true)) => Ok(ItemPatch::Paid),
            (Some(false), None | Some(false)) | (None, Some(false)) if sender == PatchSender::Staff => {
                Ok(change(Some(false)))
            }
            (Some(_), _) | (_, Some(_)) => {
                refuse("isPaid", "A paid item can’t become unpaid. isPaid can only be true.")
            }
            (None, None) => refuse("isPaid", "This is required."),
        },
        (_, _) => Ok(change(paid.is_paid.or(nested))),
    }
}

/// The JSON type of a field, which depends on its Rust type.
pub trait JsonType {
    /// A Rust type that has the field's JSON type: `String`, a number or `bool`.
    type As: ToString;
}

impl<T: JsonType> JsonType for Option<T> {
    type As = T::As;
}

macro_rules! sent {
    ($($type:ty as $sent:ty),+) => {$(
        impl JsonType for $type {
            type As = $sent;
        }
    )+};
}

sent!(String as String, NaiveDate as String, i32 as i32, bool as bool);
sent!(TicketCategory as String, TicketStatus as String, ChargeStatus as String);

/// Defines the request body of a kind of item.
macro_rules! item_body {
    (
        $(#[$about:meta])*
        $name:ident is $kind:path {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*) => $column:expr, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Default, Deserialize, ToSchema, Validate)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name {
            /// The driver's id. Required for a new item.
            pub user_id: Option<i32>,
            /// The version of the item that staff saw. Without a version, the request also overwrites changes
            /// that staff haven't seen.
            pub version: Option<i32>,
            $(
                $(#[$doc])*
                #[schema(value_type = Option<$type>)]
                pub $field: Option<<$type as JsonType>::As>,
            )+
            /// Unit of the processing fee: `flat` (default) or `percentage`.
            #[schema(value_type = Option<word::FeeType>)]
            pub processing_fee_type: Option<String>,
            /// The processing fee, in dollars or percent.
            pub processing_fee_amount: Option<MoneyInput>,
            /// Our processing fee, in dollars.
            pub our_processing_fee: Option<MoneyInput>,
            /// `true` marks the item as paid. Only staff may send `false`, which makes the item due again.
            pub is_paid: Option<bool>,
            /// Accepted and ignored, because the server decides the time.
            #[serde(default)]
            pub paid_at: Ignored,
            /// The fields `isPaid` and `paidAt` within an object, in which some pages send them.
            pub updates: Option<MarkPaidUpdates>,
        }

        impl ItemBody for $name {
            const KIND: ItemKind = $kind;

            fn sent_fields(&self) -> Vec<(&'static str, String)> {
                let fields = [
                    $( (stringify!($field), self.$field.as_ref().map(ToString::to_string)), )+
                    ("processing_fee_type", self.processing_fee_type.clone()),
                    ("processing_fee_amount", self.processing_fee_amount.as_ref().map(ToString::to_string)),
                    ("our_processing_fee", self.our_processing_fee.as_ref().map(ToString::to_string)),
                ];
                fields.into_iter().filter_map(|(name, text)| Some((name, text?))).collect()
            }

            fn payment_fields(&self) -> PaymentFields<'_> {
                PaymentFields {
                    is_paid: self.is_paid,
                    updates: self.updates.as_ref(),
                    version: self.version,
                    user_id: self.user_id,
                }
            }
        }
    };
}

ticket_fields!(item_body! {
    /// Body of `POST /api/tickets` and `PATCH /api/tickets/{id}`.
    TicketBody is ItemKind::Ticket
});

parking_fields!(item_body! {
    /// Body of `POST /api/parking` and `PATCH /api/parking/{id}`.
    ParkingBody is ItemKind::Parking
});

toll_fields!(item_body! {
    /// Body of `POST /api/tolls` and `PATCH /api/tolls/{id}`.
    TollBody is ItemKind::Toll
});

/// Returns a field's description in requests, if it differs from the usual description. `field` is the
/// name in snake case.
pub fn description_in_requests(kind: ItemKind, field: &str) -> Option<&'static str> {
    Some(match (kind, field) {
        (_, "violation_type" | "toll_road" | "location" | "category") => "Required in a new item.",
        (_, "date") => "`YYYY-MM-DD`, not in the future. Required in a new item.",
        (_, "citation_number") => {
            "The citation number, as printed: letters, digits, spaces, hyphens, slashes and dots."
        }
        (_, "issuer") => {
            "The authority that issued the citation: one of an authority's names, or any string."
        }
        (_, "time_of_day") => "As printed on the bill.",
        (_, "time_of_violation") => "As printed on the ticket.",
        (_, "due_date") => "`YYYY-MM-DD`, not before `date`.",
        (ItemKind::Ticket, "amount") => "An amount as a string, such as `$1,250`. Required in a new item.",
        (ItemKind::Parking, "amount") => "An amount as a string, such as `$45`. Required in a new item.",
        (ItemKind::Toll, "amount") => "An amount as a string, such as `$3.50`. Required in a new item.",
        (_, "points") => "0 to 11. Required in a new item.",
        (ItemKind::Ticket, "status") => "`Fine` (default), `Warning` or `Court Required`.",
        (_, "status") => "`Unpaid` (default), `Paid` (marks the item paid) or `Overdue`.",
        (_, "court_date") => "`YYYY-MM-DD`. Only if court is required.",
        (_, "court_time") => "As entered. Only if court is required.",
        (_, "court_state") => {
            "The court's state, by full name. If the register of authorities has it, that one is stored."
        }
        (_, "court_id") => {
            "The court: the id of an authority of kind `court`; `0` for none. If the issuer is a court, the default is the issuer."
        }
        _ => return None,
    })
}

/// Body of `DELETE /api/tickets/{id}`, `/api/parking/{id}` and `/api/tolls/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovalBody {
    /// The reason for the removal, in staff's words: 1 to 2,000 characters. Required.
    pub result: Option<String>,
}

impl RemovalBody {
    /// Parses the reason for removing an item of this kind.
    pub fn parse(&self, kind: PayableKind) -> Result<String, application::Error> {
        domain::shared::text::paragraph(self.result.as_deref().unwrap_or_default(), MAX_IN_PARAGRAPH).map_err(
            |error| {
                let sentence = match error {
                    TextError::Empty if kind == PayableKind::Parking => {
                        "Please enter a result for the parking ticket removal.".to_owned()
                    }
                    TextError::Empty => format!("Please enter a result for the {kind} removal."),
                    TextError::TooLong { .. } | TextError::Unprintable => error.to_string(),
                };
                application::Error::field("result", sentence)
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::driving_record::new_item::NEVER_FILED;
    use utoipa::PartialSchema;
    use utoipa::openapi::RefOr;
    use utoipa::openapi::schema::Schema;

    use super::{ItemBody, ParkingBody, TicketBody, TollBody};

    /// Asserts that the body has exactly the fields that staff can file, plus those about owner,
    /// version and payment.
    fn check_body_fields<B: ItemBody + PartialSchema>() {
        let RefOr::T(Schema::Object(body)) = B::schema() else { panic!("a body is an object") };
        let mut sent: BTreeSet<String> = body.properties.keys().cloned().collect();
        for other in ["userId", "version", "isPaid", "paidAt", "updates"] {
            assert!(sent.remove(other), "{other}");
        }
        let fields = B::KIND.fields().iter().filter(|field| !NEVER_FILED.contains(&field.name));
        let filed = fields.map(|field| ports::shared::field_names::json_name(field.name));
        assert_eq!(sent, filed.collect());
    }

    #[test]
    fn a_filing_request_has_exactly_the_fields_of_its_item_kind() {
        check_body_fields::<TicketBody>();
        check_body_fields::<ParkingBody>();
        check_body_fields::<TollBody>();
    }
}
