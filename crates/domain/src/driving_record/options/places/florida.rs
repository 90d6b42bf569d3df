//! Florida: noncriminal infractions, handled by the county clerk.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule,
    Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

/// Number of days in which a driver must choose an option. Some clerks give a driver longer to pay:
/// Hillsborough County's allows 60 days to pay, but 30 days to choose school. A later due date on the notice
/// therefore doesn't move the last day to choose school or a hearing.
const DAYS_TO_CHOOSE: u64 = 30;

/// Name of the form with which a driver contests on paper. The driver must swear to the form, so a letter isn't enough.
const AFFIDAVIT: &str = "the affidavit under Traffic Court Rule 6.340";

const CHOOSE: Fact = CHECKED.shown(
    Topic::Deadline,
    "You have 30 days to choose: pay, go to traffic school or have a hearing.",
    "Florida Court Clerks; Citrus County Clerk",
);

pub(super) const PLACES: &[Place] = &[Place {
    name: "Florida",
    covers: "traffic tickets in Florida",
    authority: "The county clerk",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::Florida),
    terms: CHECKED.shown_text(
        "The ticket is a Uniform Traffic Citation, and its fine is a civil penalty. You can admit it, plead \
         no contest or plead not guilty.",
        "Florida Court Clerks",
    ),
    has_points: true,
    paying: Some(CHECKED.shown_text(
        "In Florida, paying means that you admit the violation. A moving violation adds points to your \
         license.",
        "Hillsborough County Clerk",
    )),
    if_ignored: &[
        CHECKED.shown_text(
            "The clerk reports this to the state within 10 days. Your license is suspended 20 days after a \
             notice is mailed, and the suspension stays on your record for 7 years.",
            "Florida Statutes s. 318.15 (2025)",
        ),
        CHECKED.shown_text("Such a suspension is called “D-6”.", "Florida Court Clerks"),
        CHECKED.check_with_court_text("Getting your license back costs $60.", GUIDES),
    ],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::NoticeOr(DAYS_TO_CHOOSE),
            letter: LetterRule::NotTaken,
            facts: &[
                CHOOSE,
                CHECKED.check_with_court(
                    Topic::Deadline,
                    "If the court set the penalty, you have at least 60 days to pay it.",
                    "Traffic Court Rule 6.480, since January 2026",
                ),
                CHECKED.check_with_court(
                    Topic::Points,
                    "Your license is suspended for 30 days at 12 points in 12 months, for 3 months at 18 \
                     points in 18 months, and for a year at 24 points in 36 months.",
                    "Florida Statutes s. 322.27",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::Within(DAYS_TO_CHOOSE),
            letter: LetterRule::OwnForm(AFFIDAVIT),
            facts: &[
                CHOOSE,
                CHECKED.shown(
                    Topic::Meaning,
                    "You ask the clerk for a hearing. Some infractions require one.",
                    "Florida Statutes s. 318.19; Citrus County Clerk",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "At a hearing, the penalty can be up to $500, or $1,000 for a death or for speeding in a \
                     school or construction zone.",
                    "Sumter County Clerk",
                ),
                CHECKED.check_with_court(
                    Topic::NextStep,
                    "You can also contest in writing, with a sworn statement (an affidavit). The forms for \
                     it are new in 2026.",
                    "Traffic Court Rule 6.340",
                ),
            ],
        },
        Rule {
            kind: OptionKind::TrafficSchool,
            name: None,
            needs: &[OptionCondition::Moving, OptionCondition::NoAppearance],
            deadline: Deadline::Within(DAYS_TO_CHOOSE),
            letter: LetterRule::NotTaken,
            facts: &[
                CHOOSE,
                CHECKED.shown(
                    Topic::Who,
                    "You can do this once in 12 months, but not with a commercial license, for 30 mph or \
                     more over the limit, or for a ticket about your license, registration or insurance.",
                    "Florida Statutes s. 318.14(9), as in SB 666 (2018)",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "There is also a limit on how often you can do this in your life. Ask the clerk what it \
                     is.",
                    "Hillsborough and Bay County Clerks",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "None, because you aren’t convicted (adjudication is withheld).",
                    "Florida Statutes s. 318.14(9), as in SB 666 (2018)",
                ),
                CHECKED.shown(
                    Topic::GivesUp,
                    "Your right to a hearing. Traffic school replaces it.",
                    "Florida Statutes s. 318.14(9), as in SB 666 (2018)",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you don’t finish traffic school, you’re guilty and get the points. You pay back any \
                     18% discount, plus a fee of up to $18.",
                    "Florida Statutes s. 318.15 (2025)",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Correction,
            name: None,
            needs: &[OptionCondition::Correctable, OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "If your license, registration or insurance was valid when you were stopped, show the \
                     clerk proof and pay a small fee.",
                    "Polk and Sumter County Clerks",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "After you renew what expired, you can plead no contest. You can do this once in 12 \
                     months and 3 times in your life.",
                    "St. Johns County Clerk",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "If the ticket is about equipment, repair it within 30 days and get an officer’s \
                     signature.",
                    "City of Cocoa",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.shown(
                Topic::Meaning,
                "Clerks offer payment plans.",
                "Florida Statutes ss. 318.15, 28.246",
            )],
        },
    ],
}];
