//! Conversion of field names to and from JSON, for the API and stored documents.

/// Converts a field name to JSON: `due_date` becomes `dueDate`.
pub fn json_name(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}

/// Converts a JSON name to a field name: `dueDate` becomes `due_date`.
pub fn field_name(json: &str) -> String {
    json.chars().fold(String::new(), |mut name, letter| {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
        name
    })
}
