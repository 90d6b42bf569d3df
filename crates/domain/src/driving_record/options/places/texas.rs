//! Texas: tickets before municipal and justice courts.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule, Topic, fact,
};
use crate::driving_record::options::sourced_text::Mark::{CheckWithCourt, Shown};
use crate::driving_record::options::sourced_text::{AsOf, sourced_text};
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

pub(super) const PLACES: &[Place] = &[Place {
    name: "Texas",
    covers: "traffic tickets in Texas",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::Texas),
    terms: sourced_text(
        Shown,
        "The paper is a citation. You can plead guilty, no contest (“nolo contendere”) or not guilty.",
        "Jersey Village and Port Arthur Municipal Courts",
        CHECKED,
    ),
    has_points: false,
    paying: Some(sourced_text(
        Shown,
        "In Texas paying is recorded as a no-contest plea. The conviction is reported to the state.",
        "Code of Criminal Procedure 27.14(c); City of Burleson",
        CHECKED,
    )),
    if_ignored: &[
        sourced_text(
            Shown,
            "A new charge can follow. The court can issue a warrant and later add collection costs.",
            "Transportation Code §543.009; City of Fulshear",
            CHECKED,
        ),
        sourced_text(
            Shown,
            "You can’t renew your license until it’s settled. Lifting that costs $10 a case, or nothing if \
             you’re indigent.",
            "Transportation Code §706.006",
            CHECKED,
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
                fact(
                    Topic::Deadline,
                    Shown,
                    "The citation sets the date. State law only says at least 10 days.",
                    "Transportation Code §543.006",
                    CHECKED,
                ),
                fact(
                    Topic::Points,
                    CheckWithCourt,
                    "Texas has had no points since September 2019.",
                    GUIDES,
                    CHECKED,
                ),
                fact(
                    Topic::Points,
                    Shown,
                    "Texas counts convictions: a license is suspended at 4 moving ones in 12 months or 7 in 24.",
                    "Transportation Code §521.292",
                    CHECKED,
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
                fact(
                    Topic::Meaning,
                    Shown,
                    "The ticket is a misdemeanor. The state has to prove it beyond a reasonable doubt.",
                    "Transportation Code §543.003; Port Arthur Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::GivesUp,
                    Shown,
                    "Pleading not guilty can cost you the driving safety course.",
                    "Port Arthur Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "A jury decides, unless you waive that.",
                    "Harker Heights Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    CheckWithCourt,
                    "If you lose, an appeal is a new trial in a county court, unless a court of record decided.",
                    "Code of Criminal Procedure 45.042",
                    CHECKED,
                ),
                fact(
                    Topic::NextStep,
                    Shown,
                    "Plead not guilty in person, by mail or through a lawyer. A phone call doesn’t count.",
                    "Jersey Village and Port Arthur Municipal Courts",
                    CHECKED,
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
                fact(
                    Topic::Meaning,
                    Shown,
                    "The judge may put off the judgment after you plead and pay the costs.",
                    "Code of Criminal Procedure 45A.302",
                    CHECKED,
                ),
                fact(
                    Topic::Who,
                    Shown,
                    "Not for commercial licenses or work zones with workers. Under 25, you also take the course.",
                    "Terrell Hills Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::CostTotal,
                    Shown,
                    "The court’s costs, and possibly a fine.",
                    "Code of Criminal Procedure 45A.302",
                    CHECKED,
                ),
                fact(Topic::GivesUp, Shown, "The trial.", "Terrell Hills Municipal Court", CHECKED),
                fact(
                    Topic::Duration,
                    Shown,
                    "Up to 180 days.",
                    "Code of Criminal Procedure 45A.302",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "If you meet the terms, the ticket is dismissed.",
                    "Terrell Hills Municipal Court",
                    CHECKED,
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
                fact(
                    Topic::Who,
                    Shown,
                    "You need a Texas license or active military service, and insurance. Not if you took the \
                     course in the past 12 months.",
                    "Code of Criminal Procedure 45A.352; Port Arthur Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::Who,
                    Shown,
                    "Not for 25 mph or more over the limit, 95 mph or more, commercial licenses, work zones with \
                     workers, or school bus violations.",
                    "Port Arthur Municipal Court",
                    CHECKED,
                ),
                fact(
                    Topic::GivesUp,
                    Shown,
                    "You plead guilty or no contest.",
                    "Code of Criminal Procedure 45A.352",
                    CHECKED,
                ),
                fact(
                    Topic::Duration,
                    Shown,
                    "You have 90 days to file the certificate, your driving record and an affidavit.",
                    "Code of Criminal Procedure 45A.356",
                    CHECKED,
                ),
                fact(Topic::Outcome, Shown, "If you file everything in time, the ticket is dismissed.", "City of Marion", CHECKED),
                fact(
                    Topic::NextStep,
                    Shown,
                    "Ask by the answer date, in person, through a lawyer or by certified mail.",
                    "Code of Criminal Procedure 45A.352",
                    CHECKED,
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
                fact(
                    Topic::Deadline,
                    Shown,
                    "Expired license or registration: renew within 20 working days.",
                    "Transportation Code §§521.026, 502.407",
                    CHECKED,
                ),
                fact(
                    Topic::Deadline,
                    Shown,
                    "Equipment: fix it before your first appearance.",
                    "Transportation Code §547.004",
                    CHECKED,
                ),
                fact(
                    Topic::CostTotal,
                    Shown,
                    "$20 for an expired license or registration.",
                    "Transportation Code §§521.026, 502.407",
                    CHECKED,
                ),
                fact(Topic::CostTotal, Shown, "$10 for equipment.", "Transportation Code §547.004", CHECKED),
                fact(
                    Topic::Who,
                    Shown,
                    "Insurance that was valid at the stop counts too.",
                    "City of West Lake Hills",
                    CHECKED,
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[fact(
                Topic::Meaning,
                Shown,
                "If you can’t pay, the court can allow a payment plan, community service or a waiver.",
                "Code of Criminal Procedure 45A.257",
                CHECKED,
            )],
        },
    ],
}];
