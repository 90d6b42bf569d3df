import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import type { CaseConsent, CaseCorrespondence, CaseNote } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { eventName } from "@/parts/legalHelp/cases/caseLabels";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { getMessages, messagesKey } from "@/parts/legalHelp/messages/calls";
import { FileList } from "@/parts/legalHelp/messages/Files";
import { MessageList } from "@/parts/legalHelp/messages/MessageList";
import { Button } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { toast } from "@/ui/overlays/toast";
import { formatExactTime } from "../../desk/times";
import { Facts } from "../../queue/view/Facts";
import { postReadingRequest } from "../caseCalls";
import css from "./cases.module.css";

const countWithNoun = (number: number, word: string) =>
  `${number} ${word}${number === 1 ? "" : "s"}`;

/**
 * Shows staff how many messages, files and notes a case has, and whether it has an agreement. Shows their contents
 * while the driver allows it.
 */
export function CaseMessages(props: CaseProps) {
  const { legalCase } = props;
  const [open, setOpen] = useState(false);
  const notes = legalCase.events.filter(({ isNoteHidden }) => isNoteHidden).length;
  const hasAgreement = legalCase.agreement !== null;
  if (legalCase.messages + legalCase.files + notes === 0 && !hasAgreement) return null;
  const reading = legalCase.consents.filter(({ kind }) => kind === "staff_reading");
  const mayRead = legalCase.actions.includes("read_messages");
  return (
    <section className={css.case} aria-label="Messages and files">
      <h4 className={css.title}>Messages and files</h4>
      <p className={css.soft}>
        {countWithNoun(legalCase.messages, "message")}, {countWithNoun(legalCase.files, "file")}
        {notes > 0 && `, ${countWithNoun(notes, "note")}`}
        {hasAgreement && `, ${countWithNoun(1, "agreement")}`}
        {legalCase.lastMessageAt && `, last message ${formatExactTime(legalCase.lastMessageAt)}`}.
        Staff can read them only with the driver’s permission.
      </p>
      <Answer consent={reading.at(-1)} />
      {legalCase.actions.includes("ask_to_read") && <AskToRead {...props} />}
      {mayRead && (
        <div className={css.buttons}>
          <Button variant="secondary" compact aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide messages and files" : "Read messages and files"}
          </Button>
        </div>
      )}
      {mayRead && open && <CaseContent id={legalCase.id} />}
    </section>
  );
}

/** The driver's answer to staff's last request to read the messages. */
function Answer({ consent }: { consent: CaseConsent | undefined }) {
  if (!consent) return null;
  const text = {
    asked: `We asked the driver for permission on ${formatExactTime(consent.askedAt)}. They haven’t answered.`,
    given: `You can read them until ${formatExactTime(consent.expiresAt ?? consent.askedAt)}. The audit trail records every time staff read them.`,
    refused: "The driver didn’t allow staff to read them.",
    withdrawn: "The driver no longer allows staff to read them.",
    expired: "The driver’s permission has ended.",
  }[consent.state];
  return <p className={css.soft}>{text}</p>;
}

function AskToRead(props: CaseProps) {
  const submit = useCaseSubmit(
    {
      ...props,
      onChanged: (next) => {
        props.onChanged(next);
        toast({
          title: "Request Sent",
          description: "The driver decides whether staff can read the messages.",
        });
      },
    },
    () => ({}),
    () => postReadingRequest(props.legalCase.id),
  );
  return (
    <SubmitForm submit={submit}>
      <div className={css.buttons}>
        <Button
          type="submit"
          variant="secondary"
          compact
          loading={submit.busy}
          loadingText="Asking..."
        >
          Ask to read
        </Button>
      </div>
    </SubmitForm>
  );
}

/** Shows the notes in the case's timeline that the driver and the lawyer wrote to each other. */
function Notes({ notes }: { notes: readonly CaseNote[] }) {
  if (notes.length === 0) return null;
  return (
    <Facts
      facts={notes.map(({ kind, at, text }) => ({
        name: `${eventName(kind)}, ${formatExactTime(at)}`,
        value: text,
        wide: true,
      }))}
    />
  );
}

function CaseContent({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useSWR<CaseCorrespondence, Error>(
    messagesKey("staff", id),
    () => getMessages("staff", id),
    REVALIDATE_ON_MOUNT,
  );
  if (data)
    return (
      <>
        <MessageList side="staff" messages={data.messages} formatTime={formatExactTime} />
        <FileList side="staff" files={data.files} formatTime={formatExactTime} />
        {data.agreementText && (
          <Facts facts={[{ name: "Agreement", value: data.agreementText, wide: true }]} />
        )}
        <Notes notes={data.notes} />
      </>
    );
  if (error)
    return (
      <FailureNotice title="We couldn’t load the messages" {...{ error, mutate, isValidating }} />
    );
  return <Loading label="Loading the messages" height="10rem" />;
}
