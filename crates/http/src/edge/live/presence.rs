//! Stores which staff member has which record open (docs/product/back-office.md#live-desk). Every server process
//! stores this for all staff, and removes staff members whose pages have sent no update for a while.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::shared::desk::DeskRecord;
use domain::shared::ids::UserId;
use ports::shared::feed::RecordActivity;

/// Time after which an entry expires. The page confirms every 20 seconds that the record is still open.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(45);
/// Time after which a staff member who hasn't typed is no longer shown as typing.
const TYPED_WITHIN: Duration = Duration::from_secs(6);
/// Maximum number of staff members whose open record is stored.
const MAX_PEOPLE: usize = 1_000;

#[derive(Clone, Copy)]
struct OpenRecord {
    at: DeskRecord,
    last_update: Instant,
    last_typed: Option<Instant>,
}

/// A staff member who has a record open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentMember {
    /// The staff member's user id.
    pub who: UserId,
    /// Whether the staff member is typing.
    pub is_typing: bool,
}

/// The record that each staff member opened last.
#[derive(Default)]
pub struct Presence {
    places: BTreeMap<UserId, OpenRecord>,
}

impl Presence {
    /// Stores which record a staff member has open, and what the member does there. Returns the
    /// records whose list of staff members has changed. Ignores [`RecordActivity::Staying`] if the
    /// member has opened another record since then. Ignores new members above `MAX_PEOPLE`.
    pub fn set_open_record(
        &mut self,
        member: UserId,
        record: DeskRecord,
        activity: RecordActivity,
        now: Instant,
    ) -> Vec<DeskRecord> {
        let before = self.places.get(&member).copied();
        let is_older = activity == RecordActivity::Staying && before.is_some_and(|place| place.at != record);
        if is_older || before.is_none() && self.places.len() >= MAX_PEOPLE {
            return vec![];
        }
        let is_typing = activity == RecordActivity::Typing;
        let last_typed = is_typing.then_some(now);
        self.places.insert(member, OpenRecord { at: record, last_update: now, last_typed });
        match before {
            Some(place) if place.at == record && place.last_typed.is_some() == is_typing => vec![],
            Some(place) if place.at != record => vec![place.at, record],
            _ => vec![record],
        }
    }

    /// Stores that a staff member closed a record. Returns the record if it was the member's open
    /// record. Otherwise changes nothing and returns `None`.
    pub fn close_record(&mut self, member: UserId, record: DeskRecord) -> Option<DeskRecord> {
        self.places.get(&member).filter(|place| place.at == record)?;
        self.places.remove(&member).map(|place| place.at)
    }

    /// Removes expired entries, and ends expired typing indicators. Returns the records whose list
    /// of staff members has changed.
    pub fn expire(&mut self, now: Instant) -> Vec<DeskRecord> {
        let mut changed = vec![];
        self.places.retain(|_, place| {
            let is_here = now.duration_since(place.last_update) < FORGOTTEN_AFTER;
            let stopped = place.last_typed.is_some_and(|typed| now.duration_since(typed) >= TYPED_WITHIN);
            if stopped {
                place.last_typed = None;
            }
            if !is_here || stopped {
                changed.push(place.at);
            }
            is_here
        });
        changed
    }

    /// Returns the staff members who have a record open.
    pub fn members_at(&self, record: DeskRecord) -> Vec<PresentMember> {
        let here = self.places.iter().filter(|(_, place)| place.at == record);
        here.map(|(who, place)| PresentMember { who: *who, is_typing: place.last_typed.is_some() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::shared::desk::DeskKind;
    use ports::shared::feed::RecordActivity::{Opening, Staying, Typing};

    use super::*;

    const ANN: UserId = UserId(1);
    const BEN: UserId = UserId(2);
    const HIRE: DeskRecord = DeskRecord { kind: DeskKind::Hire, id: 7 };
    const REPORT: DeskRecord = DeskRecord { kind: DeskKind::Report, id: 7 };

    fn present_member(member: UserId, is_typing: bool) -> PresentMember {
        PresentMember { who: member, is_typing }
    }

    #[test]
    fn a_staff_member_is_shown_only_at_the_record_opened_last() {
        let (mut presence, now) = (Presence::default(), Instant::now());
        assert_eq!(presence.set_open_record(ANN, HIRE, Opening, now), [HIRE]);
        assert_eq!(presence.set_open_record(BEN, HIRE, Opening, now), [HIRE]);
        assert_eq!(presence.set_open_record(BEN, HIRE, Staying, now), [], "nothing changed");
        assert_eq!(presence.set_open_record(BEN, HIRE, Typing, now), [HIRE]);
        assert_eq!(presence.members_at(HIRE), [present_member(ANN, false), present_member(BEN, true)]);
        assert_eq!(presence.set_open_record(ANN, REPORT, Opening, now), [HIRE, REPORT]);
        assert_eq!(presence.close_record(BEN, HIRE), Some(HIRE));
        assert_eq!(presence.close_record(BEN, HIRE), None);
        assert_eq!(
            (presence.members_at(HIRE), presence.members_at(REPORT)),
            (vec![], vec![present_member(ANN, false)])
        );
    }

    #[test]
    fn an_update_from_an_older_page_does_not_change_the_record_opened_last() {
        let (mut presence, now) = (Presence::default(), Instant::now());
        presence.set_open_record(ANN, HIRE, Opening, now);
        presence.set_open_record(ANN, REPORT, Opening, now);
        assert_eq!(
            presence.set_open_record(ANN, HIRE, Staying, now),
            [],
            "the first page confirms its record"
        );
        assert_eq!(presence.close_record(ANN, HIRE), None, "the first page closes its record");
        assert_eq!(presence.members_at(REPORT), [present_member(ANN, false)]);
        assert_eq!(
            presence.set_open_record(ANN, HIRE, Typing, now),
            [REPORT, HIRE],
            "typing opens the record again"
        );
    }

    #[test]
    fn typing_indicators_and_presence_expire_without_updates() {
        let (mut presence, now) = (Presence::default(), Instant::now());
        presence.set_open_record(ANN, HIRE, Typing, now);
        assert_eq!(presence.expire(now + Duration::from_secs(5)), []);
        assert_eq!(presence.expire(now + Duration::from_secs(6)), [HIRE], "the typing indicator expired");
        assert_eq!(presence.members_at(HIRE), [present_member(ANN, false)]);
        assert_eq!(presence.expire(now + Duration::from_secs(44)), []);
        assert_eq!(presence.expire(now + Duration::from_secs(45)), [HIRE]);
        assert_eq!(presence.members_at(HIRE), []);
    }

    #[test]
    fn the_number_of_staff_members_tracked_is_limited() {
        let (mut presence, now) = (Presence::default(), Instant::now());
        for who in 0..=i32::try_from(MAX_PEOPLE).unwrap() {
            presence.set_open_record(UserId(who), HIRE, Opening, now);
        }
        assert_eq!(presence.members_at(HIRE).len(), MAX_PEOPLE);
    }
}
