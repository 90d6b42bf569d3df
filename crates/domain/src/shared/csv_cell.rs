//! Cells of a CSV file that a spreadsheet will open.

/// The cell's text, made harmless: a spreadsheet reads a cell that begins with one of these signs as a formula, so an
/// apostrophe goes before it. Quoting is the writer's affair.
#[must_use]
pub fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn only_what_would_be_a_formula_is_changed() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"]
        {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        for plain in ["", "12.50", "a=1", "Ada Moreno", "'quoted", "203.0.113.9"] {
            assert_eq!(harmless(plain), plain);
        }
    }
}
