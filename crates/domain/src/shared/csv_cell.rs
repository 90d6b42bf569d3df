//! Escaping of CSV cells for spreadsheets.

/// Prefixes a cell with an apostrophe if a spreadsheet would run the cell as a formula.
#[must_use]
pub fn guard_formula(text: &str) -> String {
    if text.starts_with(FORMULA_STARTS) { format!("'{text}") } else { text.to_owned() }
}

const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Returns the cell's content without the apostrophe that [`guard_formula`] added.
pub fn without_guard(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA_STARTS)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{guard_formula, without_guard};

    #[test]
    fn only_cells_that_could_be_formulas_are_escaped_and_unescaping_restores_every_cell() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"]
        {
            assert_eq!(guard_formula(formula), format!("'{formula}"));
            assert_eq!(without_guard(&guard_formula(formula)), formula);
        }
        for plain in ["", "12.50", "a=1", "Ada Moreno", "'quoted", "203.0.113.9"] {
            assert_eq!((guard_formula(plain).as_str(), without_guard(plain)), (plain, plain));
        }
    }
}
