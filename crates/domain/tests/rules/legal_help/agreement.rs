//! The agreement's template and the signature.

use domain::legal_help::agreement::{AgreementFacts, MAX_AGREEMENT_CHARS, is_name_of, template};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offer::LegalHelpRule;
use domain::shared::money::Money;
use domain::shared::us_state::UsState::Texas;
use rstest::rstest;

use super::build::{case, court_in, record};

#[test]
fn the_template_names_the_parties_the_ticket_and_the_fee() {
    let case = Case { court: court_in(Texas), ..case(Handling::Matched, CaseStep::Accepted) };
    let lawyer = record();
    let facts = AgreementFacts {
        driver: "Dana Driver",
        lawyer: &lawyer,
        citation: Some("TX-12"),
        violation: "Speeding",
        fee: Money::from_cents(7_550),
    };
    let text = template(&case, facts);
    for part in [
        "Lena Ortiz of Ortiz Traffic Law, Texas bar license 24001",
        "represents Dana Driver",
        "Speeding, number TX-12 in Texas",
        "Appeals, other tickets",
        "$75.50",
        "can't promise an outcome",
        "Until the lawyer files an appearance the client can end this agreement and gets back the full price.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.chars().count() < MAX_AGREEMENT_CHARS / 2);
    let unnumbered = template(&case, AgreementFacts { citation: None, ..facts });
    assert!(unnumbered.contains("Speeding, without a citation number in Texas"), "{unnumbered}");
}

#[test]
fn the_template_says_what_the_lawyer_earns_and_when() {
    let rule = LegalHelpRule { appearance_earns: 40, ..LegalHelpRule::DEVELOPMENT };
    let fee = Some(FeeTerms::new(Money::from_dollars(75), rule));
    let case = Case { fee, ..case(Handling::Matched, CaseStep::Accepted) };
    let lawyer = record();
    let facts = AgreementFacts {
        driver: "Dana Driver",
        lawyer: &lawyer,
        citation: None,
        violation: "Speeding",
        fee: Money::from_dollars(75),
    };
    let text = template(&case, facts);
    assert!(text.contains("Filing an appearance earns 40% of the fee, and the court's decision"), "{text}");
    assert!(text.contains("before the decision, the client gets back what isn't earned."), "{text}");
}

#[rstest]
#[case("Dana Driver", true)]
#[case("  dana   DRIVER ", true)]
#[case("Dana B. Driver", false)]
#[case("", false)]
fn a_signature_is_compared_ignoring_case_and_spaces(#[case] signed: &str, #[case] is_same: bool) {
    assert_eq!(is_name_of(signed, "Dana Driver"), is_same);
}
