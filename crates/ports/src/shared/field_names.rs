//! Names of fields outside: the API and stored documents write them as JSON does.

/// How JSON writes the name of a field: `due_date` is `dueDate`.
pub fn json_name(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}

/// The field of a name in JSON: `dueDate` is `due_date`.
pub fn field_name(json: &str) -> String {
    json.chars().fold(String::new(), |mut name, letter| {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
        name
    })
}
