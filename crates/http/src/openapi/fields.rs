//! Limits of request bodies' fields in the OpenAPI document: lengths, patterns, allowed values and ranges. Most
//! constraints come from the domain types that enforce them.

use std::collections::BTreeSet;

use application::security::panel::{MAX_BLOCK_HOURS, REASON_CHARS};
use domain::accounts::password::Password;
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::back_office::note::NoteText;
use domain::driving_record::added::MAX_IN_REASON;
use domain::driving_record::amount::Amount;
use domain::driving_record::contesting::letter::{MAX_ADDRESS_CHARS, MAX_NAME_CHARS, MAX_WORDS_CHARS};
use domain::driving_record::court::MAX_COURT_CHARS;
use domain::driving_record::court_zone::other_zone;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{Field, MAX_IN_ISSUER, MAX_IN_PARAGRAPH, MAX_POINTS};
use domain::driving_record::profile;
use domain::help::inquiry::{ClientMessageId, MessageText};
use domain::help::template::TemplateTitle;
use domain::imports::columns::{all_column_meanings, whole_file_states};
use domain::imports::import::MAX_DUE_DAYS;
use domain::legal_help::agreement::{MAX_AGREEMENT_CHARS, MAX_SIGNATURE_CHARS};
use domain::legal_help::case::event::NewCaseEvent;
use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::secrets::MAX_MESSAGE_CHARS;
use domain::payments::attention::MoneyProblemKind;
use domain::payments::evidence::EvidenceField;
use domain::payments::refund;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::payments::remittances::billed_again::{MAX_NOTE_CHARS, SecondBillOutcome};
use domain::payments::remittances::remittance::TransferRecord;
use domain::requests::hardship::{MAX_IN_ANSWER, NeedKind, Situation};
use domain::requests::identity::{IdentityDigits, RevealReason};
use domain::security::network::address_constraint;
use domain::shared::money::Money;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use domain::shared::person::{DateOfBirth, FullName, LicenseNumber};
use domain::shared::text::constraint::{Constrained as _, TextConstraint as Text};
use domain::shared::us_state::UsState;
use domain::staff::preference::{PreferenceName, PreferenceValue};
use ports::shared::field_names::json_name;
use utoipa::Number;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, Schema};

use super::limits::{add_number_limits, add_text_limits, is_text};
use crate::driving_record::dto::filing::description_in_requests;

const MAX_ID: i32 = i32::MAX;

/// Returns the constraint on the string field `name` of the request body `body`; `None` if there is none. An
/// arm with `_` for the body applies to all bodies that no arm above it names.
fn field_constraint(body: &str, name: &str) -> Option<Text> {
    Some(match (body, name) {
        ("LogInBody", "email") => Text::up_to(Email::MAX_CHARS),
        (_, "email") => Email::constraint(),
        ("SignUpBody" | "ResetConfirmBody", "password") | ("PasswordBody", "newPassword") => {
            Password::constraint()
        }
        (_, "password" | "currentPassword") => Text::up_to(1000),
        (_, "token") => Text::up_to(200),
        (_, "code") => Text::up_to(100),
        (_, "fullName") => FullName::constraint(),
        ("VerifyBody", "number" | "state") => Text::up_to(100),
        (_, "state") | ("CaseCourtBody" | "StatedCourtBody", "courtState") => UsState::constraint(),
        ("SignUpBody", "vehicleState") => PlateState::constraint().or_empty(),
        (_, "vehicleState") => PlateState::constraint(),
        (_, "driversLicenseNumber") => LicenseNumber::constraint(),
        (_, "dateOfBirth") => DateOfBirth::constraint(),
        ("SignUpBody", "vehicleLicensePlate") => Plate::constraint().or_empty(),
        (_, "vehicleLicensePlate") => Plate::constraint(),
        ("SignUpBody" | "PhoneBody" | "InquiryBody", "phoneNumber") => {
            Phone::constraint().or_empty().at_most(100)
        }
        (_, "phoneNumber") | ("LawyerBody", "phone") => Phone::constraint(),
        (_, "lastFourSSN") => IdentityDigits::constraint(),
        (_, "ip") => address_constraint(),
        ("BlockBody", "reason") => Text::line(REASON_CHARS),
        ("RevealBody", "reason") => RevealReason::constraint(),
        (_, "basis") => VerificationBasis::constraint(),
        ("AuthorityBody" | "AuthorityChangeBody", "name") => Text::line(AuthorityDetails::MAX_NAME_CHARS),
        ("AuthorityBody" | "AuthorityChangeBody", "kind") => {
            Text::one_of(AuthorityKind::ALL.iter().map(|kind| kind.as_str()))
        }
        ("SettleSecondBillBody", "outcome") => {
            Text::one_of(SecondBillOutcome::ALL.iter().map(|outcome| outcome.as_str()))
        }
        ("SettleSecondBillBody", "note") => Text::paragraph(MAX_NOTE_CHARS),
        (_, "county") => Text::line(AuthorityDetails::MAX_COUNTY_CHARS).or_empty(),
        ("CheckBody", "issuer") => Text::line(MAX_IN_ISSUER).or_empty(),
        (_, "timeZone") => Text::one_of(time_zones()),
        (_, "payTo") => Text::paragraph(AuthorityDetails::MAX_PAY_TO_CHARS).or_empty(),
        (_, "postalAddress") => Text::paragraph(MAX_ADDRESS_CHARS).or_empty(),
        (_, "reference") => Text::line(TransferRecord::MAX_REFERENCE_CHARS),
        (_, "sentOn" | "acceptedOn" | "paidOn") | ("CaseStepBody", "courtDate") => Text::day(),
        (_, "plateFrom" | "plateUntil") | ("VerdictBody", "until" | "due") | ("HardshipBody", "payBy") => {
            Text::day().or_empty()
        }
        (_, "claim") => Text::one_of([Claim::License, Claim::Plate].map(Claim::as_str)),
        ("RefundBody", "reason") | (_, "how") => Text::paragraph(refund::MAX_NOTE_CHARS),
        ("LawyerBody", "name" | "firm" | "trustAccountName") => Text::line(LawyerRecord::MAX_NAME_CHARS),
        ("BarLicenseBody", "number") => Text::line(LawyerRecord::MAX_NUMBER_CHARS),
        ("CaseReasonBody", "reason") => Text::paragraph(NewCaseEvent::MAX_NOTE_CHARS),
        ("CaseStepBody", "note") | ("PleaAnswerBody", "text") => {
            Text::paragraph(NewCaseEvent::MAX_NOTE_CHARS).or_empty()
        }
        ("CaseMessageBody", "text") => Text::paragraph(MAX_MESSAGE_CHARS),
        ("AgreementBody", "text") => Text::paragraph(MAX_AGREEMENT_CHARS),
        ("SignBody", "name") => Text::line(MAX_SIGNATURE_CHARS),
        ("CaseCourtBody" | "StatedCourtBody", "courtName") => Text::line(MAX_COURT_CHARS).or_empty(),
        ("AddedItemBody" | "CheckDecisionBody" | "HardshipBody", "kind") => {
            Text::one_of(ItemKind::ALL.iter().map(|kind| kind.as_str()))
        }
        ("AddedItemBody", "date") => Text::day(),
        ("AddedItemBody" | "HardshipBody", "amount") => Amount::number_constraint().or_empty(),
        ("AddedItemBody", _) | ("CaseStepBody", "courtTime") => filed_constraint(name)?.or_empty(),
        ("HardshipBody", "need") => Text::one_of(NeedKind::ALL.iter().map(|need| need.as_str())),
        ("HardshipBody", "situation") => Text::one_of(Situation::ALL.iter().map(|word| word.as_str())),
        ("HardshipAnswerBody", "answer") => Text::paragraph(MAX_IN_ANSWER),
        ("CheckDecisionBody", "decision") => Text::one_of(["confirmed", "merged", "not_found"]),
        ("CheckDecisionBody", "reason") => Text::paragraph(MAX_IN_REASON).or_empty(),
        ("ContestLetterBody", "words") => Text::paragraph(MAX_WORDS_CHARS).or_empty(),
        ("ContestLetterBody", "senderName" | "issuerName") => Text::line(MAX_NAME_CHARS).or_empty(),
        ("ContestLetterBody", "senderAddress" | "issuerAddress") => {
            Text::paragraph(MAX_ADDRESS_CHARS).or_empty()
        }
        (_, "clientMessageId") => ClientMessageId::constraint(),
        ("InquiryBody", "message") => MessageText::constraint().or_empty(),
        (_, "message") => MessageText::constraint(),
        (_, "title") => TemplateTitle::constraint(),
        ("NoteBody", "text") => NoteText::constraint(),
        (_, "paymentIntentId") => Text::up_to(200),
        ("ResolveProblemBody", "kind") => {
            Text::one_of(MoneyProblemKind::ALL.iter().map(|kind| kind.as_str()))
        }
        ("PreferenceBody", "name") => PreferenceName::constraint(),
        ("PreferenceBody", "value") => PreferenceValue::constraint(),
        (_, "providerId") | ("RebuildBody", "intentId") => Text::up_to(255),
        (_, "contactMethod") => Text::one_of(["phone", "email", "phone, email", "email, phone"]),
        (_, "contactValue") => Text::up_to(400),
        ("ProfileBody", "status") => Text::line(profile::STATUS_CHARS),
        (_, "result") => Text::paragraph(MAX_IN_PARAGRAPH),
        _ => return None,
    })
}

/// Returns the time zones that an authority can have instead of its state's default.
fn time_zones() -> BTreeSet<&'static str> {
    UsState::ALL.into_iter().filter_map(other_zone).map(|zone| zone.name()).collect()
}

/// Returns the constraint on the item field `name`. If several kinds of items have the field, the first kind decides.
/// Returns `None` if no kind has it.
fn filed_constraint(name: &str) -> Option<Text> {
    ItemKind::ALL.iter().find_map(|kind| find_field(*kind, name)).and_then(|field| field.rule.constraint())
}

/// Returns the declaration of the field with this JSON name; `None` if items of this kind have no such field.
fn find_field(kind: ItemKind, name: &str) -> Option<Field> {
    kind.fields().iter().find(|field| json_name(field.name) == name).copied()
}

/// Returns the kind of item and the field's declaration, if `body` is the body of a request that adds or
/// changes an item, and `name` is one of the item's fields.
fn item_field(body: &str, name: &str) -> Option<(ItemKind, Field)> {
    let kind = match body {
        "TicketBody" | "NewTicketBody" => ItemKind::Ticket,
        "ParkingBody" | "NewParkingBody" => ItemKind::Parking,
        "TollBody" | "NewTollBody" => ItemKind::Toll,
        _ => return None,
    };
    find_field(kind, name).map(|field| (kind, field))
}

/// Returns the minimum and maximum of a whole number in a request body or query; `None` if it has no limits.
pub(super) fn number_range(name: &str) -> Option<(i32, i32)> {
    Some(match name {
        "limit" => (1, 200),
        "offset" => (0, 10_000),
        "after" | "courtId" => (0, MAX_ID),
        "capacity" => (1, LawyerRecord::MAX_CAPACITY),
        "days" => (1, 90),
        "dueDays" => (1, MAX_DUE_DAYS),
        "hours" => (1, MAX_BLOCK_HOURS),
        "points" => (0, MAX_POINTS),
        "currentPoints" => (0, profile::MAX_POINTS),
        "totalPoints" => (1, profile::MAX_POINTS),
        "id" | "before" | "authority" | "authorityId" | "userId" | "itemId" | "helpInquiryId" | "version"
        | "into" | "intoVersion" | "actor" | "subjectId" | "assigneeId" | "from" | "ticketId"
        | "lawyerId" => (1, MAX_ID),
        _ => return None,
    })
}

/// Adds the allowed meanings of an imported file's columns, and the meanings that set one state for all rows.
pub(super) fn describe_columns(object: &mut Object) {
    let names = all_column_meanings().into_iter().map(|column| json_name(column.name));
    add_text_limits(Text::one_of(names.chain(whole_file_states().map(str::to_owned))), object);
}

/// Adds the names of a chargeback's evidence fields to the schema `names`, and the limits of their texts
/// to the schema `texts`.
pub(super) fn describe_evidence(names: &mut Object, texts: &mut Object) {
    add_text_limits(Text::one_of(EvidenceField::ALL.iter().map(|field| field.as_str())), names);
    add_text_limits(Text::up_to(20_000), texts);
}

/// Adds the length, pattern, format, allowed values and range of a request body's field to its schema.
pub(super) fn add_limits(body: &str, name: &str, object: &mut Object) {
    let constraint = match item_field(body, name) {
        Some((_, field)) => field.rule.constraint(),
        None => field_constraint(body, name),
    };
    if let Some(constraint) = constraint {
        add_text_limits(constraint, object);
    }
    if let Some(range) = number_range(name) {
        add_number_limits(range, object);
    }
}

/// Replaces the description of an item's field with the description that fits request bodies, if there is one.
pub(super) fn describe_sent_fields(body: &str, name: &str, schema: &mut RefOr<Schema>) {
    let Some(sentence) =
        item_field(body, name).and_then(|(kind, field)| description_in_requests(kind, field.name))
    else {
        return;
    };
    match schema {
        RefOr::T(Schema::Object(object)) => object.description = Some(sentence.to_owned()),
        RefOr::T(Schema::OneOf(either)) => {
            // The field is an enum or null.
            if let Some(RefOr::Ref(word)) = either.items.first_mut() {
                sentence.clone_into(&mut word.description);
            }
        }
        _ => {}
    }
}

/// Adds the limits of an amount of money to the schema of a string or of a number.
pub(super) fn describe_money(object: &mut Object) {
    if is_text(object) {
        add_text_limits(Money::constraint(), object);
    } else {
        (object.minimum, object.maximum) = (Some(Number::Int(0)), Some(Number::Int(100_000_000)));
        object.multiple_of = Some(Number::Float(0.01));
    }
}
