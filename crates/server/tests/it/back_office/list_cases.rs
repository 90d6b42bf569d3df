//! The cases for each list of the back office: permissions, filters and counts.

use crate::operations::roles::table::{Id, Row, Statuses, row};
use crate::support::App;
use serde_json::{Value, json};

/// Returns an app with three drivers and their records, and staff's session token.
pub fn app_with_lists() -> (App, String) {
    let app = App::start();
    let admin = app.admin();
    let token = app.log_in(admin);
    let drivers = [app.driver("ann"), app.driver("bob"), app.user_without_update("cy")];
    for (index, driver) in drivers.iter().enumerate() {
        let ticket = app.ticket(*driver, "$150");
        let toll = app.toll(*driver, "$6");
        let status = ["Pending", "In Progress", "Cancelled"][index];
        let chargeback = ["needs_response", "inquiry", "lost"][index];
        app.sql(&format!(
            "INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, status, created_at)
                 VALUES ({driver}, {ticket}, 'Speeding', 7500 + {index}, 'CONF-HRE{index}AAAAAA', '{status}', now());
             INSERT INTO payment_transactions (user_id, payment_type, ticket_id, violation_type, amount_cents, processing_fee_cents,
                 our_fee_cents, confirmation_number, created_at, status)
                 VALUES ({driver}, 'traffic_ticket', {ticket}, 'Speeding', 15000, 299, 299, 'CONF-TCK{index}BBBBBB', now(),
                 CASE {index} WHEN 1 THEN 'Refund Pending' ELSE 'Completed' END);
             INSERT INTO payment_transactions (user_id, payment_type, toll_id, violation_type, amount_cents, processing_fee_cents,
                 our_fee_cents, confirmation_number, created_at, status, refunded_cents)
                 VALUES ({driver}, 'toll', {toll}, 'SH 130', 600, 299, 299, 'CONF-TLL{index}CCCCCC', now(), 'Refunded', 600);
             WITH paid AS (INSERT INTO payments (user_id, kind, ticket_id, amount_cents, status, idempotency_key, confirmation_number,
                 created_at, updated_at) VALUES ({driver}, 'ticket', {ticket}, 15000, 'cancelled', 'key-{index}', 'CONF-CBK{index}DDDDDD',
                 now(), now()) RETURNING id)
                 INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status,
                     is_withdrawn, opened_at) SELECT id, {driver}, 'CONF-CBK{index}DDDDDD', 'du_{index}', 15000, 'general',
                     '{chargeback}', true, now() FROM paid;
             INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) VALUES ({driver}, 'Ohio', 'Parking ticket', now());
             INSERT INTO help_inquiries (user_id, type, message, created_at) VALUES ({driver}, 'chat', '=HYPERLINK(\"x\") help', now());
             INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({driver}, '555000000{index}', now());
             UPDATE users SET vehicle_license_plate = 'PLT{index}', vehicle_state = 'Ohio', vehicle_info_added_at = now(),
                 status_requested_at = now(), sealed_ssn = '\\x01' WHERE id = {driver}"
        ));
    }
    (app, token)
}

/// Expected statuses of a list that drivers may read: for a visitor, a driver, another driver, and staff.
pub const DRIVERS_TOO: Statuses = [401, 200, 200, 200];
const STAFF_ALONE: Statuses = [401, 403, 403, 200];

/// The expected behavior of one list in the app that `app_with_lists` returns.
pub struct Case {
    /// Path of the list.
    pub path: &'static str,
    /// Expected status of the list for each role.
    pub roles: Statuses,
    /// Number of rows without a filter. The exported file has a header in addition.
    pub rows: usize,
    /// Queries, each with the number of rows that match.
    pub filters: &'static [(&'static str, usize)],
    /// Invalid queries, each with the field that the error names.
    pub wrong: &'static [(&'static str, &'static str)],
    /// Name of the list in the path of its export.
    pub file: &'static str,
    /// Path of the list's counts, with the expected status for each role and the expected JSON.
    pub sums: Option<(&'static str, Statuses, Value)>,
}

pub fn cases() -> Vec<Case> {
    vec![
        Case {
            path: "/api/users",
            roles: DRIVERS_TOO,
            rows: 4,
            filters: &[
                ("role=admin", 1),
                ("needsUpdate=true&role=driver", 1),
                ("licenseStatus=active", 0),
                ("q=test%20B", 1),
                ("q=tx1234567", 4),
                ("q=plt2", 1),
                ("q=pl", 3),
                ("q=lt2", 1),
                ("q=ann", 1),
                ("q=an", 1),
                ("q=nn", 0),
            ],
            wrong: &[
                ("role=boss", "role"),
                ("needsUpdate=yes", "needsUpdate"),
                ("sort=password", "sort"),
                ("sort=--id", "sort"),
                ("offset=10001", "offset"),
                ("limit=201", "limit"),
                ("before=x", "before"),
                ("before=5&offset=5", "before"),
                ("before=5&sort=fullName", "before"),
                ("role=driver&role=admin", "role"),
            ],
            file: "users",
            sums: None,
        },
        Case {
            path: "/api/lawyer-hires",
            roles: DRIVERS_TOO,
            rows: 3,
            filters: &[
                ("status=In%20Progress", 1),
                ("solved=true", 0),
                ("seen=false&solved=false", 3),
                ("q=speed", 3),
                ("q=hre1", 1),
                ("q=test%20b", 1),
                ("q=bo", 1),
                ("q=BOB%40EXAMPLE", 1),
                ("q=texas", 0),
                ("q=conf-hre", 3),
            ],
            wrong: &[
                ("status=pending", "status"),
                ("userId=0", "userId"),
                ("q=%00", "q"),
                ("status=%00", "status"),
            ],
            file: "lawyer-hires",
            sums: Some((
                "/api/admin/lawyer-hires/summary",
                STAFF_ALONE,
                json!({"pending": 1, "inProgress": 1, "contacted": 0, "totalRevenue": "225.03", "cancelled": "75.02", "total": 3}),
            )),
        },
        Case {
            path: "/api/payment-transactions",
            roles: DRIVERS_TOO,
            rows: 6,
            filters: &[
                ("type=all", 6),
                ("type=toll", 3),
                ("type=toll&q=speeding", 0),
                ("status=Refunded", 3),
                ("status=Refund%20Pending", 1),
                ("q=sp", 3),
                ("q=pe", 0),
                ("q=bob", 2),
            ],
            wrong: &[("type=boat", "type"), ("sort=status", "sort")],
            file: "payment-transactions",
            sums: Some((
                "/api/admin/payment-transactions/summary",
                STAFF_ALONE,
                json!({"ourRevenue": "17.94", "totalValue": "468.00", "processingFees": "17.94", "refunded": "18.00", "count": 6}),
            )),
        },
        Case {
            path: "/api/admin/chargebacks",
            roles: STAFF_ALONE,
            rows: 3,
            filters: &[
                ("status=lost", 1),
                ("answered=false&sort=dueBy", 2),
                ("q=conf-cbk1", 1),
                ("q=conf-x", 0),
                ("q=bob", 1),
            ],
            wrong: &[("status=Lost", "status"), ("answered=no", "answered"), ("sort=amount", "sort")],
            file: "chargebacks",
            sums: Some((
                "/api/admin/chargebacks/summary",
                STAFF_ALONE,
                json!({"total": 3, "waiting": 2, "underReview": 0, "won": 0, "lost": 1, "withheld": "150.00"}),
            )),
        },
        Case {
            path: "/api/missing-ticket-reports",
            roles: DRIVERS_TOO,
            rows: 3,
            filters: &[
                ("state=Ohio&status=Pending&ticketType=Parking%20ticket&solved=false", 3),
                ("q=ohi", 3),
                ("q=o", 3),
                ("q=bob%40", 1),
                ("state=Texas", 0),
            ],
            wrong: &[("state=TX", "state"), ("ticketType=Parking", "ticketType")],
            file: "missing-tickets",
            sums: Some((
                "/api/admin/missing-tickets/summary",
                STAFF_ALONE,
                json!({"total": 3, "pending": 3, "resolved": 0}),
            )),
        },
        Case {
            path: "/api/admin/vehicle-updates",
            roles: STAFF_ALONE,
            rows: 3,
            filters: &[("q=plt2", 1), ("solved=false", 3)],
            wrong: &[("sort=id", "sort")],
            file: "vehicle-updates",
            sums: Some((
                "/api/admin/vehicle-updates/summary",
                STAFF_ALONE,
                json!({"total": 3, "withPlates": 3}),
            )),
        },
        Case {
            path: "/api/admin/status-requests",
            roles: STAFF_ALONE,
            rows: 3,
            filters: &[("state=Texas", 3), ("solved=true", 0)],
            wrong: &[("state=Atlantis", "state")],
            file: "status-requests",
            sums: Some((
                "/api/admin/status-requests/summary",
                STAFF_ALONE,
                json!({"total": 3, "states": 1, "withLicenseNumbers": 3}),
            )),
        },
        Case {
            path: "/api/help-inquiries",
            roles: DRIVERS_TOO,
            rows: 3,
            filters: &[
                ("type=chat&status=pending", 3),
                ("type=callback", 0),
                ("q=hyperlink", 3),
                ("q=he", 3),
                ("q=bob", 1),
            ],
            wrong: &[("type=letter", "type")],
            file: "help-inquiries",
            sums: Some((
                "/api/admin/help-inquiries/summary",
                STAFF_ALONE,
                json!({"total": 3, "pending": 3, "chat": 3, "callback": 0}),
            )),
        },
        Case {
            path: "/api/text-notifications",
            roles: DRIVERS_TOO,
            rows: 3,
            filters: &[
                ("sent=false", 3),
                ("q=%28555%29%20000-0001", 1),
                ("q=0001", 1),
                ("q=5550", 0),
                ("q=555000", 3),
                ("q=555", 3),
                ("q=bob%40example", 1),
            ],
            wrong: &[("sent=1", "sent")],
            file: "text-notifications",
            sums: Some((
                "/api/admin/text-notifications/summary",
                STAFF_ALONE,
                json!({"total": 3, "pending": 3}),
            )),
        },
    ]
}

/// Returns rows of the permission table for the lists and their counts.
pub fn rows() -> Vec<Row> {
    let get = |path, roles| row("GET", path, Id::None, None, roles);
    let both = |case: Case| {
        let sums = case.sums.map(|(path, roles, _)| get(path, roles));
        [Some(get(case.path, case.roles)), sums]
    };
    cases().into_iter().flat_map(both).flatten().collect()
}
