//! Authorities, and when what is owed to them is late.

use chrono::NaiveDate;
use chrono_tz::America::New_York;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityError, AuthorityKind, issuer_key};
use domain::payments::remittances::obligation::{ObligationStatus, send_by};
use domain::payments::remittances::remittance::{Sending, SendingError};
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
fn issuers_are_compared_by_letters_and_digits(#[case] issuer: &str, #[case] key: &str) {
    assert_eq!(issuer_key(issuer), key);
}

#[test]
fn names_that_mean_the_same_are_one() {
    let details = parse(" New York City ", &["new york city", "NYC", "n.y.c.", "NYPD"]).unwrap();
    assert_eq!((details.name.as_str(), details.pay_to.as_ref()), ("New York City", None));
    assert_eq!(details.also_called, ["NYC", "NYPD"]);
    assert_eq!(details.keys(), ["newyorkcity", "nyc", "nypd"]);
}

#[test]
fn what_is_wrong_with_an_authority_is_said() {
    assert_eq!(parse(" ", &[]), Err(AuthorityError::Name(TextError::Empty)));
    assert_eq!(parse("—", &[]), Err(AuthorityError::Name(TextError::Empty)));
    assert_eq!(parse("A", &[" "]), Err(AuthorityError::AlsoCalled(TextError::Empty)));
    assert_eq!(parse("A", &["B"; 51]), Err(AuthorityError::TooManyNames));
    assert!(parse("A", &["B"; 50]).is_ok());
    let long = "x".repeat(101);
    assert_eq!(parse(&long, &[]), Err(AuthorityError::Name(TextError::TooLong { max: 100 })));
}

#[rstest]
#[case::monday("2026-11-02T15:00:00-05:00", "2026-11-04T15:00:00-05:00")]
#[case::thursday("2026-11-05T15:00:00-05:00", "2026-11-09T15:00:00-05:00")]
#[case::friday("2026-11-06T15:00:00-05:00", "2026-11-10T15:00:00-05:00")]
#[case::saturday("2026-11-07T15:00:00-05:00", "2026-11-11T00:00:00-05:00")]
fn it_is_sent_within_two_business_days(#[case] charged: &str, #[case] by: &str) {
    assert_eq!(send_by(time(charged), New_York), time(by));
}

#[rstest]
#[case::today("2026-11-05", None)]
#[case::tomorrow("2026-11-06", Some(SendingError::ToCome))]
#[case::a_year_ago("2025-11-05", None)]
#[case::a_slip("2025-11-03", Some(SendingError::LongAgo))]
fn a_sending_is_of_a_day_gone_by(#[case] day: &str, #[case] wrong: Option<SendingError>) {
    let day: NaiveDate = day.parse().unwrap();
    let now = time("2026-11-05T23:30:00-05:00");
    assert_eq!(Sending::parse(day, " ACH 1 ", now, New_York).err(), wrong);
}

#[test]
fn only_what_was_sent_can_come_back_or_be_accepted() {
    use ObligationStatus::{Accepted, Owed, Prepared, Sent};
    for (from, to) in
        [(Owed, Sent), (Owed, Accepted), (Prepared, Accepted), (Accepted, Sent), (Sent, Prepared)]
    {
        assert!(!from.can_become(to), "{from} {to}");
    }
}
