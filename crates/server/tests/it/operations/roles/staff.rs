//! Rows of the permission table: staff members, and verification of plates and licenses.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let license_shown = || {
        let (number, state, basis) = ("TX1234567", "Texas", "Photo of the license");
        Some(json!({"claim": "license", "number": number, "state": state, "basis": basis}))
    };
    let licenses_shown = || Some(json!({"claim": "license", "basis": "Photo of the license"}));
    let invited = || Some(json!({"email": "new@example.test", "password": "wrong"}));
    let wrong_password = || Some(json!({"password": "wrong"}));
    vec![
        row("GET", "/api/admin/staff", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/staff/invitations", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/staff/invitations", Id::None, invited(), [401, 403, 403, 422]),
        row("DELETE", "/api/admin/staff/invitations/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/staff/{id}/remove", Id::Owner, wrong_password(), [401, 403, 403, 422]),
        row(
            "POST",
            "/api/admin/staff/{id}/reset-second-factor",
            Id::Owner,
            wrong_password(),
            [401, 403, 403, 422],
        ),
        row("POST", "/api/admin/users/{id}/verify", Id::Owner, license_shown(), [401, 403, 403, 200]),
        row("POST", "/api/admin/users/{id}/verify", Id::Nobody, license_shown(), [401, 403, 403, 404]),
        row(
            "POST",
            "/api/admin/users/{id}/unverify",
            Id::Owner,
            Some(json!({"claim": "license"})),
            [401, 403, 403, 200],
        ),
        row("POST", "/api/admin/verifications", Id::None, licenses_shown(), [401, 403, 403, 200]),
    ]
}
