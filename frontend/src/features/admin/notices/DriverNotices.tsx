import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { CourtDate, DriverNotices as NoticeData } from "@/api/types";
import { clockText, formatDate } from "@/lib/dates";
import { displayPhone } from "@/lib/phone";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { deskPaths } from "../desk/deskPaths";
import { RelativeTime } from "../desk/RelativeTime";
import { Section } from "../desk/Section";
import { getNotices, noticesKey, patchAppearance } from "./calls";
import css from "./notices.module.css";
import { KINDS, MEANINGS, describeNotice, STATUSES } from "./noticeLabels";

/** A driver's notices and text replies, the settings and numbers for them, and the driver's court appearances. */
export function DriverNotices({ userId }: { userId: number }) {
  return (
    <Section title="Reminders and texts" open={false} storageName="driver-notices">
      <NoticeSettings userId={userId} />
    </Section>
  );
}

function NoticeSettings({ userId }: { userId: number }) {
  const { data, error, isValidating, mutate } = useSWR<NoticeData, Error>(
    noticesKey(userId),
    () => getNotices(userId),
    REVALIDATE_ON_MOUNT,
  );
  if (!data)
    return error ? (
      <FailureNotice {...{ error, mutate, isValidating }} />
    ) : (
      <Loading label="Loading reminders and texts" height="8rem" />
    );
  return (
    <div className={css.settings}>
      <Numbers data={data} />
      {data.courtDates.length > 0 && (
        <>
          <h3 className={css.part}>Court appearances</h3>
          <ul>
            {data.courtDates.map((date) => (
              <Court key={date.ticketId} date={date} onChanged={() => mutate()} />
            ))}
          </ul>
        </>
      )}
      <h3 className={css.part}>Replies</h3>
      {data.replies.length === 0 && <p className={css.soft}>No replies yet.</p>}
      <ul>
        {data.replies.map((reply) => (
          <li key={reply.id} className={css.row}>
            <div className={css.head}>
              <Chip tone={MEANINGS[reply.meaning].tone}>{MEANINGS[reply.meaning].word}</Chip>
              <span className={css.soft}>
                <RelativeTime at={reply.receivedAt} />
              </span>
              {!reply.isSolved && (
                <span className={css.soft}>
                  Not solved yet. See <Link to={deskPaths.replies()}>Replies to texts</Link>.
                </span>
              )}
            </div>
            <p className={css.said}>{reply.body}</p>
          </li>
        ))}
      </ul>
      <h3 className={css.part}>Messages</h3>
      {data.notices.length === 0 && <p className={css.soft}>No messages yet.</p>}
      <ul>
        {data.notices.map((notice) => (
          <li key={notice.id} className={css.row}>
            <div className={css.head}>
              <Chip tone={STATUSES[notice.status].tone}>{STATUSES[notice.status].word}</Chip>
              <span>
                {KINDS[notice.kind]} by{" "}
                {notice.channel === "text"
                  ? `text to ${displayPhone(notice.phoneNumber ?? "")}`
                  : "email"}
              </span>
              <span className={css.soft}>
                <RelativeTime at={notice.sentAt ?? notice.dueAt} />
              </span>
              {notice.confirmedAt && <Chip tone="good">Will be there</Chip>}
            </div>
            {describeNotice(notice) && <p className={css.said}>{describeNotice(notice)}</p>}
            {notice.reason && <p className={css.soft}>{notice.reason}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const STATES = { stopped: "Opted out", paused: "Paused until staff review a reply" } as const;

function Numbers({ data: { numbers, choices } }: { data: NoticeData }) {
  const listIf = (isOn: boolean, label: string) => (isOn ? [label] : []);
  const texts = [
    ...listIf(choices.textReminders, "reminders"),
    ...listIf(choices.textNews, "new tickets"),
  ];
  const emails = [
    ...listIf(choices.mailReminders, "reminders"),
    ...listIf(choices.mailNews, "new tickets"),
  ];
  return (
    <>
      <p className={css.soft}>
        Texts: {texts.join(" and ") || "none"}. Emails: {emails.join(" and ") || "none"}.
      </p>
      {numbers.map((number) => (
        <p key={number.id} className={css.head}>
          {displayPhone(number.phoneNumber)}
          <Chip tone={number.confirmedAt && !number.state ? "good" : "warn"}>
            {number.state
              ? STATES[number.state]
              : number.confirmedAt
                ? "Confirmed"
                : "Not confirmed yet"}
          </Chip>
        </p>
      ))}
    </>
  );
}

type CourtProps = { date: CourtDate; onChanged: () => Promise<unknown> };

function Court({ date, onChanged }: CourtProps) {
  const mustAppear = date.waivedAt === null;
  const toggling = useAction(async () => {
    await patchAppearance(date.ticketId, !mustAppear);
    await onChanged();
  });
  return (
    <li className={css.row}>
      <div className={css.head}>
        <span>
          {formatDate(date.day)}
          {date.time && `, ${clockText(date.time)}`} · {date.violationType} · ticket {date.ticketId}
          {date.isRemoved && " (removed)"}
        </span>
        <Chip tone={mustAppear ? "warn" : "neutral"}>
          {mustAppear ? "Must appear" : "Doesn’t need to appear"}
        </Chip>
        <Button
          variant="secondary"
          compact
          loading={toggling.busy}
          aria-label={`${mustAppear ? "Mark as not required" : "Mark as required"}: court appearance for ticket ${date.ticketId}`}
          onClick={toggling.run}
        >
          {mustAppear ? "Mark as not required" : "Mark as required"}
        </Button>
      </div>
    </li>
  );
}
