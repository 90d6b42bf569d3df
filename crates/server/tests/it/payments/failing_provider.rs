//! Tests of the circuit breaker, which for a while stops all calls to a payment provider
//! that fails (docs/product/payments.md#when-the-provider-is-slow).

use std::thread;

use stripe_sandbox::{Fault, Stage};

use crate::payments::driver::Driver;

#[test]
fn after_repeated_failures_of_the_provider_payments_are_refused_with_retry_after() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.app.sandbox.inject(Fault::error(503, Stage::Before).until_cleared());
    let turned_away = || {
        let answer = driver.start("ticket", ticket, "150");
        assert_eq!((answer.status, answer.code()), (503, "payment_provider_down"), "{}", answer.text);
        answer.header("retry-after") == Some("5")
    };
    // Each request makes three attempts. The circuit breaker evaluates the last fifty attempts.
    let results = thread::scope(|scope| {
        let drivers: Vec<_> = (0..8).map(|_| scope.spawn(|| (0..8).any(|_| turned_away()))).collect();
        drivers.into_iter().map(|driver| driver.join().unwrap()).filter(|results| *results).count()
    });
    assert!(results > 0, "the breaker opens");
    assert_eq!(driver.app.call("GET", "/api/session", Some(&driver.token), None).status, 200);
    assert_eq!(driver.app.count("SELECT count(*) FROM payments WHERE status = 'timed_out'"), 0);
}
