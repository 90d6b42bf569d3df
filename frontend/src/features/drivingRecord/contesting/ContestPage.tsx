import { useState } from "react";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { ContestLetter } from "@/api/types";
import { daysUntil, shortDate } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { clearItems } from "@/parts/drivingRecord/clearItems";
import { FailureNotice } from "@/parts/FailureNotice";
import { Sourced } from "@/parts/options/Sourced";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { Page } from "@/ui/layout/Page";
import { getLetter, type ItemRef, letterKey } from "./calls";
import css from "./contesting.module.css";
import { LetterForm } from "./LetterForm";
import { OwnForm } from "./OwnForm";
import { SentLetter } from "./SentLetter";

/** The guided letter with which a driver contests an item (docs/product/contesting.md). */
export function ContestPage(item: ItemRef) {
  useDocumentTitle("Contest It Yourself");
  return (
    <Page width="list" className={css.page}>
      <BackLink to={paths.options({ type: item.kind, id: item.id })}>Your Options</BackLink>
      <h1>Contest It Yourself</h1>
      <Letter {...item} />
    </Page>
  );
}

function Letter({ kind, id }: ItemRef) {
  const item = { kind, id };
  const { user } = useSession();
  const { data, error, isValidating, mutate } = useRead<ContestLetter>(
    letterKey(item),
    () => getLetter(item),
    REVALIDATE_ON_MOUNT,
  );
  const store = (letter: ContestLetter) => void mutate(letter, { revalidate: false });
  async function storeSent(letter: ContestLetter) {
    store(letter);
    await clearItems();
  }
  if (data)
    return (
      <>
        <About letter={data} kind={kind} />
        <HowToStart letter={data} kind={kind} />
        {data.sentOn === null && data.ownForm && data.mayMarkSent ? (
          <OwnForm item={item} letter={data} onSent={storeSent} />
        ) : data.sentOn === null && data.mayWrite ? (
          <LetterForm
            item={item}
            letter={data}
            draft={`${user?.id ?? 0}.letter.${kind}-${id}`}
            onSaved={store}
            onSent={storeSent}
            onReload={() => mutate()}
          />
        ) : (
          <SentLetter item={item} letter={data} onChanged={storeSent} />
        )}
      </>
    );
  if (error)
    return (
      <FailureNotice title="We couldn’t load your letter" {...{ error, mutate, isValidating }} />
    );
  return <Loading label="Loading your letter" height="24rem" />;
}

/** Sourced texts about how to start contesting an item in its state, city or toll system. */
function HowToStart({ letter, kind }: { letter: ContestLetter; kind: ItemRef["kind"] }) {
  if (letter.howToStart.length === 0) return null;
  return (
    <Card title="How to start" aria-label="How to start">
      <div className={css.fields}>
        {letter.howToStart.map((step) => (
          <Sourced key={step.text} text={step} kind={kind} />
        ))}
      </div>
    </Card>
  );
}

function About({ letter, kind }: { letter: ContestLetter; kind: ItemRef["kind"] }) {
  const noun = kind === "toll" ? "toll" : "ticket";
  const [now] = useState(() => new Date());
  const { label, citationNumber, latestDate, dateBasis } = letter;
  const isPast = (daysUntil(latestDate, now) ?? 0) < 0;
  const basis =
    dateBasis === "computed"
      ? `, calculated from the ${noun}’s date. If your notice has a date, use that one.`
      : dateBasis === "fixed"
        ? `, calculated from the ${noun}’s date. It stays the same even if you get more time to pay.`
        : ", the date we have on file.";
  return (
    <header className={css.about}>
      <p>
        <strong className={css.label}>{label}</strong>
        {citationNumber && ` · ${citationNumber}`}
      </p>
      {latestDate && (
        <p>
          Last day to contest: {shortDate(latestDate, now)}
          {basis}
          {isPast &&
            letter.sentOn === null &&
            letter.mayMarkSent &&
            ` ${shortDate(latestDate, now)} has passed. Ask the court or agency whether you can still contest.`}
        </p>
      )}
      <p>
        {!letter.ownForm &&
          letter.sentOn === null &&
          letter.mayWrite &&
          `Here you prepare a letter to the court or agency to contest this ${noun}. You decide what it says. `}
        This isn’t legal advice, and sending a {letter.ownForm ? "form" : "letter"} doesn’t cancel a
        court date.
      </p>
    </header>
  );
}
