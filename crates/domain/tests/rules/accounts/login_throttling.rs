//! Tests of login throttling, of the counting of IP addresses, of security events, and of environment findings.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::login_throttling::{
    ACCOUNT_WINDOW, LoginPenalty, account_wait_left, network_wait_left, penalty, wait_left,
};
use domain::security::environment::{
    CheckResult, EnvironmentFacts, ExternalChecks, FindingLevel, ReplicaState, WebhookState,
};
use domain::security::event::{SecurityEventKind, Severity};
use domain::security::findings::findings;
use domain::security::network::{counting_key, is_within, network_of, parse_address};
use ipnet::IpNet;
use proptest::prelude::*;
use rstest::rstest;

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

#[rstest]
#[case(0, LoginPenalty::Nothing)]
#[case(6, LoginPenalty::Nothing)]
#[case(7, LoginPenalty::Wait(TimeDelta::minutes(1)))]
#[case(9, LoginPenalty::Wait(TimeDelta::minutes(1)))]
#[case(10, LoginPenalty::Wait(TimeDelta::minutes(10)))]
#[case(15, LoginPenalty::Wait(TimeDelta::minutes(15)))]
#[case(19, LoginPenalty::Wait(TimeDelta::minutes(15)))]
#[case(20, LoginPenalty::Block(TimeDelta::hours(1)))]
#[case(24, LoginPenalty::Block(TimeDelta::hours(1)))]
#[case(25, LoginPenalty::Block(TimeDelta::hours(24)))]
#[case(i64::MAX, LoginPenalty::Block(TimeDelta::hours(24)))]
fn the_number_of_failed_logins_determines_the_wait_or_block(
    #[case] failures: i64,
    #[case] expected: LoginPenalty,
) {
    assert_eq!(penalty(failures), expected);
}

fn penalty_duration(consequence: LoginPenalty) -> TimeDelta {
    match consequence {
        LoginPenalty::Nothing => TimeDelta::zero(),
        LoginPenalty::Wait(time) | LoginPenalty::Block(time) => time,
    }
}

#[rstest]
#[case(55, None)]
#[case(56, Some(TimeDelta::minutes(1)))]
#[case(80, Some(TimeDelta::minutes(10)))]
#[case(120, Some(TimeDelta::minutes(15)))]
#[case(i64::MAX, Some(TimeDelta::minutes(15)))]
fn logins_from_a_48_bit_ipv6_network_wait_after_56_failures_and_are_never_blocked(
    #[case] failures: i64,
    #[case] expected: Option<TimeDelta>,
) {
    assert_eq!(network_wait_left(failures, Some(noon()), noon()), expected);
}

proptest! {
    #[test]
    fn more_failed_logins_never_shorten_the_wait(failures in 0_i64..1_000) {
        let (here, above) = (penalty(failures), penalty(failures + 1));
        prop_assert!(penalty_duration(here) <= penalty_duration(above));
        let is_block = |one| matches!(one, LoginPenalty::Block(_));
        prop_assert!(!is_block(here) || is_block(above), "a block is never followed by a wait");
    }

    #[test]
    fn the_remaining_wait_is_never_longer_than_the_penalty_and_ends_with_it(
        failures in 0_i64..100,
        seconds in -100_i64..200_000,
    ) {
        let now = noon() + TimeDelta::seconds(seconds);
        let wait = wait_left(failures, Some(noon()), now);
        let whole = penalty_duration(penalty(failures));
        match wait {
            Some(wait) => prop_assert!(wait > TimeDelta::zero() && wait <= whole),
            None => prop_assert!(whole.is_zero() || now >= noon() + whole),
        }
        prop_assert_eq!(wait_left(failures, None, now), None);
    }

    #[test]
    fn an_accounts_throttling_ends_when_the_account_window_is_over(seconds in -100_i64..2_000) {
        let wait = account_wait_left(Some(noon()), noon() + TimeDelta::seconds(seconds));
        prop_assert_eq!(wait.is_some(), seconds < ACCOUNT_WINDOW.num_seconds());
        prop_assert!(wait.is_none_or(|wait| wait <= ACCOUNT_WINDOW));
    }

    #[test]
    fn counting_key_is_idempotent(text in ".{0,40}", bits in any::<u128>(), v4 in any::<u32>()) {
        let v6 = std::net::Ipv6Addr::from_bits(bits).to_string();
        let v4 = std::net::Ipv4Addr::from_bits(v4).to_string();
        for address in [text, v6, v4] {
            prop_assert_eq!(counting_key(&counting_key(&address)), counting_key(&address));
        }
    }
}

#[rstest]
#[case("203.0.113.9", "203.0.113.9")]
#[case("::ffff:203.0.113.9", "203.0.113.9")]
#[case("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64")]
#[case("2001:db8:1:2::/64", "2001:db8:1:2::/64")]
#[case("::1", "::/64")]
#[case("unknown", "unknown")]
fn an_ipv6_address_is_counted_by_its_64_bit_network_and_any_other_address_by_itself(
    #[case] address: &str,
    #[case] expected: &str,
) {
    assert_eq!(counting_key(address), expected);
}

#[rstest]
#[case("2001:db8:1:2:3:4:5:6", Some("2001:db8:1::/48"))]
#[case("2001:db8:1:2::/64", Some("2001:db8:1::/48"))]
#[case("2001:db8::7", Some("2001:db8::/48"))]
#[case("::ffff:203.0.113.9", None)]
#[case("203.0.113.9", None)]
#[case("unknown", None)]
fn only_an_ipv6_address_belongs_to_a_48_bit_network(#[case] address: &str, #[case] expected: Option<&str>) {
    assert_eq!(network_of(address).as_deref(), expected);
}

#[rstest]
#[case(" 203.0.113.9 ", Some("203.0.113.9"))]
#[case("2001:db8::7", Some("2001:db8::/64"))]
#[case("2001:db8::/64", Some("2001:db8::/64"))]
#[case("203.0.113.0/24", None)]
#[case("2001:db8::/32", None)]
#[case("0.0.0.0", None)]
#[case("224.0.0.1", None)]
#[case("lanewise.example", None)]
#[case("", None)]
fn staff_can_block_a_single_address_or_64_bit_network_but_no_larger_network(
    #[case] typed: &str,
    #[case] expected: Option<&str>,
) {
    assert_eq!(parse_address(typed).as_deref(), expected);
}

#[rstest]
#[case("10.1.2.3", &["10.0.0.0/8"], true)]
#[case("203.0.113.9", &["10.0.0.0/8"], false)]
#[case("::/64", &["::1/128"], true)]
#[case("2001:db8::/64", &["2001:db8::1/128"], true)]
#[case("2001:db8:0:1::/64", &["2001:db8::1/128"], false)]
#[case("2001:db8:0:1::/64", &["2001:db8::/32"], true)]
#[case("unknown", &["0.0.0.0/0"], false)]
fn an_address_is_within_the_given_networks_if_it_overlaps_any_network(
    #[case] address: &str,
    #[case] networks: &[&str],
    #[case] expected: bool,
) {
    let networks: Vec<IpNet> = networks.iter().map(|network| network.parse().unwrap()).collect();
    assert_eq!(is_within(address, &networks), expected);
}

#[test]
fn every_security_event_kind_and_severity_is_parsed_from_its_name() {
    for kind in SecurityEventKind::ALL {
        assert_eq!(SecurityEventKind::parse(kind.as_str()), Some(*kind));
    }
    for severity in Severity::ALL {
        assert_eq!(Severity::parse(severity.as_str()), Some(*severity));
    }
    assert_eq!(SecurityEventKind::parse("nonsense"), None);
}

/// Returns the facts about a secure environment, which has no findings.
fn secure_environment() -> EnvironmentFacts {
    EnvironmentFacts {
        is_production: true,
        is_cookie_secure: true,
        is_public: true,
        is_payment_test: false,
        has_data_key: true,
        has_rate_limits: true,
        has_mailer: true,
        has_trusted_proxies: true,
        requires_second_factor: true,
        has_unknown_proxy: false,
        is_database_private: true,
        is_schema_current: true,
        is_trail_ending: false,
        open_demo_accounts: 0,
        administrators: 2,
        administrators_without_second_factor: 0,
        clock_difference_seconds: 0,
        database_version: Some(150_008),
        is_standby: false,
        standbys: Some(1),
        replica: ReplicaState::Current,
        outside: ExternalChecks::default(),
    }
}

/// Each case changes one fact, and names the level of the resulting finding and a word from its message.
#[rstest]
#[case(|facts: &mut EnvironmentFacts| facts.open_demo_accounts = 1, FindingLevel::Error, "demo password")]
#[case(|facts: &mut EnvironmentFacts| facts.is_schema_current = false, FindingLevel::Error, "migrate")]
#[case(|facts: &mut EnvironmentFacts| facts.is_trail_ending = true, FindingLevel::Error, "less than two months")]
#[case(|facts: &mut EnvironmentFacts| facts.is_database_private = false, FindingLevel::Error, "sslmode")]
#[case(|facts: &mut EnvironmentFacts| facts.is_cookie_secure = false, FindingLevel::Error, "PUBLIC_URL")]
#[case(|facts: &mut EnvironmentFacts| facts.has_data_key = false, FindingLevel::Error, "LANEWISE_DATA_KEY")]
#[case(|facts: &mut EnvironmentFacts| facts.has_rate_limits = false, FindingLevel::Error, "RATE_LIMITS")]
#[case(|facts: &mut EnvironmentFacts| facts.is_payment_test = true, FindingLevel::Error, "test mode")]
#[case(|facts: &mut EnvironmentFacts| facts.has_mailer = false, FindingLevel::Warning, "SMTP_URL")]
#[case(|facts: &mut EnvironmentFacts| facts.administrators = 0, FindingLevel::Warning, "There is no administrator")]
#[case(|facts: &mut EnvironmentFacts| (facts.administrators_without_second_factor, facts.administrators) = (2, 2), FindingLevel::Warning, "No administrator")]
#[case(|facts: &mut EnvironmentFacts| (facts.administrators_without_second_factor, facts.administrators) = (1, 2), FindingLevel::Info, "Some administrators")]
#[case(|facts: &mut EnvironmentFacts| facts.has_unknown_proxy = true, FindingLevel::Warning, "was ignored")]
#[case(|facts: &mut EnvironmentFacts| { facts.has_unknown_proxy = true; facts.has_trusted_proxies = false }, FindingLevel::Error, "TRUSTED_PROXIES")]
#[case(|facts: &mut EnvironmentFacts| facts.requires_second_factor = false, FindingLevel::Warning, "REQUIRE_STAFF_SECOND_FACTOR")]
#[case(|facts: &mut EnvironmentFacts| facts.is_production = false, FindingLevel::Error, "LANEWISE_ENV")]
#[case(|facts: &mut EnvironmentFacts| { facts.is_production = false; facts.is_public = false }, FindingLevel::Info, "development rules")]
#[case(|facts: &mut EnvironmentFacts| facts.has_trusted_proxies = false, FindingLevel::Warning, "needs one for TLS")]
#[case(|facts: &mut EnvironmentFacts| facts.is_standby = true, FindingLevel::Error, "target_session_attrs")]
#[case(|facts: &mut EnvironmentFacts| facts.database_version = Some(140_011), FindingLevel::Error, "older than 15")]
#[case(|facts: &mut EnvironmentFacts| facts.standbys = Some(0), FindingLevel::Info, "No standby")]
#[case(|facts: &mut EnvironmentFacts| facts.replica = ReplicaState::Missing, FindingLevel::Warning, "isn’t a standby")]
#[case(|facts: &mut EnvironmentFacts| facts.replica = ReplicaState::Late, FindingLevel::Warning, "further behind")]
#[case(|facts: &mut EnvironmentFacts| facts.clock_difference_seconds = 5, FindingLevel::Warning, "by seconds")]
#[case(|facts: &mut EnvironmentFacts| facts.clock_difference_seconds = 60, FindingLevel::Error, "a minute")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.provider = CheckResult::Refused, FindingLevel::Error, "refuses STRIPE_SECRET_KEY")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.provider = CheckResult::NoAnswer, FindingLevel::Error, "does not answer")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.events = CheckResult::Refused, FindingLevel::Warning, "no permission to read events")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.refunds = CheckResult::Refused, FindingLevel::Error, "no permission to read refunds")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.disputes = CheckResult::Refused, FindingLevel::Error, "no permission to read disputes")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.endpoint = WebhookState::Missing, FindingLevel::Warning, "points to PUBLIC_URL")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.endpoint = WebhookState::Off, FindingLevel::Warning, "is disabled")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.endpoint = WebhookState::Hidden, FindingLevel::Info, "no permission to read")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.endpoint = WebhookState::LacksEvents(vec!["refund.failed".to_owned()]), FindingLevel::Warning, "add refund.failed")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.mail = CheckResult::Refused, FindingLevel::Error, "SMTP_URL")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.mail = CheckResult::NoAnswer, FindingLevel::Error, "does not answer")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.texts = CheckResult::Refused, FindingLevel::Error, "TWILIO_AUTH_TOKEN")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.texts = CheckResult::NoAnswer, FindingLevel::Error, "does not answer")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.free_disk_mb = Some(1_023), FindingLevel::Warning, "1 GB")]
#[case(|facts: &mut EnvironmentFacts| facts.outside.free_disk_mb = Some(63), FindingLevel::Error, "full")]
fn each_problem_of_the_environment_produces_one_finding_with_its_level(
    #[case] change: fn(&mut EnvironmentFacts),
    #[case] level: FindingLevel,
    #[case] word: &str,
) {
    let mut facts = secure_environment();
    assert_eq!(findings(&facts), []);
    change(&mut facts);
    let found = findings(&facts);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].level == level && found[0].message.contains(word), "{found:?}");
}

#[test]
fn findings_about_the_environment_are_sorted_by_severity() {
    let found = findings(&EnvironmentFacts {
        administrators: 2,
        administrators_without_second_factor: 1,
        ..EnvironmentFacts::default()
    });
    assert!(found.windows(2).all(|pair| pair[0].level <= pair[1].level), "{found:?}");
}
