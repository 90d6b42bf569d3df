//! The CSV file that lists a remittance's payments.

use application::payments::remittances::sending::RemittanceDetails;
use domain::shared::business_time::business_date;
use domain::shared::csv_cell::guard_formula;
use domain::shared::money::Money;

use crate::shared::csv_file;

/// Formats a remittance's payments as CSV for the authority, or for the lawyer's trust account.
pub fn remittance_csv(shown: &RemittanceDetails) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file::new_writer();
    let is_lawyers = shown.remittance.trust_account.is_some();
    writer.write_record([
        "type",
        "item",
        "number",
        if is_lawyers { "trustAccount" } else { "issuer" },
        "violation",
        "driver",
        "confirmationNumber",
        csv_file::business_zone_header("charged").as_str(),
        "amount",
    ])?;
    // Payments whose money can't be sent, for example because they were refunded, have the amount zero.
    for one in shown.obligations.iter().filter(|one| one.amount > Money::ZERO) {
        let cell = |text: Option<&str>| guard_formula(text.unwrap_or_default());
        writer.write_record([
            one.payable.kind().to_string(),
            one.payable.item_id().to_string(),
            cell(one.number.as_deref()),
            cell(shown.remittance.trust_account.as_deref().or(one.issuer.as_deref())),
            cell(one.label.as_deref()),
            cell(shown.names.get(&one.user_id).map(String::as_str)),
            one.confirmation_number.clone(),
            business_date(one.charged_at).to_string(),
            one.amount.to_string(),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
