//! Completes the generated OpenAPI document: limits of fields and parameters, bodies of new items,
//! and the session cookie.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Object, Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};

use super::{fields, limits, parameters};
use crate::edge::cookie;
use crate::edge::route::{SESSION, operations};

/// Required fields whose Rust type is optional. The type is optional so that a missing field gets its own error
/// message, or because the body for a change shares the type.
const REQUIRED: &[(&str, &[&str])] = &[
    ("SignUpBody", &["fullName", "state", "driversLicenseNumber", "dateOfBirth", "email", "password"]),
    ("RemovalBody", &["result"]),
    ("NewTicketBody", &["userId", "violationType", "date", "location", "amount", "points", "category"]),
    ("NewParkingBody", &["userId", "violationType", "date", "location", "amount"]),
    ("NewTollBody", &["userId", "tollRoad", "date", "amount"]),
];
/// For each kind of item: the path that creates an item, the schema of the body that changes an item, and the name
/// for the schema of the body that creates one. Both schemas have the same fields, except that a body that creates an
/// item has none of [`OF_CHANGES`].
const NEW_ITEMS: &[(&str, &str, &str)] = &[
    ("/api/tickets", "TicketBody", "NewTicketBody"),
    ("/api/parking", "ParkingBody", "NewParkingBody"),
    ("/api/tolls", "TollBody", "NewTollBody"),
];
/// Parameters that older clients send and the server ignores, in addition to `requestedBy`.
const IGNORED: [(&str, &str); 2] =
    [("/api/security/dashboard", "userId"), ("/api/security/export-report", "userId")];
/// Fields that only the body that changes an item has.
const OF_CHANGES: [&str; 2] = ["version", "updates"];

/// Fields that a response omits in some cases (`skip_serializing_if`), and optional fields of objects inside a
/// request body. All other fields of these schemas are always present, even if they are null.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("AddedItem", &["driverName"]),
    ("AuditEntry", &["subjectName"]),
    ("BatchedReport", &["body"]),
    ("BatchedViolation", &["blockedURL", "effectiveDirective"]),
    ("Books", &["lawyersOwedSince", "reading"]),
    ("Chargeback", &["citationNumber", "driverName", "issuer"]),
    ("HardshipRequest", &["driverName"]),
    ("HelpInquiry", &["desk", "driverName"]),
    ("LawyerHire", &["citationNumber", "driverName", "issuer"]),
    ("LostPayment", &["driverName", "itemId", "label", "type"]),
    ("MarkPaidUpdates", &["isPaid", "paidAt"]),
    ("MissingTicketReport", &["driverName"]),
    ("Obligation", &["driverName", "fileAmount", "preparedAmount"]),
    ("OpenRefund", &["driverName"]),
    ("PaymentTransaction", &["citationNumber", "driverName", "issuer"]),
    ("Proof", &["addedBy"]),
    ("SecondBillCase", &["settledBy"]),
    ("SingleViolation", &["blocked-uri", "effective-directive", "violated-directive"]),
    ("TextNotificationRequest", &["driverName"]),
];

/// Completes the document after all routes have been collected.
pub(super) fn finish_document(openapi: &mut OpenApi) {
    if let Some(components) = &mut openapi.components {
        describe_new_items(components);
        for (name, schema) in &mut components.schemas {
            match schema {
                RefOr::T(Schema::Object(body)) if name.ends_with("Body") => describe_body(name, body),
                RefOr::T(Schema::Object(object)) => require_fields(name, object),
                // A response that includes the fields of another type (`serde(flatten)`).
                RefOr::T(Schema::AllOf(parts)) => {
                    for part in &mut parts.items {
                        if let RefOr::T(Schema::Object(object)) = part {
                            require_fields(name, object);
                        }
                    }
                }
                _ => {}
            }
        }
        describe_money(components);
        let value = ApiKeyValue::with_description(
            cookie::PLAIN_NAME,
            "Set by a login. If the public address is https, its name begins with `__Host-`.",
        );
        components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(value)));
    }
    for (path, item) in &mut openapi.paths.paths {
        if let Some((_, _, new)) = NEW_ITEMS.iter().find(|(of, ..)| of == path)
            && let Some(post) = &mut item.post
            && let Some(RefOr::T(body)) = &mut post.request_body
        {
            for content in body.content.values_mut() {
                if let RefOr::T(content) = content {
                    content.schema = Some(Ref::from_schema_name(*new).into());
                }
            }
        }
        for operation in operations(item) {
            describe_parameters(path, operation);
        }
    }
}

/// Adds the schemas of the bodies that create items, made from the bodies that change them.
fn describe_new_items(components: &mut Components) {
    for (_, change, new) in NEW_ITEMS {
        let Some(RefOr::T(Schema::Object(body))) = components.schemas.get(*change) else { continue };
        let mut body = body.clone();
        for name in OF_CHANGES {
            body.properties.remove(name);
        }
        components.schemas.insert((*new).to_owned(), RefOr::T(Schema::Object(body)));
    }
}

/// Requires all fields of the schema `name` that aren't in [`LEFT_OUT`].
fn require_fields(name: &str, object: &mut Object) {
    let left_out = LEFT_OUT.iter().find(|(of, _)| *of == name).map(|(_, fields)| *fields).unwrap_or_default();
    let fields = object.properties.keys().filter(|field| !left_out.contains(&field.as_str()));
    object.required = fields.cloned().collect();
}

/// Adds required fields, descriptions and limits to the schema of the request body `name`.
fn describe_body(name: &str, body: &mut Object) {
    let required = REQUIRED.iter().find(|(of, _)| *of == name).map(|(_, fields)| *fields).unwrap_or_default();
    for (field, schema) in &mut body.properties {
        let is_required = required.contains(&field.as_str());
        if is_required {
            body.required.push(field.clone());
        }
        fields::describe_sent_fields(name, field, schema);
        match schema {
            RefOr::T(Schema::Array(columns)) if name == "CheckBody" => {
                if let ArrayItems::RefOrSchema(items) = &mut columns.items
                    && let RefOr::T(Schema::Object(column)) = &mut **items
                {
                    fields::describe_columns(column);
                }
            }
            RefOr::T(Schema::Object(texts)) if field == "evidence" => {
                if let Some(names) = &mut texts.property_names
                    && let Schema::Object(names) = &mut **names
                    && let Some(values) = &mut texts.additional_properties
                    && let AdditionalProperties::RefOr(RefOr::T(Schema::Object(value))) = &mut **values
                {
                    fields::describe_evidence(names, value);
                }
            }
            RefOr::T(Schema::Object(object)) => {
                if is_required {
                    make_non_null(object);
                }
                fields::add_limits(name, field, object);
            }
            RefOr::T(Schema::OneOf(either)) if is_required => {
                // The field's schema is "an enum or null". A required field can't be null.
                either.items.truncate(1);
            }
            _ => {}
        }
    }
}

/// Removes null from a required field's types.
fn make_non_null(object: &mut Object) {
    if let SchemaType::Array(types) = &object.schema_type
        && let Some(one) = types.iter().find(|kind| **kind != Type::Null)
    {
        object.schema_type = SchemaType::Type(one.clone());
    }
}

/// Adds the limits of amounts to the schema `MoneyInput`.
fn describe_money(components: &mut Components) {
    if let Some(RefOr::T(Schema::OneOf(money))) = components.schemas.get_mut("MoneyInput") {
        for kind in &mut money.items {
            if let RefOr::T(Schema::Object(object)) = kind {
                fields::describe_money(object);
            }
        }
    }
}

/// Adds the limits of the parameters of a request to `path`.
fn describe_parameters(path: &str, operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && let Some(RefOr::T(Schema::Object(object))) = &mut parameter.schema
        {
            if IGNORED.contains(&(path, parameter.name.as_str())) || parameter.name == "requestedBy" {
                limits::describe_ignored_parameter(object);
            } else {
                parameters::describe_parameter(path, &parameter.name, object);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::describe;
    use crate::routes::table;

    /// Returns the names of the string fields that have no limits.
    fn without_limits<'a>(fields: impl IntoIterator<Item = (String, &'a Value)>) -> Vec<String> {
        let is_text = |field: &Value| match &field["type"] {
            Value::Array(types) => types.contains(&json!("string")) && !types.contains(&json!("integer")),
            one => one == "string",
        };
        let has_limits = |field: &Value| {
            ["pattern", "enum", "maxLength", "format"].iter().any(|what| !field[what].is_null())
        };
        fields
            .into_iter()
            .filter(|(_, field)| is_text(field) && !has_limits(field))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn every_string_in_a_request_has_documented_limits() {
        let whole = serde_json::to_value(describe(table())).unwrap();
        let bodies = whole["components"]["schemas"].as_object().unwrap().iter();
        let fields = bodies
            .filter(|(name, body)| {
                name.ends_with("Body") && *name != "ErrorBody" && body["properties"].is_object()
            })
            .flat_map(|(name, body)| {
                let fields = body["properties"].as_object().unwrap().iter();
                fields.map(move |(field, schema)| (format!("{name}.{field}"), schema))
            });
        assert_eq!(without_limits(fields), Vec::<String>::new(), "describe them in fields.rs");
        let calls = whole["paths"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(path, calls)| calls.as_object().unwrap().values().map(move |call| (path, call)));
        let parameters = calls.flat_map(|(path, call)| {
            let parameters = call["parameters"].as_array().into_iter().flatten();
            parameters.map(move |one| (format!("{path} {}", one["name"]), &one["schema"]))
        });
        assert_eq!(without_limits(parameters), Vec::<String>::new(), "describe them in fields.rs");
    }

    #[test]
    fn the_openapi_schema_of_a_new_item_requires_fields_that_a_change_may_omit() {
        let whole = serde_json::to_value(describe(table())).unwrap();
        let schemas = &whole["components"]["schemas"];
        let new = &schemas["NewTicketBody"];
        assert!(new["required"].as_array().unwrap().contains(&json!("violationType")));
        assert!(new["properties"]["version"].is_null() && schemas["TicketBody"]["required"].is_null());
        let sent =
            &whole["paths"]["/api/tickets"]["post"]["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(sent["$ref"], "#/components/schemas/NewTicketBody");
    }

    #[test]
    fn the_openapi_document_says_which_routes_need_a_session() {
        let whole = serde_json::to_value(describe(table())).unwrap();
        let security = |path: &str, method: &str| whole["paths"][path][method]["security"].clone();
        assert_eq!(security("/api/session", "get"), json!([{ "session": [] }]));
        assert_eq!(security("/api/authenticate", "post"), Value::Null);
        assert_eq!(security("/api/users", "post"), Value::Null);
        assert_eq!(security("/api/config", "get"), Value::Null);
    }
}
