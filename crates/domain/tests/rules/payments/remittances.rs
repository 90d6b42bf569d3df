//! Authorities, deadlines of obligations, and remittances.

use chrono::NaiveDate;
use chrono_tz::America::New_York;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityError, AuthorityKind};
use domain::payments::remittances::obligation::{ObligationStatus, send_by};
use domain::payments::remittances::prepared::InclusionChoice::{self, LeftOut, Sent};
use domain::payments::remittances::prepared::{PreparedPayment, SendingOutcome};
use domain::payments::remittances::remittance::{TransferRecord, TransferRecordError};
use domain::shared::citation_number::issuer_key;
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
fn equal_names_of_an_authority_are_merged() {
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
#[case::monday("2026-11-02T15:00:00-05:00", "2026-11-04T15:00:00-05:00")]
#[case::thursday("2026-11-05T15:00:00-05:00", "2026-11-09T15:00:00-05:00")]
#[case::friday("2026-11-06T15:00:00-05:00", "2026-11-10T15:00:00-05:00")]
#[case::saturday("2026-11-07T15:00:00-05:00", "2026-11-11T00:00:00-05:00")]
fn money_is_sent_within_two_business_days(#[case] charged: &str, #[case] by: &str) {
    assert_eq!(send_by(time(charged), New_York), time(by));
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
fn only_a_sent_obligation_can_be_accepted() {
    use ObligationStatus::{Accepted, Owed, Prepared, Sent};
    for (from, to) in
        [(Owed, Sent), (Owed, Accepted), (Prepared, Accepted), (Accepted, Sent), (Sent, Prepared)]
    {
        assert!(!from.can_become(to), "{from} {to}");
    }
}

/// In each case, $100 were prepared for the payment.
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
fn the_amount_sent_depends_on_the_file_the_refunds_and_the_choice(
    #[case] owed: i64,
    #[case] is_held_back: bool,
    #[case] in_file: Option<i64>,
    #[case] said: Option<InclusionChoice>,
    #[case] outcome: SendingOutcome,
) {
    let (prepared, in_file) = (Money::from_dollars(100), in_file.map(Money::from_dollars));
    let payment = PreparedPayment::new(prepared, Money::from_dollars(owed), is_held_back, in_file);
    assert_eq!(payment.outcome(said), outcome);
}
