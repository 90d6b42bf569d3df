//! Tests of the rules with the case files in `cases/`, which the web page's tests also read.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::accounts::session::SessionPolicy;
use domain::driving_record::amount::Amount;
use domain::driving_record::calendar::parse_time;
use domain::driving_record::court_zone::other_zone;
use domain::driving_record::fine;
use domain::driving_record::standing::Standing;
use domain::driving_record::ticket_order::{OrderKey, sort_by_key};
use domain::driving_record::visibility::is_listed;
use domain::legal_help::case::guarantee::{
    GuaranteeRule, TermsAtHire, decide_guarantee, guarantee_refund_payer,
};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer};
use domain::payments::remittances::obligation::send_by;
use domain::requests::identity::{IdentityDigits, required_ssn_digits};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::citation_number::{CitationNumber, issuer_key};
use domain::shared::money::Money;
use domain::shared::person::phone::{Phone, format_as_typed};
use domain::shared::search::fold_text;
use domain::shared::us_state::UsState;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::accounts::session_record::SessionRecord;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<I, E> {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "estimate", default)]
    _estimate: IgnoredAny,
    cases: Vec<Case<I, E>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case<I, E> {
    name: String,
    input: I,
    expected: E,
}

/// Runs all test cases in a JSON file, of which `file` is the content. `actual` computes the result for an
/// input. Fails with the name and result of each failed case.
fn check<I, E>(file: &str, actual: impl Fn(&I) -> E)
where
    I: DeserializeOwned,
    E: DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let file: File<I, E> = serde_json::from_str(file).unwrap();
    assert!(!file.cases.is_empty());
    let failed: Vec<String> = file
        .cases
        .iter()
        .filter_map(|case| {
            let actual = actual(&case.input);
            (case.expected != actual).then(|| format!("{}: {actual:?}, not {:?}", case.name, case.expected))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns all inputs of a JSON file in which each input is a word. Tests then check that the file has a case for
/// every word of an enum.
fn inputs_of(file: &str) -> Vec<String> {
    let file: File<String, IgnoredAny> = serde_json::from_str(file).unwrap();
    file.cases.into_iter().map(|case| case.input).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FineInput {
    amount_text: String,
    violation_type: String,
    points: i32,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FineExpected {
    fine_cents: i64,
    fine_shown: String,
    lawyer_cents: i64,
    lawyer_shown: String,
    is_estimated: bool,
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields)]
struct AmountExpected {
    cents: Option<i64>,
    words: bool,
    refused: Option<String>,
}

#[test]
fn amounts_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/amount.json"), |text: &String| match Amount::parse(text) {
        Ok(Amount::Fixed(money)) => AmountExpected { cents: Some(money.cents()), ..Default::default() },
        Ok(Amount::Words) => AmountExpected { words: true, ..Default::default() },
        Err(error) => AmountExpected { refused: Some(error.to_string()), ..Default::default() },
    });
}

const FINES: &str = include_str!("../../cases/fine.json");

#[test]
fn the_bases_of_estimated_fines_match_the_file_shared_with_the_web_page() {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Estimate {
        bases: BTreeMap<String, i64>,
        other_base: i64,
        per_point: i64,
    }
    #[derive(Deserialize)]
    struct Fines {
        estimate: Estimate,
    }
    let Fines { estimate } = serde_json::from_str(FINES).unwrap();
    let bases = fine::BASES.iter().map(|(name, base)| ((*name).to_owned(), base.cents()));
    assert_eq!(estimate.bases, bases.collect::<BTreeMap<_, _>>());
    assert_eq!(estimate.other_base, fine::OTHER_BASE.cents());
    assert_eq!(estimate.per_point, fine::PER_POINT.cents());
}

#[test]
fn fines_and_lawyer_prices_match_the_test_cases_shared_with_the_web_page() {
    check(FINES, |input: &FineInput| {
        let fine: Money = fine::fine_or_estimate(&input.amount_text, &input.violation_type, input.points);
        let lawyer = fine::lawyer_price(fine);
        FineExpected {
            fine_cents: fine.cents(),
            fine_shown: fine.for_display(),
            lawyer_cents: lawyer.cents(),
            lawyer_shown: lawyer.for_display(),
            is_estimated: fine::is_estimated(&input.amount_text),
        }
    });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Item {
    id: i32,
    created_at: DateTime<Utc>,
    due_date: Option<NaiveDate>,
    date: NaiveDate,
}

fn sorted_ids(mut keys: Vec<OrderKey>) -> Vec<i32> {
    sort_by_key(&mut keys, |key| *key);
    keys.iter().map(|key| key.id).collect()
}

#[test]
fn the_order_of_tickets_matches_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/ticket_order.json"), |items: &Vec<Item>| {
        let keys: Vec<OrderKey> = items
            .iter()
            .map(|item| OrderKey {
                id: item.id,
                created_at: item.created_at,
                due_date: item.due_date,
                date: item.date,
            })
            .collect();
        let as_given = sorted_ids(keys.clone());
        assert_eq!(
            as_given,
            sorted_ids(keys.into_iter().rev().collect()),
            "the input's order must not matter"
        );
        as_given
    });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VisibilityInput {
    is_paid: bool,
    paid_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

#[test]
fn the_visibility_of_paid_items_matches_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/visibility.json"), |input: &VisibilityInput| {
        is_listed(input.is_paid, input.paid_at, input.now)
    });
}

#[test]
fn unpaid_standings_match_the_test_cases_shared_with_the_web_page() {
    let cases = include_str!("../../cases/unpaid.json");
    check(cases, |standing: &String| Standing::parse(standing).unwrap().is_unpaid());
    let all: Vec<&str> = Standing::ALL.iter().map(|standing| standing.as_str()).collect();
    assert_eq!(inputs_of(cases), all);
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Record {
    login_time: DateTime<Utc>,
    last_activity: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SessionInput {
    operation: String,
    record: Option<Record>,
    now: DateTime<Utc>,
}

#[test]
fn session_times_match_the_test_cases_shared_with_the_web_page() {
    let policy = SessionPolicy::default();
    check(include_str!("../../cases/session.json"), |input: &SessionInput| {
        let record = input.record.map(|Record { login_time, last_activity, expires_at }| SessionRecord {
            login_time,
            last_activity,
            expires_at,
        });
        let state = match (input.operation.as_str(), record) {
            ("create", None) => Some(SessionRecord::create(&policy, input.now)),
            ("read", Some(record)) => record.read(&policy, input.now),
            ("activity", Some(record)) => record.activity(&policy, input.now),
            ("extend", Some(record)) => record.extend(&policy, input.now),
            (operation, _) => panic!("{operation}?"),
        };
        state.map(|SessionRecord { login_time, last_activity, expires_at }| Record {
            login_time,
            last_activity,
            expires_at,
        })
    });
}

#[test]
fn send_by_dates_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/send_by.json"), |charged_at: &DateTime<Utc>| {
        let last_moment = send_by(*charged_at, BUSINESS_ZONE) - TimeDelta::nanoseconds(1);
        last_moment.with_timezone(&BUSINESS_ZONE).date_naive()
    });
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct PhoneExpected {
    shown: String,
    digits: Option<String>,
}

#[test]
fn phone_formats_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/phone.json"), |text: &String| PhoneExpected {
        shown: format_as_typed(text),
        digits: Phone::parse(text).ok().map(|phone| phone.digits().to_owned()),
    });
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct CitationNumberExpected {
    stored: Option<String>,
    refused: Option<String>,
}

#[test]
fn second_time_zones_of_states_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/other_zone.json"), |state: &String| {
        let zone = UsState::from_name(state).and_then(other_zone);
        zone.map(|zone| zone.name().to_owned())
    });
}

#[test]
fn citation_numbers_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/citation_number.json"), |text: &String| {
        let number = CitationNumber::parse(text);
        CitationNumberExpected {
            stored: number.as_ref().ok().map(|number| number.as_str().to_owned()),
            refused: number.err().map(|error| error.to_string()),
        }
    });
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DigitsInput {
    state: Option<String>,
    text: String,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DigitsExpected {
    required_ssn_digits: usize,
    accepted: bool,
    message: Option<String>,
}

#[test]
fn identity_digits_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/identity_digits.json"), |input: &DigitsInput| {
        let state = input.state.as_deref().map(|name| UsState::from_name(name).unwrap());
        let parsed = IdentityDigits::parse(&input.text, state);
        DigitsExpected {
            required_ssn_digits: required_ssn_digits(state),
            accepted: parsed.is_ok(),
            message: parsed.err().map(|error| error.to_string()),
        }
    });
}

#[test]
fn search_folding_matches_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/search_folding.json"), |text: &String| fold_text(text));
}

#[test]
fn typed_times_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/clock.json"), |text: &String| {
        parse_time(text).map(|time| time.format("%-I:%M %p").to_string())
    });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerdictInput {
    outcome: String,
    fine_cents: Option<i64>,
    points: Option<i32>,
    until: Option<NaiveDate>,
}

/// In all cases, the ticket had a fine of $150 and 3 points when the driver hired the lawyer, and today is 2026-03-02.
#[test]
fn the_guarantee_matches_the_test_cases_shared_with_the_web_page() {
    let at_hire = TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(150), points: 3 };
    let today = "2026-03-02".parse().unwrap();
    check(include_str!("../../cases/guarantee.json"), |input: &VerdictInput| {
        let verdict = Verdict {
            outcome: CaseOutcome::parse(&input.outcome).unwrap(),
            fine: input.fine_cents.map(Money::from_cents),
            points: input.points,
            until: input.until,
            due: None,
        };
        decide_guarantee(&verdict, at_hire, today).as_str().to_owned()
    });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoneyBackInput {
    outcome: String,
    fine_cents: Option<i64>,
    until: Option<NaiveDate>,
    offense_class: String,
    infraction: String,
    misdemeanor: String,
}

#[test]
fn the_payer_of_the_guarantee_matches_the_test_cases_shared_with_the_web_page() {
    let at_hire = TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(150), points: 3 };
    let today = "2026-03-02".parse().unwrap();
    check(include_str!("../../cases/money_back.json"), |input: &MoneyBackInput| {
        let verdict = Verdict {
            outcome: CaseOutcome::parse(&input.outcome).unwrap(),
            fine: input.fine_cents.map(Money::from_cents),
            points: None,
            until: input.until,
            due: None,
        };
        let [infraction, misdemeanor] =
            [&input.infraction, &input.misdemeanor].map(|payer| GuaranteePayer::parse(payer).unwrap());
        let guaranteed = Guarantee::new(infraction, misdemeanor).unwrap();
        let class = OffenseClass::parse(&input.offense_class).unwrap();
        guarantee_refund_payer(&verdict, at_hire, guaranteed, class, today).as_str().to_owned()
    });
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StepExpected {
    is_open: bool,
    is_decided: bool,
}

#[test]
fn open_and_decided_steps_match_the_test_cases_shared_with_the_web_page() {
    let cases = include_str!("../../cases/case_steps.json");
    check(cases, |step: &String| {
        let step = CaseStep::parse(step).unwrap();
        StepExpected { is_open: step.is_open(), is_decided: step.is_decided() }
    });
    let all: Vec<&str> = CaseStep::ALL.iter().map(|step| step.as_str()).collect();
    assert_eq!(inputs_of(cases), all);
}

#[test]
fn outcomes_after_which_nothing_is_owed_match_the_test_cases_shared_with_the_web_page() {
    let cases = include_str!("../../cases/owes_nothing.json");
    check(cases, |outcome: &String| CaseOutcome::parse(outcome).unwrap().owes_nothing());
    let all: Vec<&str> = CaseOutcome::ALL.iter().map(|outcome| outcome.as_str()).collect();
    assert_eq!(inputs_of(cases), all);
}

#[test]
fn issuer_keys_match_the_test_cases_shared_with_the_web_page() {
    check(include_str!("../../cases/issuer_key.json"), |text: &String| issuer_key(text));
}
