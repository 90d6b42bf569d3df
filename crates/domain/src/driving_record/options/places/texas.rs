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
        "The ticket is called a citation. You can plead guilty, no contest (“nolo contendere”) or not \
         guilty.",
        "Jersey Village and Port Arthur Municipal Courts",
    ),
    has_points: false,
    paying: Some(CHECKED.shown_text(
        "In Texas, paying is recorded as a no-contest plea. The conviction is reported to the state.",
        "Code of Criminal Procedure 27.14(c); City of Burleson",
    )),
    if_ignored: &[
        CHECKED.shown_text(
            "You can be charged with another offense. The court can issue a warrant and later add collection \
             costs.",
            "Transportation Code §543.009; City of Fulshear",
        ),
        CHECKED.shown_text(
            "You can’t renew your license until the case is settled. Lifting this block costs $10 for each \
             case, or nothing if the court finds you indigent.",
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
                    "The citation says by when you have to answer. State law only says that you have at \
                     least 10 days.",
                    "Transportation Code §543.006",
                ),
                CHECKED.check_with_court(
                    Topic::Points,
                    "Texas has had no points since September 2019.",
                    GUIDES,
                ),
                CHECKED.shown(
                    Topic::Points,
                    "Texas counts convictions: your license is suspended at 4 convictions of moving \
                     violations in 12 months, or 7 in 24 months.",
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
                    "The violation is a misdemeanor. The state has to prove it beyond a reasonable doubt.",
                    "Transportation Code §543.003; Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::GivesUp,
                    "If you plead not guilty, you may lose the option of a driving safety course.",
                    "Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "A jury decides, unless you give up your right to one.",
                    "Harker Heights Municipal Court",
                ),
                CHECKED.check_with_court(
                    Topic::Outcome,
                    "If you lose and appeal, you get a new trial in a county court, unless a court of record \
                     decided your case.",
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
                    "The judge may put off the judgment after you enter a plea and pay the court’s costs.",
                    "Code of Criminal Procedure 45A.302",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "You don’t qualify with a commercial license, or for a violation in a work zone with \
                     workers. If you’re under 25, you also take the driving safety course.",
                    "Terrell Hills Municipal Court",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "You pay the court’s costs, and possibly a fine.",
                    "Code of Criminal Procedure 45A.302",
                ),
                CHECKED.shown(Topic::GivesUp, "Your right to a trial.", "Terrell Hills Municipal Court"),
                CHECKED.shown(
                    Topic::Duration,
                    "The judge can put off the judgment for up to 180 days.",
                    "Code of Criminal Procedure 45A.302",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you meet the court’s terms, the ticket is dismissed.",
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
                    "You need insurance, and a Texas license or active military service. You don’t qualify \
                     if you took the course in the past 12 months.",
                    "Code of Criminal Procedure 45A.352; Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "You don’t qualify for 25 mph or more over the limit, for 95 mph or more, with a \
                     commercial license, in a work zone with workers, or for a school bus violation.",
                    "Port Arthur Municipal Court",
                ),
                CHECKED.shown(
                    Topic::GivesUp,
                    "You plead guilty or no contest.",
                    "Code of Criminal Procedure 45A.352",
                ),
                CHECKED.shown(
                    Topic::Duration,
                    "You have 90 days to file the course certificate, your driving record and a sworn \
                     statement (an affidavit).",
                    "Code of Criminal Procedure 45A.356",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you file everything in time, the ticket is dismissed.",
                    "City of Marion",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Ask for the course by the day on which you have to answer the citation, in person, \
                     through a lawyer or by certified mail.",
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
                    "If your license or registration expired, renew it within 20 working days.",
                    "Transportation Code §§521.026, 502.407",
                ),
                CHECKED.shown(
                    Topic::Deadline,
                    "If the ticket is about equipment, fix it before your first court appearance.",
                    "Transportation Code §547.004",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "$20 for an expired license or registration.",
                    "Transportation Code §§521.026, 502.407",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "$10 for an equipment violation.",
                    "Transportation Code §547.004",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "You also qualify if your insurance was valid when you were stopped.",
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
                "If you can’t pay, the court can allow a payment plan or community service, or waive what \
                 you owe.",
                "Code of Criminal Procedure 45A.257",
            )],
        },
    ],
}];
