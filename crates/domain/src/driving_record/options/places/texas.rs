//! Texas: tickets before municipal and justice courts.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule, Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

pub(super) const PLACES: &[Place] = &[Place {
    name: "Texas",
    covers: "traffic tickets in Texas",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::Texas),
    terms: CHECKED.shown_text(
        "The paper is a citation. You can plead guilty, no contest (“nolo contendere”) or not guilty.",
        "Jersey Village and Port Arthur Municipal Courts",
    ),
    has_points: false,
    paying: Some(CHECKED.shown_text(
        "In Texas paying is recorded as a no-contest plea. The conviction is reported to the state.",
        "Code of Criminal Procedure 27.14(c); City of Burleson",
    )),
    if_ignored: &[
        CHECKED.shown_text(
            "A new charge can follow. The court can issue a warrant and later add collection costs.",
            "Transportation Code §543.009; City of Fulshear",
        ),
        CHECKED.shown_text(
            "You can’t renew your license until it’s settled. Lifting that costs $10 a case, or nothing if \
             you’re indigent.",
            "Transportation Code §706.006",
        ),
    ],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Deadline,
                    "The citation sets the date. State law only says at least 10 days.",
                    "Transportation Code §543.006",
                ),
                CHECKED.check_with_court(
                    Topic::Points,
                    "Texas has had no points since September 2019.",
                    GUIDES,
                ),
                CHECKED.shown(
                    Topic::Points,
                    "Texas counts convictions: a license is suspended at 4 moving ones in 12 months or 7 in \
                     24.",
                    "Transportation Code §521.292",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.shown(
                    Topic::Meaning,
                    "The ticket is a misdemeanor. The state has to prove it beyond a reasonable doubt.",
                    "Transportation Code §543.003; Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::GivesUp,
                    "Pleading not guilty can cost you the driving safety course.",
                    "Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "A jury decides, unless you waive that.",
                    "Harker Heights Municipal Court",
                ),
                CHECKED.check_with_court(
                    Topic::Outcome,
                    "If you lose, an appeal is a new trial in a county court, unless a court of record \
                     decided.",
                    "Code of Criminal Procedure 45.042",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Plead not guilty in person, by mail or through a lawyer. A phone call doesn’t count.",
                    "Jersey Village and Port Arthur Municipal Courts",
                ),
            ],
        },
        Rule {
            kind: OptionKind::LowerFine,
            name: Some("Ask for Deferred Disposition"),
            needs: &[OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Meaning,
                    "The judge may put off the judgment after you plead and pay the costs.",
                    "Code of Criminal Procedure 45A.302",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "Not for commercial licenses or work zones with workers. Under 25, you also take the \
                     course.",
                    "Terrell Hills Municipal Court",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "The court’s costs, and possibly a fine.",
                    "Code of Criminal Procedure 45A.302",
                ),
                CHECKED.shown(Topic::GivesUp, "The trial.", "Terrell Hills Municipal Court"),
                CHECKED.shown(Topic::Duration, "Up to 180 days.", "Code of Criminal Procedure 45A.302"),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you meet the terms, the ticket is dismissed.",
                    "Terrell Hills Municipal Court",
                ),
            ],
        },
        Rule {
            kind: OptionKind::TrafficSchool,
            name: Some("Take a Driving Safety Course"),
            needs: &[OptionCondition::Moving, OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "You need a Texas license or active military service, and insurance. Not if you took the \
                     course in the past 12 months.",
                    "Code of Criminal Procedure 45A.352; Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "Not for 25 mph or more over the limit, 95 mph or more, commercial licenses, work zones \
                     with workers, or school bus violations.",
                    "Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::GivesUp,
                    "You plead guilty or no contest.",
                    "Code of Criminal Procedure 45A.352",
                ),
                CHECKED.shown(
                    Topic::Duration,
                    "You have 90 days to file the certificate, your driving record and an affidavit.",
                    "Code of Criminal Procedure 45A.356",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you file everything in time, the ticket is dismissed.",
                    "City of Marion",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Ask by the answer date, in person, through a lawyer or by certified mail.",
                    "Code of Criminal Procedure 45A.352",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Correction,
            name: None,
            needs: &[OptionCondition::Correctable, OptionCondition::NoAppearance],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Deadline,
                    "Expired license or registration: renew within 20 working days.",
                    "Transportation Code §§521.026, 502.407",
                ),
                CHECKED.shown(
                    Topic::Deadline,
                    "Equipment: fix it before your first appearance.",
                    "Transportation Code §547.004",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "$20 for an expired license or registration.",
                    "Transportation Code §§521.026, 502.407",
                ),
                CHECKED.shown(Topic::CostTotal, "$10 for equipment.", "Transportation Code §547.004"),
                CHECKED.shown(
                    Topic::Who,
                    "Insurance that was valid at the stop counts too.",
                    "City of West Lake Hills",
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
                "If you can’t pay, the court can allow a payment plan, community service or a waiver.",
                "Code of Criminal Procedure 45A.257",
            )],
        },
    ],
}];
