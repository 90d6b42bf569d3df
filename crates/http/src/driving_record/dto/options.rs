//! The options of an item (docs/product/options.md).

use application::driving_record::options::OptionsOfItem;
use chrono::NaiveDate;
use domain::driving_record::options::list::ItemOption;
use domain::driving_record::options::rule::Fact;
use domain::driving_record::options::sourced_text::SourcedText;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// A text about the law or a court, with its source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SourcedText)]
pub struct SourcedTextDto {
    /// What the source says, in our words.
    pub text: &'static str,
    /// The name of the statute, rule or page.
    pub source: &'static str,
    /// The month in which the source was last checked, such as `November 2026`.
    pub as_of: String,
    /// How certain the text is.
    pub mark: word::SourcedTextMark,
}

impl From<SourcedText> for SourcedTextDto {
    fn from(sourced_text: SourcedText) -> Self {
        Self {
            text: sourced_text.text(),
            source: sourced_text.source(),
            as_of: sourced_text.as_of().for_display(),
            mark: sourced_text.mark().into(),
        }
    }
}

/// A sourced text about one topic of an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OptionFact)]
pub struct FactDto {
    /// The topic of the sourced text.
    pub topic: word::OptionTopic,
    /// The text with its source.
    pub statement: SourcedTextDto,
}

impl From<&Fact> for FactDto {
    fn from(fact: &Fact) -> Self {
        Self { topic: fact.topic.into(), statement: fact.sourced_text.into() }
    }
}

/// One thing that a driver can do about an item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemOption)]
pub struct OptionDto {
    /// The kind of option.
    pub kind: word::OptionKind,
    /// The title that the state, city or toll operator gives the option. Null if it gives none.
    pub name: Option<&'static str>,
    /// Whether the driver can choose the option, must ask about it first, or has missed its latest date.
    pub fit: word::OptionFit,
    /// The last day on which the driver can choose the option, if it is known.
    pub latest_date: Option<NaiveDate>,
    /// Where the latest date comes from; null without a latest date.
    pub date_basis: Option<word::DateBasis>,
    /// The amount due immediately, with two decimals. Null if unknown.
    pub cost_now: Option<String>,
    /// The total amount, with two decimals. Null if unknown.
    pub cost_total: Option<String>,
    /// Points that the option adds to the license. Null if unknown or none.
    pub added_points: Option<i32>,
    /// Name of the form that is required on paper instead of a letter. Null if no such form is required.
    pub own_form: Option<&'static str>,
    /// Texts about the option, each with its source.
    pub facts: Vec<FactDto>,
    /// The screen that the option's button opens. `after_check`: none until staff have confirmed the item.
    pub next: word::OptionStep,
}

impl From<ItemOption> for OptionDto {
    fn from(option: ItemOption) -> Self {
        Self {
            kind: option.kind.into(),
            name: option.name,
            fit: option.fit.into(),
            latest_date: option.latest.map(|latest| latest.day),
            date_basis: option.latest.map(|latest| latest.basis.into()),
            cost_now: option.cost_now.map(|cost| cost.to_string()),
            cost_total: option.cost_total.map(|cost| cost.to_string()),
            added_points: option.points,
            own_form: option.own_form,
            facts: option.facts.iter().map(FactDto::from).collect(),
            next: option.next.into(),
        }
    }
}

/// The options of an item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemOptions)]
pub struct OptionsDto {
    /// The violation or the toll road.
    pub label: String,
    /// The fine, with two decimals.
    pub fine: String,
    /// Whether the fine is an estimate because the amount is not a number.
    pub is_estimated: bool,
    /// The item's state for its driver.
    pub standing: word::Standing,
    /// Why the item's amount can't be paid by card in Lanewise, regardless of `standing`. Null if
    /// the amount can be paid.
    pub not_payable: Option<word::NotPayableReason>,
    /// The id of the hire whose case is open: not decided, closed or ended. Null if there is none.
    pub hire_id: Option<i32>,
    /// Whether the driver hired a lawyer but no lawyer represents the driver yet: no lawyer accepted, or
    /// the agreement isn't signed.
    pub awaits_lawyer: bool,
    /// The day on which the driver sent a letter that contests the item, or the issuer's own form. Null if none
    /// was sent or the item is no longer disputed.
    pub letter_sent_on: Option<NaiveDate>,
    /// Whether the issuer's own form was sent instead of a letter.
    pub is_own_form_sent: bool,
    /// The full name of the state of the item's court or authority. Null if unknown.
    pub state: Option<String>,
    /// The state, city or toll operator whose rules decide about the options. Null if no known rules apply.
    pub place: Option<&'static str>,
    /// Which tickets or tolls the rules of `place` cover. Null without a `place`.
    pub rules_for: Option<&'static str>,
    /// The court or agency that decides about citations in `place`. Null without a `place`.
    pub place_authority: Option<&'static str>,
    /// Why `place` is null. Null if `place` isn't null, or if Lanewise just has no rules for the item.
    pub no_rules: Option<word::NoRulesReason>,
    /// The terms that `place` uses for the ticket and its amount, and the pleas or answers that the
    /// driver can give. Null without a `place`.
    pub terms: Option<SourcedTextDto>,
    /// The legal effect of paying in `place`. Null without a `place` or a source.
    pub paying: Option<SourcedTextDto>,
    /// Whether `place` counts points. True without a `place`.
    pub has_points: bool,
    /// The consequences in `place` if the driver does nothing. Empty without a `place`.
    pub if_ignored: Vec<SourcedTextDto>,
    /// The options: first those still open, then those to ask about first, then those whose latest
    /// date has passed.
    pub options: Vec<OptionDto>,
}

impl From<OptionsOfItem> for OptionsDto {
    fn from(found: OptionsOfItem) -> Self {
        let place = found.options.place;
        Self {
            label: found.label,
            fine: found.fine.to_string(),
            is_estimated: found.item_standing.is_estimated,
            standing: found.item_standing.standing.into(),
            not_payable: found.item_standing.not_payable.map(word::NotPayableReason),
            hire_id: found.item_standing.open_hire.map(|hire| hire.0),
            awaits_lawyer: found.item_standing.awaits_lawyer,
            letter_sent_on: found.contest_sent.map(|sent| sent.sent_on),
            is_own_form_sent: found.contest_sent.is_some_and(|sent| sent.is_own_form),
            state: found.state.map(|state| state.name().to_owned()),
            place: place.map(|place| place.name),
            rules_for: place.map(|place| place.covers),
            place_authority: place.map(|place| place.authority),
            no_rules: found.options.no_rules.map(word::NoRulesReason::from),
            terms: place.map(|place| place.terms).map(SourcedTextDto::from),
            paying: place.and_then(|place| place.paying).map(SourcedTextDto::from),
            has_points: place.is_none_or(|place| place.has_points),
            if_ignored: place
                .map_or(&[][..], |place| place.if_ignored)
                .iter()
                .copied()
                .map(SourcedTextDto::from)
                .collect(),
            options: found.options.options.into_iter().map(OptionDto::from).collect(),
        }
    }
}
