import { useState } from "react";
import type { Reminders } from "@/api/types";
import { deleteFeed, postFeed } from "@/parts/notices/calls";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { CopyButton } from "@/ui/buttons/CopyButton";
import css from "../AccountPage.module.css";
import own from "./Reminders.module.css";

type Props = { since: string | null; onChanged: (next?: Reminders) => void };

/** The private calendar link. The link's address is shown once, and the user can turn the link off. */
export function CalendarFeed({ since, onChanged }: Props) {
  const [address, setAddress] = useState<string | null>(null);
  const creating = useAction(async () => {
    setAddress((await postFeed()).address);
    onChanged();
  });
  const turningOff = useAction(async () => {
    onChanged(await deleteFeed());
    setAddress(null);
  });
  const busy = creating.busy || turningOff.busy;
  return (
    <fieldset className={own.part}>
      <legend className={own.way}>In your calendar</legend>
      {address ? (
        <>
          <p className={css.soft}>
            Subscribe to this link in your calendar. Anyone who has the link can see your dates.
            Copy it now. We won’t show it again.
          </p>
          <code className={own.address}>{address}</code>
        </>
      ) : (
        <p className={css.soft}>
          {since
            ? "Your calendar gets your dates from a private link. If you lost the link, create a new one. The old one will stop working."
            : "Get a private link that keeps your due dates and court dates up to date in your calendar app."}
        </p>
      )}
      <div className={own.actions}>
        {address && (
          <CopyButton
            text={address}
            failureText="Your browser blocked copying. Select the link and copy it."
          >
            Copy link
          </CopyButton>
        )}
        {!address && (
          <Button variant="secondary" loading={busy} onClick={creating.run}>
            {since ? "Create a new link" : "Create a private calendar link"}
          </Button>
        )}
        {(since || address) && (
          <Button variant="text" loading={busy} onClick={turningOff.run}>
            Turn off calendar link
          </Button>
        )}
      </div>
    </fieldset>
  );
}
