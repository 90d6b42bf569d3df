//! Functions that create situations of items with default values.

use chrono::NaiveDate;
use domain::driving_record::kinds::TicketCategory;
use domain::driving_record::options::list::{ItemOption, ItemOptions, options_of};
use domain::driving_record::options::rule::{CoveredCitations, OptionKind};
use domain::driving_record::options::situation::{ItemOrigin, Situation};
use domain::driving_record::options::violation::Nature;
use domain::driving_record::standing::{HasStanding, ItemStanding, Standing, StandingFacts};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;

use crate::build::{date, ticket};

pub fn today() -> NaiveDate {
    date("2026-11-28")
}

/// Returns the standing of a due ticket for which the driver may hire a lawyer.
pub fn due() -> ItemStanding {
    ticket(1).standing(&StandingFacts { is_lawyer_offered: true, ..StandingFacts::default() })
}

pub fn with_standing(standing: Standing) -> ItemStanding {
    let is_due = standing == Standing::Due;
    let may_pay = matches!(standing, Standing::Due | Standing::WithLawyer);
    ItemStanding { standing, may_pay, may_hire_lawyer: is_due, counts_as_due: is_due, ..due() }
}

/// Returns a speeding ticket of this state's court, issued on November 1 and due on December 15.
pub fn speeding_in(state: Option<UsState>) -> Situation<'static> {
    Situation {
        citations: CoveredCitations::Traffic,
        is_ticket: true,
        nature: Nature::of("Speeding", TicketCategory::Speeding),
        origin: ItemOrigin { state, county: None, names: vec![] },
        date: date("2026-11-01"),
        notice_date: Some(date("2026-12-15")),
        court_date: None,
        is_court_required: false,
        fine: Money::from_dollars(238),
        points: 1,
        item_standing: due(),
        is_decided: false,
        has_sent_letter: false,
    }
}

/// Returns a parking ticket or toll of this issuer, issued on November 1 without a due date.
pub fn issued_by(citations: CoveredCitations, name: &'static str) -> Situation<'static> {
    let item_standing = ItemStanding { may_hire_lawyer: false, ..due() };
    Situation {
        citations,
        is_ticket: false,
        nature: Nature::Unclear,
        origin: ItemOrigin { state: None, county: None, names: vec![name] },
        notice_date: None,
        points: 0,
        item_standing,
        ..speeding_in(None)
    }
}

pub fn options(item: &Situation<'_>) -> ItemOptions {
    options_of(item, today())
}

/// Returns the first option of this kind.
pub fn find(item: &Situation<'_>, kind: OptionKind) -> Option<ItemOption> {
    options(item).options.into_iter().find(|option| option.kind == kind)
}
