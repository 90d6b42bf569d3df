//! JSON values that the sandbox stores as strings, because it rarely reads them. As parsed values, they would take
//! about ten times the memory.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A JSON value, stored as a string in memory. The state file contains the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredJson(Box<str>);

impl StoredJson {
    pub(crate) fn of(value: &Value) -> Self {
        Self(value.to_string().into_boxed_str())
    }

    /// Parses the stored string, and returns the JSON value.
    pub(crate) fn value(&self) -> Value {
        // The string was written from a JSON value, so parsing never fails.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Serialize for StoredJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StoredJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self::of(&value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn stored_json_is_serialized_as_its_value_and_not_as_a_string() {
        let value = json!({ "id": "pi_1", "amounts": [1, null] });
        let written = serde_json::to_value(StoredJson::of(&value)).unwrap();
        assert_eq!(written, value);
        assert_eq!(serde_json::from_value::<StoredJson>(written).unwrap().value(), value);
    }
}
