//! Tests of browsers' CSP reports, which are stored with known directives, valid hosts and known keywords only
//! (docs/product/security.md#csp-reports).

use domain::security::csp_report::{CspDirective, CspReport};
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("script-src-elem", CspDirective::ScriptSrcElem)]
#[case("script-src 'self' https://js.stripe.com", CspDirective::ScriptSrc)]
#[case("img-src", CspDirective::ImgSrc)]
#[case("require-trusted-types-for", CspDirective::Other)]
#[case("", CspDirective::Other)]
#[case("<script>", CspDirective::Other)]
fn a_reported_csp_directive_is_recognized_or_counts_as_other(
    #[case] reported: &str,
    #[case] expected: CspDirective,
) {
    assert_eq!(CspDirective::reported(reported), expected);
}

#[rstest]
#[case(Some("Evil.Example"), "", "evil.example")]
#[case(Some("a-b.xn--bcher-kva.example"), "", "a-b.xn--bcher-kva.example")]
#[case(Some("203.0.113.9"), "", "203.0.113.9")]
#[case(Some("[2001:DB8::1]"), "", "[2001:db8::1]")]
#[case(Some("[<script>]"), "", "other")]
#[case(Some("evil_example"), "", "other")]
#[case(Some("-evil.example"), "", "other")]
#[case(Some("evil..example"), "", "other")]
#[case(Some(""), "", "other")]
#[case(None, "inline", "inline")]
#[case(None, "wasm-eval", "eval")]
#[case(None, "data:text/javascript,alert(1)", "data")]
#[case(None, "moz-extension://1234/a.js", "extension")]
#[case(None, "an email address: ann@example.com", "other")]
#[case(None, "", "other")]
fn a_blocked_source_is_stored_as_a_host_or_a_known_keyword(
    #[case] host: Option<&str>,
    #[case] word: &str,
    #[case] expected: &str,
) {
    assert_eq!(CspReport::new("script-src", host, word).host, expected);
}

proptest! {
    #[test]
    fn a_reported_host_is_always_short_plain_text(directive in ".*", host in proptest::option::of(".*"), word in ".*") {
        let report = CspReport::new(&directive, host.as_deref(), &word);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:[]".contains(c);
        prop_assert!(!report.host.is_empty() && report.host.len() <= 253 && report.host.chars().all(is_plain));
    }
}
