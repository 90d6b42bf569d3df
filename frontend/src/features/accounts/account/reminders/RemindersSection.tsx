import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { ReminderChoices, Reminders, User } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText } from "@/parts/forms/useSubmit";
import { getReminders, patchReminders, REMINDERS_KEY } from "@/parts/notices/calls";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Checkbox } from "@/ui/forms/Checkbox";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import css from "../AccountPage.module.css";
import { CalendarFeed } from "./CalendarFeed";
import { PhoneNumbers } from "./PhoneNumbers";
import own from "./Reminders.module.css";

/**
 * Settings for reminders of due dates and court dates, and for news about tickets. Includes the phone numbers for texts,
 * the choices for texts and emails, and the calendar link.
 */
export function RemindersSection({ user }: { user: User }) {
  const { data, error, isValidating, mutate } = useSWR<Reminders, Error>(
    REMINDERS_KEY,
    getReminders,
    REVALIDATE_ON_MOUNT,
  );
  return (
    <Card title="Reminders" flush>
      {data ? (
        <ReminderForm
          user={user}
          data={data}
          // Called without new data, `onChanged` reads the data again. The old data stays visible until then.
          onChanged={(next) => (next ? mutate(next, { revalidate: false }) : mutate())}
        />
      ) : error ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : (
        <Loading label="Loading your reminders">
          <div className={own.part}>
            <Skeleton height="27rem" />
          </div>
        </Loading>
      )}
    </Card>
  );
}

type Props = { user: User; data: Reminders; onChanged: (next?: Reminders) => Promise<unknown> };

const TEXTS = [
  ["textReminders", "Due dates and court dates"],
  ["textNews", "New tickets and higher amounts"],
] as const;
const EMAILS = [
  ["mailReminders", "Due dates and court dates"],
  ["mailNews", "New tickets and higher amounts"],
] as const;

function ReminderForm({ user, data, onChanged }: Props) {
  const [pendingChoices, setPendingChoices] = useState<ReminderChoices | null>(null);
  const choices = pendingChoices ?? data.choices;
  async function saveChoice(name: keyof ReminderChoices, isOn: boolean) {
    setPendingChoices({ ...choices, [name]: isOn });
    try {
      // Sends only this choice, because the other choices may have changed since the page read them.
      await onChanged(await patchReminders({ [name]: isOn }));
    } catch (error) {
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    } finally {
      setPendingChoices(null);
    }
  }
  const renderBoxes = (options: typeof TEXTS | typeof EMAILS) =>
    options.map(([name, label]) => (
      <Checkbox
        key={name}
        label={label}
        checked={choices[name]}
        // The checkbox isn't disabled while busy, because that would lose the focus.
        onChange={(event) => pendingChoices === null && void saveChoice(name, event.target.checked)}
      />
    ));
  return (
    <>
      <p className={css.note}>
        Once you turn on texts or confirm your email, we remind you at 10 AM your local time, 14, 7,
        3 and 1 days before a due date or court date. On the day of court, we remind you at 7 AM.
        When a date changes, or a ticket or toll is removed, we notify you within 15 minutes.
        Overnight, texts about such changes wait until 9 AM.
      </p>
      <fieldset className={own.part}>
        <legend className={own.way}>By text</legend>
        <PhoneNumbers user={user} data={data} onChanged={onChanged} />
        {data.numbers.some((number) => number.confirmedAt) && renderBoxes(TEXTS)}
      </fieldset>
      <fieldset className={own.part}>
        <legend className={own.way}>By email</legend>
        {data.isEmailConfirmed ? (
          renderBoxes(EMAILS)
        ) : (
          <p className={css.soft}>
            To get reminders by email, confirm your email address under “Contact and vehicle”.
          </p>
        )}
      </fieldset>
      <CalendarFeed since={data.calendarSince} onChanged={onChanged} />
    </>
  );
}
