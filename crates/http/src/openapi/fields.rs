//! Adds limits to the OpenAPI document that a field's Rust type doesn't express: length, pattern and range.
//! The limits are found by the field's name, because a name has the same meaning in every body. The rules
//! themselves are in `domain`; the document only explains them to client developers.

use std::collections::BTreeSet;

use application::security::panel::MAX_BLOCK_HOURS;
use domain::accounts::password::Password;
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::back_office::note::NoteText;
use domain::back_office::timeline::TimelineKind;
use domain::driving_record::added::MAX_IN_REASON;
use domain::driving_record::contesting::letter::{MAX_ADDRESS_CHARS, MAX_NAME_CHARS, MAX_WORDS_CHARS};
use domain::driving_record::court_zone::other_zone;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{Field, FieldRule, MAX_IN_AMOUNT, MAX_IN_ISSUER, MAX_POINTS};
use domain::driving_record::profile;
use domain::help::inquiry::{ClientMessageId, MessageText};
use domain::help::template::TemplateTitle;
use domain::imports::columns::{all_columns, states_of_all};
use domain::imports::import::MAX_DUE_DAYS;
use domain::legal_help::agreement::{MAX_AGREEMENT_CHARS, MAX_SIGNATURE_CHARS};
use domain::legal_help::case::event::NewCaseEvent;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::secrets::MAX_MESSAGE_CHARS;
use domain::payments::attention::MoneyProblemKind;
use domain::payments::evidence::EvidenceField;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::payments::remittances::billed_again::{MAX_NOTE_CHARS, SecondBillOutcome};
use domain::payments::remittances::remittance::TransferRecord;
use domain::requests::hardship::{MAX_IN_ANSWER, NeedKind, Situation};
use domain::requests::identity::RevealReason;
use domain::shared::citation_number::CitationNumber;
use domain::shared::person::email::Email;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use domain::shared::person::{FullName, LicenseNumber};
use domain::shared::us_state::UsState;
use domain::staff::preference::{PreferenceName, PreferenceValue};
use ports::shared::field_names::json_name;
use serde_json::Value;
use utoipa::Number;

use crate::driving_record::dto::filing::description_in_requests;
use crate::edge::list_call::ListCall;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type};

/// Pattern for characters that can't be displayed, as in `domain::shared::text`.
const HIDDEN: &str = r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069";
/// Pattern for characters that can't be displayed, except line breaks and tabs.
const HIDDEN_IN_PARAGRAPHS: &str =
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069";
const AMOUNT: &str = r"\$?([0-9]{1,8}|[1-9][0-9]{0,2},[0-9]{3}|[1-9][0-9]?(,[0-9]{3}){2})(\.[0-9]{1,2})?";
/// Pattern for an IPv4 address of a client, or an IPv6 address in the range for documentation.
const ADDRESS: &str = r"^([1-9][0-9]?|1[0-9]{2}|2[01][0-9]|22[0-3])(\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}$|^2001:db8::[0-9a-f]{1,4}$";
/// Pattern for any string without NUL, which PostgreSQL can't store.
const NO_NUL: &str = r"^[^\u0000]*$";
const DECIMAL: &str = r"^[0-9]{1,8}(\.[0-9]{1,2})?$";
const PHONE: &str = r"( *\+1)?[ ().-]*(1[ ().-]*)?[2-9][ ().-]*([0-9][ ().-]*){9}";
const PLATE: &str = "[A-Za-z0-9 -]*[A-Za-z0-9][A-Za-z0-9 -]*";
const CITATION_NUMBER: &str = r"^( *([./][./ -]*)?[A-Za-z0-9][A-Za-z0-9 ./-]*)?$";
const LICENSE: &str = "^[A-Za-z0-9 *-]*[A-Za-z0-9][A-Za-z0-9 *-]*$";
const LOCAL: &str = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const LABEL: &str = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const DAY: &str = "(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const DAY_OF_BIRTH: &str = "^(19[0-9]{2}|200[0-9])-[0-9]{2}-[0-9]{2}$";
const MAX_ID: i32 = i32::MAX;

/// The limits of a string field.
#[derive(Default)]
struct Text {
    least: usize,
    most: Option<usize>,
    pattern: Option<String>,
    format: Option<SchemaFormat>,
    words: Vec<String>,
}

impl Text {
    /// Creates the limits of a string of at most `max` characters.
    fn up_to(max: usize) -> Self {
        Self { most: Some(max), pattern: Some(NO_NUL.to_owned()), ..Self::default() }
    }

    fn like(pattern: impl Into<String>) -> Self {
        Self { pattern: Some(pattern.into()), ..Self::default() }
    }

    fn of(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { words: words.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    const fn at_most(mut self, max: usize) -> Self {
        self.most = Some(max);
        self
    }

    const fn at_least(mut self, min: usize) -> Self {
        self.least = min;
        self
    }

    fn formatted(mut self, format: KnownFormat) -> Self {
        self.format = Some(SchemaFormat::KnownFormat(format));
        self
    }

    fn add_limits(self, object: &mut Object) {
        object.min_length = Some(self.least).filter(|least| *least > 0);
        object.max_length = self.most;
        object.pattern = self.pattern;
        object.format = self.format;
        if !self.words.is_empty() {
            let may_be_null = has_type(object, &Type::Null).then_some(Value::Null);
            object.enum_values = Some(self.words.into_iter().map(Value::from).chain(may_be_null).collect());
        }
    }
}

/// Returns the limits of a single line that is not blank, as in `domain::shared::text::line`.
fn line(max: usize) -> Text {
    Text::like(format!(r"^[^{HIDDEN}]*[^\s{HIDDEN}][^{HIDDEN}]*$")).at_least(1).at_most(max)
}

/// Returns the limits of a single line that also has a minimum length.
fn long_line(min: usize, max: usize) -> Text {
    let between = min.saturating_sub(2);
    Text::like(format!(r"^[^{HIDDEN}]*[^\s{HIDDEN}][^{HIDDEN}]{{{between},}}[^\s{HIDDEN}][^{HIDDEN}]*$"))
        .at_least(min)
        .at_most(max)
}

/// Returns the limits of several lines that are not all blank, as in `domain::shared::text::paragraph`.
fn paragraph(max: usize) -> Text {
    let rest = HIDDEN_IN_PARAGRAPHS;
    Text::like(format!(r"^[^{rest}]*[^\s{HIDDEN}][^{rest}]*$")).at_least(1).at_most(max)
}

/// Returns the limits changed so that the string may also be empty.
fn or_empty(mut text: Text) -> Text {
    text.pattern = text.pattern.map(|pattern| format!("^$|{pattern}"));
    text.least = 0;
    text
}

fn state() -> Text {
    Text::of(UsState::ALL.map(UsState::name))
}

/// Returns the time zones that an authority can have instead of its state's default.
fn time_zones() -> BTreeSet<&'static str> {
    UsState::ALL.into_iter().filter_map(other_zone).map(|zone| zone.name()).collect()
}

fn email() -> Text {
    Text::like(format!(r"^{LOCAL}(\.?{LOCAL}){{0,31}}@({LABEL}\.)+[A-Za-z]{{2,63}}$"))
        .at_most(Email::MAX_CHARS)
}

fn day() -> Text {
    Text::like(format!("^{DAY}$")).formatted(KnownFormat::Date)
}

/// Returns the limits of a string field in a request body.
fn field(body: &str, name: &str) -> Option<Text> {
    Some(match (body, name) {
        ("LogInBody", "email") => Text::up_to(Email::MAX_CHARS),
        (_, "email") => email(),
        ("SignUpBody" | "ResetConfirmBody", "password") | ("PasswordBody", "newPassword") => {
            Text::like(NO_NUL).at_least(Password::MIN_CHARS).at_most(Password::MAX_CHARS)
        }
        (_, "password" | "currentPassword") => Text::up_to(1000),
        (_, "token") => Text::up_to(200),
        (_, "code") => Text::up_to(100),
        (_, "fullName") => line(FullName::MAX_CHARS),
        (_, "state") => state(),
        ("SignUpBody", "vehicleState") => Text::of(PlateState::all().map(PlateState::name).chain([""])),
        (_, "vehicleState") => Text::of(PlateState::all().map(PlateState::name)),
        (_, "driversLicenseNumber") => Text::like(LICENSE).at_most(LicenseNumber::MAX_CHARS),
        (_, "dateOfBirth") => Text::like(DAY_OF_BIRTH).formatted(KnownFormat::Date),
        ("SignUpBody", "vehicleLicensePlate") => {
            Text::like(format!("^({PLATE})?$")).at_most(Plate::MAX_CHARS)
        }
        (_, "vehicleLicensePlate") => Text::like(format!("^{PLATE}$")).at_most(Plate::MAX_CHARS),
        ("SignUpBody" | "PhoneBody" | "InquiryBody", "phoneNumber") => {
            Text::like(format!("^({PHONE})?$")).at_most(100)
        }
        (_, "phoneNumber") => Text::like(format!("^{PHONE}$")),
        (_, "lastFourSSN") => Text::like("^[0-9]{4,5}$"),
        (_, "ip") => Text::like(ADDRESS),
        ("BlockBody", "reason") => line(300),
        ("RevealBody", "reason") => long_line(RevealReason::MIN_CHARS, RevealReason::MAX_CHARS),
        (_, "basis") => long_line(VerificationBasis::MIN_CHARS, VerificationBasis::MAX_CHARS),
        ("AuthorityBody" | "AuthorityChangeBody", "name") => line(AuthorityDetails::MAX_NAME_CHARS),
        ("AuthorityBody" | "AuthorityChangeBody", "kind") => {
            Text::of(AuthorityKind::ALL.iter().map(|kind| kind.as_str()))
        }
        ("SettleSecondBillBody", "outcome") => {
            Text::of(SecondBillOutcome::ALL.iter().map(|outcome| outcome.as_str()))
        }
        ("SettleSecondBillBody", "note") => paragraph(MAX_NOTE_CHARS),
        (_, "county") => or_empty(line(AuthorityDetails::MAX_COUNTY_CHARS)),
        ("CheckBody", "issuer") => or_empty(line(MAX_IN_ISSUER)),
        (_, "timeZone") => Text::of(time_zones()),
        (_, "payTo") => or_empty(paragraph(AuthorityDetails::MAX_PAY_TO_CHARS)),
        (_, "postalAddress") => or_empty(paragraph(MAX_ADDRESS_CHARS)),
        (_, "reference") => line(TransferRecord::MAX_REFERENCE_CHARS),
        (_, "sentOn" | "acceptedOn" | "paidOn") => day(),
        (_, "plateFrom" | "plateUntil") => Text::like(format!("^({DAY})?$")),
        (_, "claim") => Text::of([Claim::License, Claim::Plate].map(Claim::as_str)),
        ("RefundBody", "reason") | (_, "how") => paragraph(500),
        ("LawyerBody", "name" | "firm" | "trustAccountName") => line(LawyerRecord::MAX_NAME_CHARS),
        ("LawyerBody", "phone") => Text::like(format!("^{PHONE}$")),
        ("BarLicenseBody", "number") => line(LawyerRecord::MAX_NUMBER_CHARS),
        ("CaseReasonBody", "reason") => paragraph(NewCaseEvent::MAX_NOTE_CHARS),
        ("CaseStepBody", "note") | ("PleaAnswerBody", "text") => {
            or_empty(paragraph(NewCaseEvent::MAX_NOTE_CHARS))
        }
        ("CaseStepBody", "courtDate") => day(),
        ("CaseStepBody", "courtTime") => or_empty(line(50)),
        ("VerdictBody", "until" | "due") => Text::like(format!("^({DAY})?$")),
        ("CaseMessageBody", "text") => paragraph(MAX_MESSAGE_CHARS),
        ("AgreementBody", "text") => paragraph(MAX_AGREEMENT_CHARS),
        ("SignBody", "name") => line(MAX_SIGNATURE_CHARS),
        ("CaseCourtBody" | "StatedCourtBody", "courtState") => state(),
        ("CaseCourtBody" | "StatedCourtBody", "courtName") => or_empty(line(200)),
        ("AddedItemBody", "date") => day(),
        ("AddedItemBody", "dueDate" | "courtDate") => Text::like(format!("^({DAY})?$")),
        ("AddedItemBody", "citationNumber") => Text::like(CITATION_NUMBER).at_most(CitationNumber::MAX_CHARS),
        ("AddedItemBody", "issuer" | "violationType" | "tollRoad") => or_empty(line(MAX_IN_ISSUER)),
        ("AddedItemBody", "location") => or_empty(line(300)),
        ("AddedItemBody", "amount") => Text::like(format!("^({AMOUNT})?$")).at_most(MAX_IN_AMOUNT),
        ("AddedItemBody", "courtTime") => or_empty(line(50)),
        ("AddedItemBody", "courtState") => Text::of(UsState::ALL.map(UsState::name).into_iter().chain([""])),
        ("AddedItemBody" | "CheckDecisionBody", "kind") => {
            Text::of(ItemKind::ALL.iter().map(|kind| kind.as_str()))
        }
        ("HardshipBody", "kind") => Text::of(ItemKind::ALL.iter().map(|kind| kind.as_str())),
        ("HardshipBody", "need") => Text::of(NeedKind::ALL.iter().map(|need| need.as_str())),
        ("HardshipBody", "situation") => Text::of(Situation::ALL.iter().map(|word| word.as_str())),
        ("HardshipBody", "amount") => Text::like(format!("^({AMOUNT})?$")).at_most(MAX_IN_AMOUNT),
        ("HardshipBody", "payBy") => Text::like(format!("^({DAY})?$")),
        ("HardshipAnswerBody", "answer") => paragraph(MAX_IN_ANSWER),
        ("CheckDecisionBody", "decision") => Text::of(["confirmed", "merged", "not_found"]),
        ("CheckDecisionBody", "reason") => or_empty(paragraph(MAX_IN_REASON)),
        ("ContestLetterBody", "words") => or_empty(paragraph(MAX_WORDS_CHARS)),
        ("ContestLetterBody", "senderName" | "issuerName") => or_empty(line(MAX_NAME_CHARS)),
        ("ContestLetterBody", "senderAddress" | "issuerAddress") => or_empty(paragraph(MAX_ADDRESS_CHARS)),
        (_, "clientMessageId") => line(ClientMessageId::MAX_CHARS),
        ("InquiryBody", "message") => or_empty(paragraph(MessageText::MAX_CHARS)),
        (_, "message") => paragraph(MessageText::MAX_CHARS),
        (_, "title") => line(TemplateTitle::MAX_CHARS),
        ("NoteBody", "text") => paragraph(NoteText::MAX_CHARS),
        (_, "paymentIntentId") => Text::up_to(200),
        ("ResolveProblemBody", "kind") => Text::of(MoneyProblemKind::ALL.iter().map(|kind| kind.as_str())),
        ("PreferenceBody", "name") => Text::like("^[a-z0-9][a-z0-9.-]*$").at_most(PreferenceName::MAX_CHARS),
        ("PreferenceBody", "value") => paragraph(PreferenceValue::MAX_CHARS),
        (_, "providerId") | ("RebuildBody", "intentId") => Text::up_to(255),
        (_, "contactMethod") => Text::of(["phone", "email", "phone, email", "email, phone"]),
        (_, "contactValue") => Text::up_to(400),
        ("ProfileBody", "status") => line(profile::STATUS_CHARS),
        (_, "result") => paragraph(2000),
        _ => return None,
    })
}

/// Returns the item's kind and the field's declaration, if this is a field of an item that staff file.
fn item_field(body: &str, name: &str) -> Option<(ItemKind, Field)> {
    let kind = match body {
        "TicketBody" | "NewTicketBody" => ItemKind::Ticket,
        "ParkingBody" | "NewParkingBody" => ItemKind::Parking,
        "TollBody" | "NewTollBody" => ItemKind::Toll,
        _ => return None,
    };
    kind.fields().iter().find(|field| json_name(field.name) == name).map(|field| (kind, *field))
}

fn by_rule(rule: FieldRule) -> Option<Text> {
    Some(match rule {
        FieldRule::Line(most) => line(most),
        FieldRule::LineOrNone(most) => or_empty(line(most)),
        FieldRule::CitationNumberOrNone => Text::like(CITATION_NUMBER).at_most(CitationNumber::MAX_CHARS),
        FieldRule::StateOrNone => Text::of(UsState::ALL.map(UsState::name).into_iter().chain([""])),
        FieldRule::LinesOrNone(most) => or_empty(paragraph(most)),
        FieldRule::Day => day(),
        FieldRule::DayOrNone => Text::like(format!("^({DAY})?$")),
        FieldRule::Amount => Text::like(format!("^{AMOUNT}$")).at_most(MAX_IN_AMOUNT),
        FieldRule::AmountOrWords => {
            Text::like(format!("^({AMOUNT}|[A-Za-z][A-Za-z .]*)$")).at_most(MAX_IN_AMOUNT)
        }
        FieldRule::OfItsType => return None,
    })
}

/// Returns the minimum and maximum of a whole number in a request body or query.
fn range(name: &str) -> Option<(i32, i32)> {
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

/// Returns the limits of a string parameter in a query.
fn text_limits(path: &str, name: &str) -> Text {
    match (path, name) {
        (_, "sort") => {
            Text::of(orders(path).into_iter().flat_map(|name| [name.to_owned(), format!("-{name}")]))
        }
        (_, "state") => state(),
        ("/api/lawyer-hires", "status") => Text::of(HireStatus::ALL.iter().map(|status| status.as_str())),
        ("/api/payment-transactions" | "/api/admin/payment-transactions/summary", "type") => {
            Text::of(["all", "traffic_ticket", "parking", "toll"])
        }
        ("/api/security/export-report", "format") => Text::of(["html", "csv", "json"]),
        ("/api/admin/audit", "format") => Text::of(["csv"]),
        ("/api/admin/users/{id}/timeline", "kinds") => {
            let kinds = timeline_kinds();
            Text::like(format!("^(({kinds})(,({kinds})){{0,9}})?$"))
        }
        ("/api/admin/users/{id}/timeline", "before") => {
            let kinds = timeline_kinds();
            Text::like(format!(
                r"^20[0-9]{{2}}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{{6}}Z~({kinds})~[1-9][0-9]{{0,8}}$"
            ))
        }
        (_, "fileName") => line(200),
        ("/api/admin/citations", "waits") => Text::of(["decision", "driver"]),
        (_, "action" | "subjectKind") => Text::up_to(50),
        ("/api/security/events", "ip") => Text::like(format!("^$|{ADDRESS}")),
        (_, "from" | "to") => {
            Text::like("^$|^(19[7-9][0-9]|2[0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$")
        }
        (_, "issuer") => Text::up_to(200),
        (_, "month") => Text::like("^$|^20[0-9]{2}-(0[1-9]|1[0-2])$"),
        _ => Text::up_to(100),
    }
}

fn timeline_kinds() -> String {
    TimelineKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join("|")
}

macro_rules! orders {
    ($($list:ty),+) => {
        /// Returns the names of the sort orders of the list with this path.
        fn orders(path: &str) -> Vec<&'static str> {
            $(if path == <$list as ListCall>::PATH {
                return <$list as ListCall>::SORTS.iter().map(|(name, _)| *name).collect();
            })+
            Vec::new()
        }
    };
}

ports::every_list!(orders);

/// Adds the names of the meanings that a file's columns can have.
pub(super) fn describe_columns(object: &mut Object) {
    let names = all_columns().into_iter().map(|column| json_name(column.name));
    Text::of(names.chain(states_of_all().map(str::to_owned))).add_limits(object);
}

/// Adds the names of a chargeback's evidence fields and the limits of their texts.
pub(super) fn describe_evidence(names: &mut Object, texts: &mut Object) {
    Text::of(EvidenceField::ALL.iter().map(|field| field.as_str())).add_limits(names);
    Text::up_to(20_000).add_limits(texts);
}

/// Adds the length, pattern, format, allowed values and range of a request body's field to its schema.
pub(super) fn add_limits(body: &str, name: &str, object: &mut Object) {
    let text = match item_field(body, name) {
        Some((_, field)) => by_rule(field.rule),
        None => field(body, name),
    };
    if has_type(object, &Type::String)
        && let Some(text) = text
    {
        text.add_limits(object);
    }
    describe_range(name, object);
}

/// Replaces the description of an item's field by its description for request bodies.
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

/// Adds the limits of a query parameter.
pub(super) fn describe_parameter(path: &str, name: &str, object: &mut Object) {
    if has_type(object, &Type::String) {
        text_limits(path, name).add_limits(object);
    }
    describe_range(name, object);
}

/// Describes a parameter that clients may send and the server ignores: any string or number.
pub(super) fn describe_ignored(object: &mut Object) {
    object.schema_type = SchemaType::Array(vec![Type::String, Type::Integer]);
    object.format = None;
}

/// Adds the limits of an amount of money, as a string and as a number.
pub(super) fn describe_money(object: &mut Object) {
    if has_type(object, &Type::String) {
        Text::like(DECIMAL).add_limits(object);
    } else {
        (object.minimum, object.maximum) = (Some(Number::Int(0)), Some(Number::Int(100_000_000)));
        object.multiple_of = Some(Number::Float(0.01));
    }
}

fn describe_range(name: &str, object: &mut Object) {
    if has_type(object, &Type::Integer)
        && let Some((least, most)) = range(name)
    {
        (object.minimum, object.maximum) = (Some(number(least)), Some(number(most)));
    }
}

fn number(number: i32) -> Number {
    isize::try_from(number).map_or(Number::Int(0), Number::Int)
}

fn has_type(object: &Object, wanted: &Type) -> bool {
    match &object.schema_type {
        SchemaType::Type(only) => only == wanted,
        SchemaType::Array(several) => several.contains(wanted),
        SchemaType::AnyValue => false,
    }
}
