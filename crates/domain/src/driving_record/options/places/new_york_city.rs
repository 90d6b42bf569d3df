//! New York City: traffic tickets at the Traffic Violations Bureau, parking tickets and camera violations at
//! the Department of Finance.

use super::GUIDES;
use super::new_york::{COURSE, PLAN, POINTS_COST, POINTS_COUNT};
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule, Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };
const DMV: &str = "New York State DMV, Traffic Violations Bureau";
const DOF: &str = "NYC Department of Finance";

const BUREAU: Place = Place {
    name: "New York City, Traffic Violations Bureau",
    covers: "traffic tickets in New York City",
    authority: "The Traffic Violations Bureau",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::Issuer {
        names: &[
            "New York City",
            "City of New York",
            "NYC",
            "NYPD",
            "New York Police Department",
            "New York City Police Department",
            "TVB",
        ],
        words: &["traffic violations bureau", "tvb", "nypd"],
        counties: &[
            "Bronx",
            "Kings",
            "New York",
            "Queens",
            "Richmond",
            "Brooklyn",
            "Manhattan",
            "Staten Island",
        ],
        state: UsState::NewYork,
    },
    terms: CHECKED.shown_text(
        "You can plead guilty or not guilty. If you don’t answer, you’re convicted without a hearing (a \
         default conviction).",
        DMV,
    ),
    has_points: true,
    paying: Some(
        CHECKED.shown_text("At New York City’s Traffic Violations Bureau, a guilty plea is final.", DMV),
    ),
    if_ignored: &[CHECKED.shown_text(
        "Your license is suspended. Then you’re convicted without a hearing (a default conviction), and what \
         you owe goes to collections. To ask to reopen the case, use form AA-3.3.",
        DMV,
    )],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::NoticeOr(15),
            letter: LetterRule::NotTaken,
            facts: &[
                POINTS_COUNT,
                POINTS_COST,
                CHECKED.shown(Topic::Deadline, "If you plead guilty by mail, do it within 15 days.", DMV),
                CHECKED.shown(
                    Topic::Meaning,
                    "You can’t plead guilty online if the plea suspends your license.",
                    DMV,
                ),
                CHECKED.shown(Topic::GivesUp, "Your right to a hearing. A guilty plea is final.", DMV),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::NoticeOr(15),
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.check_with_court(Topic::Deadline, "Plead not guilty within 15 days.", GUIDES),
                CHECKED.shown(
                    Topic::Meaning,
                    "You get a hearing before an administrative law judge. You can bring a lawyer.",
                    DMV,
                ),
                CHECKED.check_with_court(
                    Topic::Who,
                    "There is no plea bargaining (pleading guilty to a lesser charge). You can reschedule \
                     the hearing once, online.",
                    GUIDES,
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "You can appeal within 30 days for $10, online or with form AA-33 by mail.",
                    DMV,
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Plead not guilty online, by phone, or by mail to PO Box 2950-ESP, Albany 12220-0950.",
                    DMV,
                ),
            ],
        },
        COURSE,
        PLAN,
    ],
};

const FINANCE: Place = Place {
    name: "New York City, Department of Finance",
    covers: "parking and camera tickets in New York City",
    authority: "New York City’s Department of Finance",
    citations: CoveredCitations::ParkingAndCameras,
    recognition: Recognition::Issuer {
        names: &[
            "New York City",
            "City of New York",
            "NYC",
            "NYC Finance",
            "NYC DOF",
            "NYC Department of Finance",
            "New York City Department of Finance",
            "NYPD",
        ],
        words: &[],
        counties: &[],
        state: UsState::NewYork,
    },
    terms: CHECKED.shown_text(
        "The ticket is also called a summons. You can plead guilty or not guilty. If you don’t answer, the \
         city decides against you without a hearing (a default judgment).",
        DOF,
    ),
    has_points: false,
    paying: Some(CHECKED.shown_text(
        "In New York City, paying a parking ticket without a hearing means that you plead guilty, and you \
         can’t appeal.",
        DOF,
    )),
    if_ignored: &[
        CHECKED.check_with_court_text(
            "A parking ticket costs $10 more after 30 days, $20 more after 60, and $30 more after 90. Once \
             the city has a judgment against you, it adds 9% interest a year.",
            GUIDES,
        ),
        CHECKED.check_with_court_text("A camera ticket costs $25 more after 30 days.", GUIDES),
        CHECKED.shown_text(
            "After about 100 days, the city gets a default judgment. After that, you can only ask for a \
             hearing after judgment, and only for one year.",
            "NYC Department of Finance; NYC 311",
        ),
        CHECKED.shown_text(
            "If the city has judgments against you for more than $350, it can boot your car, and tow it \
             after 2 business days.",
            DOF,
        ),
        CHECKED.shown_text(
            "Big cities can have your vehicle’s registration suspended.",
            "Vehicle and Traffic Law §510(4-c); City of Yonkers",
        ),
    ],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::NoticeOr(30),
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(Topic::Deadline, "Pay or ask for a hearing within 30 days.", DOF),
                CHECKED.shown(
                    Topic::GivesUp,
                    "Your right to a hearing and an appeal. Paying without a hearing means that you plead \
                     guilty.",
                    DOF,
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Ask for a Hearing"),
            needs: &[],
            deadline: Deadline::NoticeOr(30),
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.shown(Topic::Deadline, "Pay or ask for a hearing within 30 days.", DOF),
                CHECKED.shown(
                    Topic::CostTotal,
                    "If you ask for the hearing late and lose, you still owe the late penalties.",
                    DOF,
                ),
                CHECKED.shown(
                    Topic::Duration,
                    "You get a hearing in 14 to 45 days. If it’s online, the result comes 2 weeks later.",
                    "NYC 311",
                ),
                CHECKED.shown(Topic::Outcome, "If you lose, you can appeal within 30 days.", DOF),
                CHECKED.shown(
                    Topic::Outcome,
                    "The city no longer offers settlements with a lower fine.",
                    "NYC 311",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Ask for a hearing online, in the city’s app, by mail or in person. The city’s Parking \
                     Summons Advocate can help you.",
                    DOF,
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[OptionCondition::Unrecorded],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "The plan is for tickets for which the city has a judgment against you. If you want to \
                     dispute one of them, do that first.",
                    DOF,
                ),
                CHECKED.shown(Topic::CostNow, "You pay 20% of what you owe up front.", DOF),
                CHECKED.shown(Topic::CostTotal, "Interest keeps adding up until everything is paid.", DOF),
                CHECKED.shown(
                    Topic::Duration,
                    "You have 24 months to pay, or 60 days if you owe less than $350.",
                    DOF,
                ),
            ],
        },
    ],
};

pub(super) const PLACES: &[Place] = &[BUREAU, FINANCE];
