//! Court appearances in the database.

use chrono::NaiveDate;
use domain::driving_record::appearance::Appearance;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::notices::notice::NoticeKind;
use domain::shared::ids::UserId;
use ports::legal_help::cases::Cases;
use ports::notices::calendar::Calendars;
use ports::notices::planning::{AvailableChannels, DayPlan, NoticePlans};

use crate::legal_help::samples::case;
use crate::support::{World, at};

#[test]
fn appearances_are_listed_by_date_and_show_whether_each_is_waived_paid_or_removed() {
    let mut world = World::new();
    let (user, other) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let [undated, paid, removed, waived, _no_court] = [(); 5].map(|()| world.ticket(user));
    let others = world.ticket(other);
    for (ticket, day) in
        [(undated, None), (paid, Some(3)), (removed, Some(2)), (waived, Some(1)), (others, Some(1))]
    {
        let day = day.map_or("NULL".to_owned(), |day| format!("'2026-12-0{day}'"));
        world.db.execute(&format!(
            "UPDATE tickets SET is_court_required = true, court_date = {day}, court_time = '9:30 AM' WHERE id = {ticket}"
        ));
    }
    world.db.execute(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {paid}"));
    world.db.execute(&format!("UPDATE tickets SET removed_at = now(), removed_by = {other}, removal_result = 'x' WHERE id = {removed}"));
    let mut store = world.store();
    store.set_appearance_waiver(waived, Some((other, at(0)))).unwrap();
    let found = store.appearances_of(user).unwrap();
    let facts =
        |one: &Appearance| (one.ticket, one.is_waived, one.is_removed, one.is_paid, one.date.is_some());
    assert_eq!(
        found.iter().map(facts).collect::<Vec<_>>(),
        [
            (waived, true, false, false, true),
            (removed, false, true, false, true),
            (paid, false, false, true, true),
            (undated, false, false, false, false),
        ]
    );
    assert_eq!((found[0].violation_type.as_str(), found[0].time.as_deref()), ("Speeding", Some("9:30 AM")));
}

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
        assert_eq!(store.plan_day(&plan, UserId(0), 10).unwrap(), expected, "{outcome}");
    }
}
