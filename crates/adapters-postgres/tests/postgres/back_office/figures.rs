use chrono::TimeDelta;
use ports::back_office::figures::{CountsByAge, Monitoring, MonitoringFigures};

use crate::support::{World, at};

#[test]
fn the_monitoring_figures_of_an_empty_database_are_zero() {
    let mut world = World::new();
    let figures = world.store().monitoring_figures(at(0)).unwrap();
    assert!(figures.database_bytes > 0);
    assert_eq!(MonitoringFigures { database_bytes: 0, ..figures }, MonitoringFigures::default());
}

#[test]
fn open_work_is_counted_by_age_for_monitoring() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let payment = world.payment(user, domain::shared::payable::Payable::Ticket(ticket), "a").id;
    let (now, long_ago) = (at(0), at(0) - TimeDelta::days(8));
    for (key, status, hours) in
        [("a", "due", 1), ("b", "refused", 30), ("c", "failed", 8 * 24), ("d", "pending", 1)]
    {
        world.db.execute(&format!(
            "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, asked_at, provider_refund_id, created_at, updated_at)
             VALUES ({payment}, 100, 'by_staff', '{status}', '{key}', '{now}', 're_{key}', '{}', '{now}')",
            now - TimeDelta::hours(hours)
        ));
    }
    world.db.execute(&format!(
        "INSERT INTO login_failures (address, failed_at) VALUES ('::1', '{}'), ('::1', '{long_ago}');
         INSERT INTO blocked_ips (address, reason, blocked_at, expires_at)
             VALUES ('::2', 'x', '{long_ago}', '{}'), ('::3', 'x', '{long_ago}', '{}');
         INSERT INTO book_differences (subject, kind, ours_cents, theirs_cents, currency, moved_at)
             VALUES ('pi_1', 'amount', 500, 750, 'usd', '{now}'), ('pi_2', 'not_ours', 0, 100, 'usd', '{now}'),
                 ('pi_3', 'foreign', 0, 9900, 'usd', '{now}')",
        now - TimeDelta::minutes(1),
        now + TimeDelta::hours(1),
        now - TimeDelta::hours(1),
    ));
    let figures = world.store().monitoring_figures(now).unwrap();
    assert_eq!(figures.refunds_due, CountsByAge { day: 1, week: 1, older: 1, since: Some(long_ago) });
    assert_eq!((figures.failed_logins, figures.blocked), (1, 1));
    assert_eq!((figures.book_faults, figures.book_fault_cents), (2, 350), "foreign money is not a fault");
}
