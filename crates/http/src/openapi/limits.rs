//! Writes the domain's constraints into schemas of the OpenAPI document.

use domain::shared::text::constraint::TextConstraint;
use serde_json::Value;
use utoipa::Number;
use utoipa::openapi::schema::{KnownFormat, Object, SchemaFormat, SchemaType, Type};

/// Adds the length, pattern, format and allowed values of a text, if the schema is for a string.
pub(super) fn add_text_limits(constraint: TextConstraint, object: &mut Object) {
    if !has_type(object, &Type::String) {
        return;
    }
    object.min_length = Some(constraint.min_chars).filter(|min| *min > 0);
    object.max_length = constraint.max_chars;
    object.pattern = constraint.pattern;
    object.format = constraint.is_day.then_some(SchemaFormat::KnownFormat(KnownFormat::Date));
    if !constraint.words.is_empty() {
        let may_be_null = has_type(object, &Type::Null).then_some(Value::Null);
        object.enum_values = Some(constraint.words.into_iter().map(Value::from).chain(may_be_null).collect());
    }
}

/// Adds `range`, the minimum and maximum, if the schema is for a whole number.
pub(super) fn add_number_limits(range: (i32, i32), object: &mut Object) {
    let number = |number: i32| isize::try_from(number).map_or(Number::Int(0), Number::Int);
    if has_type(object, &Type::Integer) {
        (object.minimum, object.maximum) = (Some(number(range.0)), Some(number(range.1)));
    }
}

/// Describes a parameter that clients may send and the server ignores: any string or whole number.
pub(super) fn describe_ignored_parameter(object: &mut Object) {
    object.schema_type = SchemaType::Array(vec![Type::String, Type::Integer]);
    object.format = None;
}

/// Whether the schema is for a string.
pub(super) fn is_text(object: &Object) -> bool {
    has_type(object, &Type::String)
}

/// Whether `wanted` is the type, or one of the types, of the schema.
fn has_type(object: &Object, wanted: &Type) -> bool {
    match &object.schema_type {
        SchemaType::Type(only) => only == wanted,
        SchemaType::Array(several) => several.contains(wanted),
        SchemaType::AnyValue => false,
    }
}
