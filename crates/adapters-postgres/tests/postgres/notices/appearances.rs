//! Tests of court appearances in the database.

use chrono::NaiveDate;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::notices::notice::NoticeKind;
use domain::shared::ids::UserId;
use ports::legal_help::cases::Cases;
use ports::notices::planning::{AvailableChannels, DayPlan, NoticePlans};

use crate::legal_help::samples::case;
use crate::support::{World, at};

#[test]
fn no_court_reminder_is_planned_for_a_dismissed_ticket() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let decided = case(&mut world, driver, "a", |case| case.step = CaseStep::Decided);
    world.db.execute("UPDATE tickets SET is_court_required = true, court_date = '2026-12-01'");
    world.db.execute("UPDATE users SET last_admin_update_at = now()");
    let day = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
    let plan = DayPlan {
        kind: NoticeKind::CourtDay,
        day,
        states: vec!["Texas"],
        stateless: false,
        dates: vec![day],
        at: at(0),
        channels: AvailableChannels { text: false, mail: true },
    };
    let mut store = world.store();
    for outcome in [CaseOutcome::Guilty, CaseOutcome::Dismissed, CaseOutcome::NotGuilty] {
        let verdict = Some(Verdict { outcome, fine: None, points: None, until: None, due: None });
        store.update_case(&Case { verdict, ..decided.clone() }).unwrap();
        let expected = (!outcome.owes_nothing()).then_some(driver);
        assert_eq!(store.plan_messages_for_day(&plan, UserId(0), 10).unwrap(), expected, "{outcome}");
    }
}
