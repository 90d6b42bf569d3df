//! Stored words: the spelling of an enum's variants in the database and the API. Each enum has one
//! table of its words.

/// Implements `ALL`, `as_str`, `parse` and `Display` for an enum from a table of its words.
macro_rules! stored_words {
    ($name:ident { $($variant:ident => $word:literal,)+ }) => {
        impl $name {
            /// Every variant, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word for this variant in the database and the API.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// Returns the variant with this word, which must match exactly.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use stored_words;

/// Error for a change of status that isn't allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what is {from} cannot become {to}")]
pub struct IllegalMove {
    /// Stored word of the current status, or of the case's current step.
    pub from: &'static str,
    /// Stored word of the requested status or, for a case, of the refused event.
    pub to: &'static str,
}

/// Implements `can_become` and `change_to` for a status enum that has a table `MOVES`. Each row of the table has the
/// status before, the event that triggers the change, and the status after it.
macro_rules! moves {
    ($name:ident by $event:ident) => {
        impl $name {
            /// Whether some event changes this status to `next`. Keeping the same status isn't a change.
            pub fn can_become(self, next: Self) -> bool {
                Self::MOVES.iter().any(|(from, _, to)| (*from, *to) == (self, next))
            }

            /// Returns the new status, or an error if the event can't change this status to `next`.
            pub fn change_to(
                self,
                event: $event,
                next: Self,
            ) -> Result<Self, crate::shared::stored_words::IllegalMove> {
                if Self::MOVES.contains(&(self, event, next)) {
                    Ok(next)
                } else {
                    Err(crate::shared::stored_words::IllegalMove { from: self.as_str(), to: next.as_str() })
                }
            }
        }
    };
}

pub(crate) use moves;
