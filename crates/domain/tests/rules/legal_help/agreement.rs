//! Tests of the template of an engagement agreement, and of the driver's signature.

use domain::legal_help::agreement::{AgreementFacts, MAX_AGREEMENT_CHARS, fill, is_same_name};
use domain::legal_help::agreement_template::{
    AgreementTemplate, LAW_FIRM_TEMPLATE, MAX_TEMPLATE_CHARS, Placeholder, SHARED_TEMPLATE, TemplateError,
};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offer::LegalHelpRule;
use domain::shared::money::Money;
use domain::shared::us_state::UsState::Texas;
use rstest::rstest;

use super::build::{case, court_in, record};

#[test]
fn the_filled_in_template_names_the_parties_the_ticket_and_the_fee() {
    let case = Case { court: court_in(Texas), ..case(Handling::Matched, CaseStep::Accepted) };
    let lawyer = record();
    let facts = AgreementFacts {
        driver: "Dana Driver",
        lawyer: &lawyer,
        citation: Some("TX-12"),
        violation: "Speeding",
        fee: Money::from_cents(7_550),
    };
    let text = fill(&SHARED_TEMPLATE, &case, facts);
    for part in [
        "Lena Ortiz of Ortiz Traffic Law, Texas bar license 24001",
        "represents Dana Driver",
        "one ticket in Texas: Speeding (citation number TX-12).",
        "Lanewise isn't a law firm",
        "Appeals, other tickets",
        "$75.50",
        "can't promise an outcome",
        "Until the lawyer files an appearance the client can end this agreement and gets back the full price.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.chars().count() < MAX_AGREEMENT_CHARS / 2);
    let unnumbered = fill(&SHARED_TEMPLATE, &case, AgreementFacts { citation: None, ..facts });
    assert!(unnumbered.contains("one ticket in Texas: Speeding (no citation number)."), "{unnumbered}");
    let by_law_firm = fill(&LAW_FIRM_TEMPLATE, &case, facts);
    assert!(by_law_firm.contains("represents Dana Driver (the client).\n\n2. Scope."), "{by_law_firm}");
}

#[test]
fn the_filled_in_template_says_what_the_lawyer_earns_and_when() {
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
    let text = fill(&SHARED_TEMPLATE, &case, facts);
    assert!(text.contains("Filing an appearance earns 40% of the fee, and the court's decision"), "{text}");
    assert!(text.contains("before the decision, the client gets back what isn't earned."), "{text}");
}

#[test]
fn a_filled_in_template_refers_to_the_court_on_the_ticket_if_the_cases_court_is_unknown() {
    let case = case(Handling::Matched, CaseStep::Accepted);
    let lawyer = record();
    let facts = AgreementFacts {
        driver: "Dana Driver",
        lawyer: &lawyer,
        citation: None,
        violation: "Speeding",
        fee: Money::from_dollars(75),
    };
    let template = AgreementTemplate::parse("{lawyer} for {client}: {violation} in {court}.").unwrap();
    let court = CaseCourt { state: None, name: None, ..case.court.clone() };
    let text = fill(&template, &Case { court, ..case }, facts);
    assert_eq!(text, "Lena Ortiz of Ortiz Traffic Law for Dana Driver: Speeding in the court on the ticket.");
}

#[test]
fn a_template_may_contain_only_known_placeholders() {
    for name in Placeholder::ALL {
        let text = format!("{{{name}}}");
        assert!(AgreementTemplate::parse(&text).is_ok(), "{text}");
        assert!(matches!(
            AgreementTemplate::parse(&format!("For {text}, {{{name}s}}.")),
            Err(TemplateError::UnknownPlaceholder(_))
        ));
    }
    for text in ["{", "{}", "{client", "{ client }", "{{client}}"] {
        let refused = AgreementTemplate::parse(text);
        assert!(matches!(refused, Err(TemplateError::UnknownPlaceholder(_))), "{text}: {refused:?}");
    }
    let error = AgreementTemplate::parse("{driver}").unwrap_err().to_string();
    assert!(error.starts_with("{driver} isn't a placeholder; write one of {client}, {lawyer}, "), "{error}");
}

#[test]
fn a_template_is_neither_empty_nor_too_long() {
    assert!(AgreementTemplate::parse(&"a".repeat(MAX_TEMPLATE_CHARS)).is_ok());
    assert!(AgreementTemplate::parse(&"a".repeat(MAX_TEMPLATE_CHARS + 1)).is_err());
    assert!(AgreementTemplate::parse(" \n").is_err());
}

#[rstest]
#[case("Dana Driver", true)]
#[case("  dana   DRIVER ", true)]
#[case("Dana B. Driver", false)]
#[case("", false)]
fn a_signature_is_compared_ignoring_case_and_extra_spaces(#[case] signed: &str, #[case] is_same: bool) {
    assert_eq!(is_same_name(signed, "Dana Driver"), is_same);
}
