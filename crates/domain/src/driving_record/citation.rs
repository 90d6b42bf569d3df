//! The number and the issuer of a citation (docs/product/everywhere.md#citation-numbers).

/// The number and the issuer of a citation, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citation {
    /// The number that the issuer gave the citation; `None` if unknown.
    pub number: Option<String>,
    /// The authority that issued the citation, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
}

impl Citation {
    /// Creates a citation from an item's number and issuer.
    pub fn new(number: Option<&str>, issuer: Option<&str>) -> Self {
        Self { number: number.map(str::to_owned), issuer: issuer.map(str::to_owned) }
    }
}
