//! California: infractions before a Superior Court.

use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule,
    Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

/// Name of the court's form for a trial by written declaration.
const BY_DECLARATION: &str = "form TR-205";

const MY_CITATIONS: Fact = CHECKED.shown(
    Topic::Meaning,
    "On the MyCitations page, you can ask the court for a lower fine, more time, a payment plan or community \
     service.",
    "Orange County Superior Court",
);
const MY_CITATIONS_WHO: Fact = CHECKED.shown(
    Topic::Who,
    "Where local rules allow, a clerk can approve your request if you get public benefits or your income is \
     at most 250% of the poverty level.",
    "Government Code §68645.3; Napa County Superior Court",
);
const MY_CITATIONS_TAKES: Fact = CHECKED.shown(
    Topic::Duration,
    "A decision takes up to 30 days. Until then you pay nothing and have no hearing.",
    "Orange County Superior Court",
);
const MY_CITATIONS_GIVES_UP: Fact = CHECKED.shown(
    Topic::GivesUp,
    "You can no longer contest the ticket or prove that you fixed the problem. If you want traffic school, \
     ask for that first.",
    "California Courts Self-Help, MyCitations",
);
const MY_CITATIONS_FORM: Fact = CHECKED.shown(
    Topic::NextStep,
    "Use the court’s MyCitations page, or the paper form TR-320.",
    "courts.ca.gov, AB 199",
);

pub(super) const PLACES: &[Place] = &[Place {
    name: "California",
    covers: "traffic tickets in California",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::California),
    terms: CHECKED.shown_text(
        "The ticket is a Notice to Appear, and its fine is called bail. You can plead guilty, no contest or \
         not guilty.",
        "Vehicle Code §40902; Rules of Court, rule 4.105",
    ),
    has_points: true,
    paying: Some(CHECKED.shown_text(
        "In California, paying counts as a conviction. If the violation must be reported to the DMV, it goes \
         on your driving record.",
        "San Bernardino County Superior Court",
    )),
    if_ignored: &[
        CHECKED.shown_text(
            "The court mails a reminder. If you don’t get it, your deadline stays the same.",
            "Mariposa County Superior Court, FAQ",
        ),
        CHECKED.shown_text(
            "The court can add a penalty of up to $100 (a civil assessment) 20 days after it mails you a \
             warning. If you show good cause, the court cancels the penalty.",
            "Penal Code §1214.1",
        ),
        CHECKED.shown_text("The court can decide your case on paper, without you.", "Vehicle Code §40903"),
        CHECKED.shown_text(
            "The debt can be collected from your wages, bank accounts and tax refunds.",
            "Orange County Superior Court",
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
                    "The date on the ticket is your deadline to act. It isn’t always the date of a hearing.",
                    "San Diego Superior Court, Traffic",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "Most convictions stay on your driving record for 3 years. Most two-point convictions \
                     stay for 10.",
                    "DMV, FFDL 15",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "The DMV acts against your license at 4 points in 12 months, 6 in 24 months or 8 in 36 \
                     months.",
                    "Vehicle Code §12810.5",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It in Court"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.shown(
                Topic::CostNow,
                "With some exceptions, you don’t pay a deposit before a trial in person.",
                "Rules of Court, rule 4.105",
            )],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It by Mail"),
            needs: &[OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::OwnForm(BY_DECLARATION),
            facts: &[
                CHECKED.shown(
                    Topic::Meaning,
                    "You explain your side in writing (a trial by written declaration) instead of going to a \
                     trial in person.",
                    "Vehicle Code §40902",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "You can do this for infractions, except those about driving under the influence.",
                    "Vehicle Code §40902",
                ),
                CHECKED.check_with_court(
                    Topic::Deadline,
                    "Ask by the due date. If you ask in writing, you get 25 more days.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.shown(
                    Topic::CostNow,
                    "With your statement, you pay a deposit as high as the full fine (the bail). You get it \
                     back if you win.",
                    "Vehicle Code §40902",
                ),
                CHECKED.check_with_court(
                    Topic::GivesUp,
                    "Your right to stay silent.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you lose, you can have a new trial.",
                    "Vehicle Code §40902(d)",
                ),
                CHECKED.check_with_court(
                    Topic::Outcome,
                    "Ask for the new trial on form TR-220, within 20 days after the decision was mailed.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.check_with_court(
                    Topic::NextStep,
                    "Send form TR-205 to the court on the ticket.",
                    "Rules of Court, rule 4.210",
                ),
            ],
        },
        Rule {
            kind: OptionKind::LowerFine,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                MY_CITATIONS,
                MY_CITATIONS_WHO,
                CHECKED.check_with_court(
                    Topic::Who,
                    "Courts in all 58 counties take these requests.",
                    "GovTech",
                ),
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
        Rule {
            kind: OptionKind::TrafficSchool,
            name: None,
            needs: &[
                OptionCondition::Moving,
                OptionCondition::PointsAtMost(1),
                OptionCondition::NoAppearance,
            ],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "The clerk approves traffic school for a one-point moving violation if your license is \
                     valid and you had no traffic school for a violation in the 18 months before.",
                    "Rules of Court, rule 4.104(b)",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "The clerk can’t approve it if the ticket is for more than 25 mph over the limit, if it \
                     involves alcohol or drugs, or if you were in a commercial vehicle at the time.",
                    "Rules of Court, rule 4.104(b)",
                ),
                CHECKED.check_with_court(
                    Topic::Who,
                    "A judge may allow traffic school in other cases too.",
                    "Rules of Court, rule 4.104",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "You pay the full fine (the bail), $49, fees of the DMV and the county, and the school’s \
                     price.",
                    "Vehicle Code §§42007, 42007.1",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "None, because the conviction becomes confidential. This doesn’t apply if you have a \
                     commercial license.",
                    "Vehicle Code §1808.7",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you don’t finish traffic school, the conviction is public and its points count.",
                    "AB 466 (2023)",
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
                    "You don’t qualify if there was fraud, neglect or an immediate hazard.",
                    "Vehicle Code §40610",
                ),
                CHECKED.shown(Topic::CostTotal, "$25 for each violation.", "Vehicle Code §40611"),
                CHECKED.shown(
                    Topic::NextStep,
                    "Get an official signature that the problem is fixed, and show it to the court by the \
                     date on the ticket.",
                    "courts.ca.gov",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                MY_CITATIONS,
                MY_CITATIONS_WHO,
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
    ],
}];
