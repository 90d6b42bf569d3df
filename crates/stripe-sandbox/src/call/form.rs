//! Parses request parameters in Stripe's encoding: URL-encoded forms with nested names, such as `metadata[item]`.

use std::collections::BTreeMap;

use crate::call::errors::ApiError;

/// Maximum number of parts in a parameter's name.
const MAX_DEPTH: usize = 8;

/// The value of a parameter: a string, or nested parameters by name or position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Param {
    Text(String),
    Map(BTreeMap<String, Param>),
}

/// A request's parameters by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Params(BTreeMap<String, Param>);

impl Params {
    /// Parses a form such as `a=1&b[c]=2&d[]=3&e[0]=4`.
    pub(crate) fn parse(encoded: &str) -> Result<Self, ApiError> {
        let mut params = Self::default();
        params.extend(encoded)?;
        Ok(params)
    }

    /// Parses the parameters in `encoded` and adds them, for requests that have both a query and a body.
    /// A parameter replaces an earlier one with the same name, but `name[]` appends to a list.
    pub(crate) fn extend(&mut self, encoded: &str) -> Result<(), ApiError> {
        for (name, value) in form_urlencoded::parse(encoded.as_bytes()) {
            let path = split_name(&name)?;
            insert_at_path(&mut self.0, &path, value.into_owned())
                .map_err(|()| ApiError::parameter("parameter_invalid", &name, "Invalid parameter names."))?;
        }
        Ok(())
    }

    /// Returns the value at a path of names such as `["metadata", "item"]`, or `None` if there is none.
    fn get(&self, path: &[&str]) -> Option<&Param> {
        let (first, rest) = path.split_first()?;
        let mut found = self.0.get(*first)?;
        for name in rest {
            let Param::Map(inner) = found else { return None };
            found = inner.get(*name)?;
        }
        Some(found)
    }

    /// Returns the string at a path of names, or `None` if the parameter is absent or not a string. Like Stripe,
    /// treats an empty string as an absent parameter.
    pub(crate) fn text(&self, path: &[&str]) -> Option<&str> {
        match self.get(path)? {
            Param::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// Returns whether the request has this parameter, even with an empty value.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Removes a parameter and returns its string, or `None` if the parameter was absent or not a string.
    pub(crate) fn take_text(&mut self, name: &str) -> Option<String> {
        match self.0.remove(name)? {
            Param::Text(text) => Some(text),
            Param::Map(_) => None,
        }
    }

    /// Returns the integer at a path of names, or `None` if the parameter is absent. Refuses a string
    /// that isn't an integer.
    pub(crate) fn integer(&self, path: &[&str]) -> Result<Option<i64>, ApiError> {
        self.text(path)
            .map(|text| {
                text.parse().map_err(|_| {
                    ApiError::parameter(
                        "parameter_invalid_integer",
                        &path.join("."),
                        format!("Invalid integer: {text}"),
                    )
                })
            })
            .transpose()
    }

    /// Returns whether a parameter is `true`. An absent parameter counts as `false`; other values are refused.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.text(&[name]) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(ApiError::parameter(
                "parameter_invalid_boolean",
                name,
                format!("Invalid boolean: {other}"),
            )),
        }
    }

    /// Returns the strings of a list parameter, in order, or `None` if the parameter is absent or not a list.
    pub(crate) fn list(&self, name: &str) -> Option<Vec<&str>> {
        let Param::Map(inner) = self.0.get(name)? else { return None };
        let mut items: Vec<(usize, &str)> = inner
            .iter()
            .filter_map(|(position, value)| match value {
                Param::Text(text) => Some((position.parse().unwrap_or(usize::MAX), text.as_str())),
                Param::Map(_) => None,
            })
            .collect();
        items.sort_unstable();
        Some(items.into_iter().map(|(_, text)| text).collect())
    }

    /// Returns the strings nested under a parameter such as `metadata`, by name. Returns `None` if the
    /// parameter is absent, and an empty map if the parameter has no nested names.
    pub(crate) fn map(&self, name: &str) -> Option<BTreeMap<String, String>> {
        match self.0.get(name)? {
            Param::Text(_) => Some(BTreeMap::new()),
            Param::Map(inner) => Some(
                inner
                    .iter()
                    .filter_map(|(key, value)| match value {
                        Param::Text(text) => Some((key.clone(), text.clone())),
                        Param::Map(_) => None,
                    })
                    .collect(),
            ),
        }
    }

    /// Refuses the request if it has a parameter that isn't in `known`.
    pub(crate) fn refuse_unknown(&self, known: &[&str]) -> Result<(), ApiError> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(ApiError::parameter(
                "parameter_unknown",
                name,
                format!("Received unknown parameter: {name}"),
            )),
        }
    }

    /// Returns all parameters as one string. The string is the same whatever the order of the
    /// parameters in the request.
    pub(crate) fn canonical(&self) -> String {
        /// Appends the parameters to `out`, sorted by name.
        fn write(out: &mut String, params: &BTreeMap<String, Param>) {
            for (name, value) in params {
                out.push_str(&format!("{name:?}:"));
                match value {
                    Param::Text(text) => out.push_str(&format!("{text:?};")),
                    Param::Map(inner) => {
                        out.push('{');
                        write(out, inner);
                        out.push('}');
                    }
                }
            }
        }
        let mut out = String::new();
        write(&mut out, &self.0);
        out
    }
}

/// Splits a parameter's name into its parts: `a[b][]` → `["a", "b", ""]`.
fn split_name(name: &str) -> Result<Vec<&str>, ApiError> {
    let broken = || ApiError::parameter("parameter_invalid", name, format!("Invalid parameter name: {name}"));
    let Some((first, rest)) = name.split_once('[') else { return Ok(vec![name]) };
    let inner = rest.strip_suffix(']').ok_or_else(broken)?;
    let path: Vec<&str> = std::iter::once(first).chain(inner.split("][")).collect();
    if path.len() > MAX_DEPTH || path.iter().any(|part| part.contains(['[', ']'])) {
        return Err(broken());
    }
    Ok(path)
}

/// Stores a string at a path of names. An empty name appends to a list. Fails if a name before the last
/// one already has a string.
fn insert_at_path(params: &mut BTreeMap<String, Param>, path: &[&str], value: String) -> Result<(), ()> {
    let (first, rest) = path.split_first().ok_or(())?;
    let name = if first.is_empty() { params.len().to_string() } else { (*first).to_owned() };
    if rest.is_empty() {
        params.insert(name, Param::Text(value));
        return Ok(());
    }
    match params.entry(name).or_insert_with(|| Param::Map(BTreeMap::new())) {
        Param::Map(inner) => insert_at_path(inner, rest, value),
        Param::Text(_) => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(encoded: &str) -> Params {
        Params::parse(encoded).unwrap()
    }

    #[test]
    fn nested_parameter_names_and_lists_are_parsed() {
        let read =
            params("amount=2000&metadata%5Bitem%5D=ticket%3A7&expand[]=a&expand[]=b&types[1]=y&types[0]=x");
        assert_eq!(read.integer(&["amount"]), Ok(Some(2000)));
        assert_eq!(read.text(&["metadata", "item"]), Some("ticket:7"));
        assert_eq!(read.list("expand"), Some(vec!["a", "b"]));
        assert_eq!(read.list("types"), Some(vec!["x", "y"]));
        assert_eq!(read.list("amount"), None);
    }

    #[test]
    fn an_empty_parameter_is_parsed_as_an_absent_string_or_an_empty_map() {
        let read = params("description=&metadata=");
        assert_eq!(read.text(&["description"]), None);
        assert_eq!(read.map("metadata"), Some(BTreeMap::new()));
    }

    #[test]
    fn malformed_parameters_are_refused() {
        assert!(Params::parse("a[b=1").is_err());
        assert!(Params::parse("a=1&a[b]=2").is_err());
        assert!(Params::parse("a[b][c][d][e][f][g][h][i]=1").is_err());
        assert!(params("amount=ten").integer(&["amount"]).is_err());
        assert!(params("confirm=maybe").flag("confirm").is_err());
        assert!(params("a=1&b=2").refuse_unknown(&["a"]).is_err());
    }

    #[test]
    fn the_canonical_form_of_parameters_does_not_depend_on_their_order() {
        assert_eq!(params("a=1&b[c]=2").canonical(), params("b[c]=2&a=1").canonical());
        assert_ne!(params("a=1&b=2").canonical(), params("a=1&b=3").canonical());
        assert_ne!(params("a[b]=1").canonical(), params("a=b1").canonical());
    }
}
