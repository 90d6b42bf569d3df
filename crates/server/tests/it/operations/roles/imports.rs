//! Rows of the permission table: citations from files and from city data.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let decision = || Some(json!({"ids": [999_999], "isTheirs": true}));
    let plate_decision = || Some(json!({"kind": "parking", "itemId": 999_999, "isTheirs": true}));
    let no_columns = || Some(json!({"columns": []}));
    vec![
        row("GET", "/api/admin/citations", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/citations/decide", Id::None, decision(), [401, 403, 403, 200]),
        row("GET", "/api/admin/plate-reviews", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/plate-reviews/decide", Id::None, plate_decision(), [401, 403, 403, 404]),
        row("POST", "/api/admin/imports/{id}/undo", Id::Import, None, [401, 403, 403, 409]),
        row("POST", "/api/admin/imports/{id}/undo", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports/{id}/mend", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/sources", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/sources/{name}/runs", Id::None, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/imports", Id::None, None, [401, 403, 403, 415]),
        row("GET", "/api/admin/imports/{id}", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports/{id}/lines", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}/lines", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports/{id}/problems", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}/problems", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/imports/{id}/check", Id::Import, no_columns(), [401, 403, 403, 422]),
        row("POST", "/api/admin/imports/{id}/check", Id::Nobody, no_columns(), [401, 403, 403, 404]),
        row("POST", "/api/admin/imports/{id}/confirm", Id::Import, None, [401, 403, 403, 409]),
        row("POST", "/api/admin/imports/{id}/confirm", Id::Nobody, None, [401, 403, 403, 404]),
        row("DELETE", "/api/admin/imports/{id}", Id::Import, None, [401, 403, 403, 200]),
        row("DELETE", "/api/admin/imports/{id}", Id::Nobody, None, [401, 403, 403, 404]),
    ]
}
