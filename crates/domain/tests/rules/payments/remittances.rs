//! Tests of authorities, of deadlines of obligations, and of remittances.

use chrono::NaiveDate;
use chrono_tz::America::New_York;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityError, AuthorityKind};
use domain::payments::remittances::merge::MergeError;
use domain::payments::remittances::obligation::{ObligationStatus, send_by};
use domain::payments::remittances::prepared::InclusionChoice::{self, LeftOut, Sent};
use domain::payments::remittances::prepared::{PreparedPayment, SendingOutcome};
use domain::payments::remittances::remittance::{TransferRecord, TransferRecordError};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::AuthorityId;
use domain::shared::money::Money;
use domain::shared::text::TextError;
use rstest::rstest;

use crate::build::time;

fn parse(name: &str, also_called: &[&str]) -> Result<AuthorityDetails, AuthorityError> {
    let also_called: Vec<String> = also_called.iter().map(|name| (*name).to_owned()).collect();
    AuthorityDetails::parse(name, AuthorityKind::City, &also_called, Some("  "))
}

#[rstest]
#[case("N.Y.P.D. Traffic", "nypdtraffic")]
#[case("  Houston   Municipal-Court ", "houstonmunicipalcourt")]
#[case("Peñasco", "peñasco")]
#[case("—", "")]
fn issuers_are_compared_by_letters_and_digits_only(#[case] issuer: &str, #[case] key: &str) {
    assert_eq!(issuer_key(issuer), key);
}

#[test]
fn names_of_an_authority_that_differ_only_in_case_or_punctuation_are_stored_once() {
    let details = parse(" New York City ", &["new york city", "NYC", "n.y.c.", "NYPD"]).unwrap();
    assert_eq!((details.name.as_str(), details.pay_to.as_ref()), ("New York City", None));
    assert_eq!(details.also_called, ["NYC", "NYPD"]);
    assert_eq!(details.keys(), ["newyorkcity", "nyc", "nypd"]);
}

#[test]
fn an_invalid_authority_is_refused_with_a_reason() {
    assert_eq!(parse(" ", &[]), Err(AuthorityError::Name(TextError::Empty)));
    assert_eq!(parse("—", &[]), Err(AuthorityError::Name(TextError::Empty)));
    assert_eq!(parse("A", &[" "]), Err(AuthorityError::AlsoCalled(TextError::Empty)));
    assert_eq!(parse("A", &["B"; 51]), Err(AuthorityError::TooManyNames));
    assert!(parse("A", &["B"; 50]).is_ok());
    let long = "x".repeat(101);
    assert_eq!(parse(&long, &[]), Err(AuthorityError::Name(TextError::TooLong { max: 100 })));
}

#[rstest]
#[case::nothing([None, None, None], Ok("- - -"))]
#[case::blank([Some(" "), Some(""), Some("")], Ok("- - -"))]
#[case::el_paso([Some("Texas"), Some(" El Paso "), Some("America/Denver")], Ok("Texas El Paso America/Denver"))]
#[case::the_usual_zone([Some("Texas"), None, Some("America/Chicago")], Ok("Texas - -"))]
#[case::another_states_zone([Some("Texas"), None, Some("America/New_York")], Err(AuthorityError::TimeZone))]
#[case::a_zone_without_a_state([None, None, Some("America/Denver")], Err(AuthorityError::TimeZone))]
#[case::no_such_state([Some("TX"), None, None], Err(AuthorityError::State))]
#[case::two_lines([None, Some("El\nPaso"), None], Err(AuthorityError::County(TextError::Unprintable)))]
fn an_authoritys_state_county_and_time_zone_are_validated(
    #[case] place: [Option<&str>; 3],
    #[case] expected: Result<&str, AuthorityError>,
) {
    let [state, county, zone] = place;
    let located = parse("El Paso", &[]).unwrap().with_location(state, county, zone).map(|details| {
        let state = details.state.map_or("-", |state| state.name());
        let zone = details.time_zone.map_or("-", |zone| zone.name());
        format!("{state} {} {zone}", details.county.as_deref().unwrap_or("-"))
    });
    assert_eq!(located.as_deref(), expected.as_ref().copied());
}

#[rstest]
#[case::none(None, Ok(None))]
#[case::blank(Some(" \n"), Ok(None))]
#[case::lines(Some(" PO Box 1\nAustin, TX "), Ok(Some("PO Box 1\nAustin, TX")))]
fn an_authoritys_postal_address_can_have_several_lines_and_is_trimmed(
    #[case] given: Option<&str>,
    #[case] expected: Result<Option<&str>, AuthorityError>,
) {
    let parsed = parse("Austin", &[]).unwrap().with_postal_address(given);
    assert_eq!(
        parsed.as_ref().map(|details| details.postal_address.as_deref()).map_err(|error| *error),
        expected
    );
}

#[test]
fn an_authoritys_postal_address_has_at_most_500_characters() {
    let parse = |chars: usize| parse("Austin", &[]).unwrap().with_postal_address(Some(&"x".repeat(chars)));
    assert!(parse(500).is_ok());
    assert_eq!(parse(501), Err(AuthorityError::PostalAddress(TextError::TooLong { max: 500 })));
}

fn authority(id: i32, details: AuthorityDetails) -> Authority {
    Authority { id: AuthorityId(id), details, version: 1 }
}

#[test]
fn merging_adds_the_names_of_an_authority_and_fills_only_missing_details() {
    let located = |details: AuthorityDetails, place: [Option<&str>; 3]| {
        let [state, county, zone] = place;
        details.with_location(state, county, zone).unwrap()
    };
    let pays = |details: AuthorityDetails, pay_to: &str| AuthorityDetails {
        pay_to: Some(pay_to.to_owned()),
        postal_address: Some(format!("PO Box of {pay_to}")),
        ..details
    };
    let texas = [Some("Texas"), Some("El Paso County"), Some("America/Denver")];
    let merged = authority(
        2,
        pays(located(parse("El Paso Court", &["EPC", "E.P. Municipal"]).unwrap(), texas), "By check"),
    );
    let bare = authority(1, parse("City of El Paso", &["El Paso"]).unwrap());
    let filled = bare.absorb(&merged).unwrap();
    assert_eq!(filled.name, "City of El Paso");
    assert_eq!(filled.also_called, ["El Paso", "El Paso Court", "EPC", "E.P. Municipal"]);
    assert_eq!(filled.pay_to.as_deref(), Some("By check"));
    assert_eq!(located(bare.details, texas).state, filled.state);
    assert_eq!((filled.county, filled.time_zone), (merged.details.county.clone(), merged.details.time_zone));

    let own = located(pays(parse("City of El Paso", &[]).unwrap(), "By ACH"), [Some("Texas"), None, None]);
    let after = authority(1, own).absorb(&merged).unwrap();
    assert_eq!(after.pay_to.as_deref(), Some("By ACH"), "the instructions of the authority that stays apply");
    assert_eq!(after.postal_address.as_deref(), Some("PO Box of By ACH"));
    assert_eq!(filled.postal_address.as_deref(), Some("PO Box of By check"));
    assert_eq!((after.county.as_deref(), after.time_zone), (Some("El Paso County"), None));
}

#[rstest]
#[case::itself(1, AuthorityKind::City, Some("Texas"), 0, Some(MergeError::Same))]
#[case::a_court(2, AuthorityKind::Court, Some("Texas"), 0, Some(MergeError::OtherKind))]
#[case::in_another_state(2, AuthorityKind::City, Some("New York"), 0, Some(MergeError::OtherState))]
#[case::in_an_unknown_state(2, AuthorityKind::City, None, 0, None)]
#[case::with_as_many_names_as_fit(2, AuthorityKind::City, Some("Texas"), 49, None)]
#[case::with_too_many_names(2, AuthorityKind::City, Some("Texas"), 50, Some(MergeError::TooManyNames))]
fn staff_cannot_merge_authorities_that_are_the_same_differ_in_kind_or_state_or_have_too_many_names(
    #[case] id: i32,
    #[case] kind: AuthorityKind,
    #[case] state: Option<&str>,
    #[case] names: usize,
    #[case] error: Option<MergeError>,
) {
    let names: Vec<String> = (0..names).map(|number| format!("Name {number}")).collect();
    let details = AuthorityDetails::parse("Austin", kind, &names, None).unwrap();
    let merged = authority(id, details.with_location(state, None, None).unwrap());
    let texas = parse("City of Austin", &[]).unwrap().with_location(Some("Texas"), None, None).unwrap();
    assert_eq!(authority(1, texas).absorb(&merged).err(), error);
}

#[rstest]
#[case::monday("2026-11-02T15:00:00-05:00", "2026-11-04T15:00:00-05:00")]
#[case::thursday("2026-11-05T15:00:00-05:00", "2026-11-09T15:00:00-05:00")]
#[case::friday("2026-11-06T15:00:00-05:00", "2026-11-10T15:00:00-05:00")]
#[case::saturday("2026-11-07T15:00:00-05:00", "2026-11-11T00:00:00-05:00")]
fn money_must_be_sent_within_48_hours_not_counting_weekends(#[case] charged: &str, #[case] deadline: &str) {
    assert_eq!(send_by(time(charged), New_York), time(deadline));
}

#[rstest]
#[case::today("2026-11-05", None)]
#[case::tomorrow("2026-11-06", Some(TransferRecordError::InFuture))]
#[case::a_year_ago("2025-11-05", None)]
#[case::over_a_year_ago("2025-11-03", Some(TransferRecordError::TooLongAgo))]
fn a_remittance_date_is_at_most_a_year_ago_and_not_in_the_future(
    #[case] day: &str,
    #[case] wrong: Option<TransferRecordError>,
) {
    let day: NaiveDate = day.parse().unwrap();
    let now = time("2026-11-05T23:30:00-05:00");
    assert_eq!(TransferRecord::parse(day, " ACH 1 ", now, New_York).err(), wrong);
}

#[test]
fn an_obligation_can_neither_skip_a_status_nor_return_to_sent_or_prepared() {
    use ObligationStatus::{Accepted, Owed, Prepared, Sent};
    for (from, to) in
        [(Owed, Sent), (Owed, Accepted), (Prepared, Accepted), (Accepted, Sent), (Sent, Prepared)]
    {
        assert!(!from.can_become(to), "{from} {to}");
    }
}

/// In each case, the prepared amount of the payment is $100.
#[rstest]
#[case::unchanged(100, false, Some(100), None, SendingOutcome::Sent(Money::from_dollars(100)))]
#[case::no_download(60, false, None, None, SendingOutcome::Sent(Money::from_dollars(60)))]
#[case::no_download_and_nothing_left(0, false, None, None, SendingOutcome::LeftOut)]
#[case::held_back_without_a_download(100, true, None, None, SendingOutcome::LeftOut)]
#[case::returned_money_is_sent_next_time(
    140,
    false,
    None,
    None,
    SendingOutcome::Sent(Money::from_dollars(100))
)]
#[case::refunded_after_the_file(60, false, Some(100), None, SendingOutcome::MustChoose)]
#[case::held_back_after_the_file(100, true, Some(100), None, SendingOutcome::MustChoose)]
#[case::staff_chose_sent(60, false, Some(100), Some(Sent), SendingOutcome::Sent(Money::from_dollars(100)))]
#[case::staff_chose_left_out(60, false, Some(100), Some(LeftOut), SendingOutcome::LeftOut)]
#[case::refunded_before_the_file(60, false, Some(60), None, SendingOutcome::Sent(Money::from_dollars(60)))]
#[case::returned_after_the_file(100, false, Some(60), None, SendingOutcome::Sent(Money::from_dollars(60)))]
#[case::missing_from_the_file(100, false, Some(0), None, SendingOutcome::LeftOut)]
fn the_amount_sent_for_a_payment_depends_on_the_last_file_later_refunds_and_staffs_choice(
    #[case] owed: i64,
    #[case] is_held_back: bool,
    #[case] in_file: Option<i64>,
    #[case] choice: Option<InclusionChoice>,
    #[case] outcome: SendingOutcome,
) {
    let (prepared, in_file) = (Money::from_dollars(100), in_file.map(Money::from_dollars));
    let payment = PreparedPayment::new(prepared, Money::from_dollars(owed), is_held_back, in_file);
    assert_eq!(payment.outcome(choice), outcome);
}
