import MessagesSquare from "lucide-react/icons/messages-square";
import { useEffect, useId, useState } from "react";
import { useSWRConfig } from "swr";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import type { CaseCorrespondence, CaseMessage, LegalCase } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { getMessages, messagesKey, postMessage, postMessagesRead, unreadKey } from "./calls";
import { FileList, FileUpload } from "./Files";
import { MessageList } from "./MessageList";
import css from "./messages.module.css";

/** Maximum length of a message. Browsers count UTF-16 units, the server characters, so the server never counts more. */
const MAX_MESSAGE_LENGTH = 4000;

/** Options that also revalidate on focus, because the driver or the lawyer may have sent a message. */
const REVALIDATE_ON_FOCUS = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

const PRIVACY_TEXTS = {
  driver: "Only you and your lawyer can read this, unless you allow our staff to.",
  lawyer:
    "Only you and the driver can read your messages. A lawyer who takes over the case can open the files. Our staff can read both only if the driver allows it.",
} as const;

type Props = {
  side: "driver" | "lawyer";
  legalCase: LegalCase;
  /** Reads the case again, for its number of unread messages. */
  refetch: () => Promise<unknown>;
  formatTime: (at: string) => string;
};

/** Messages and files of a case. When the panel is opened, the messages are loaded and marked as read. */
export function MessagesPanel(props: Props) {
  const { side, legalCase } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const mayWrite = legalCase.actions.includes("message");
  if (!mayWrite && legalCase.messages + legalCase.files === 0) return null;
  return (
    <div className={css.panel}>
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <MessagesSquare size={20} aria-hidden="true" />
        {open ? "Hide messages and files" : "Messages and files"}{" "}
        <UnreadChip legalCase={legalCase} />
      </Button>
      <div id={id} className={css.panel} hidden={!open}>
        {open && (
          <>
            <p className={css.soft}>{PRIVACY_TEXTS[side]}</p>
            <MessagesContent {...props} mayWrite={mayWrite} />
          </>
        )}
      </div>
    </div>
  );
}

/** The number of unread messages, if there are any. */
export function UnreadChip({ legalCase }: { legalCase: Pick<LegalCase, "unreadMessages"> }) {
  if (legalCase.unreadMessages === 0) return null;
  return <Chip tone="info">{legalCase.unreadMessages} new</Chip>;
}

function MessagesContent({
  side,
  legalCase,
  refetch,
  formatTime,
  mayWrite,
}: Props & { mayWrite: boolean }) {
  const { data, error, isValidating, mutate } = useRead<CaseCorrespondence>(
    messagesKey(side, legalCase.id),
    () => getMessages(side, legalCase.id),
    REVALIDATE_ON_FOCUS,
  );
  const { mutate: mutateAll } = useSWRConfig();
  const lastUnread = data && lastUnreadId(side, data.messages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is sent once per new message
  useEffect(() => {
    // If the call fails, the messages stay unread and are marked the next time they are shown.
    if (lastUnread !== undefined)
      void postMessagesRead(side, legalCase.id, lastUnread).then(
        (unread) => {
          void mutateAll(unreadKey(side), unread, { revalidate: false });
          return refetch();
        },
        () => undefined,
      );
  }, [lastUnread]);
  if (data)
    return (
      <>
        <MessageList side={side} messages={data.messages} formatTime={formatTime} />
        {mayWrite && (
          <Composer
            send={(text) => postMessage(side, legalCase.id, text)}
            onSent={(next) => void mutate(next, { revalidate: false }).then(refetch)}
          />
        )}
        <FileList
          side={side}
          files={data.files}
          formatTime={formatTime}
          onDeleted={(next) => void mutate(next, { revalidate: false }).then(refetch)}
        />
        {mayWrite && (
          <FileUpload
            side={side}
            id={legalCase.id}
            count={data.files.length}
            onUploaded={() => mutate().then(refetch)}
          />
        )}
        {!mayWrite && (
          <p className={css.soft}>You can no longer add messages or files to this case.</p>
        )}
      </>
    );
  if (error)
    return (
      <>
        <Alert>We couldn’t load the messages. Nothing was lost.</Alert>
        <div>
          <Button variant="secondary" compact loading={isValidating} onClick={() => void mutate()}>
            Try again
          </Button>
        </div>
      </>
    );
  return <Loading label="Loading messages" height="10rem" />;
}

/** The id of the last unread message to the viewer; undefined if there is none. */
const lastUnreadId = (side: Props["side"], messages: readonly CaseMessage[]): number | undefined =>
  messages.findLast(
    ({ isFromLawyer, readAt }) => isFromLawyer === (side === "driver") && readAt === null,
  )?.id;

type ComposerProps = {
  send: (text: string) => Promise<CaseCorrespondence>;
  onSent: (next: CaseCorrespondence) => void;
};

/**
 * The message field. The text stays if sending fails. The text isn't stored as a draft, because
 * messages between driver and lawyer are confidential.
 */
function Composer({ send, onSent }: ComposerProps) {
  const [text, setText] = useState("");
  const submit = useSubmit(
    () => ({ text: text.trim() ? undefined : "Write a message." }),
    async () => {
      onSent(await send(text.trim()));
      setText("");
    },
  );
  return (
    <SubmitForm submit={submit}>
      <TextAreaField
        label="New message"
        hint={`${formatCount(text.length)} of 4,000 characters`}
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        autoComplete="off"
        {...submit.bind("text", text, setText)}
      />
      <div>
        <Button type="submit" loading={submit.busy} loadingText="Sending...">
          Send message
        </Button>
      </div>
    </SubmitForm>
  );
}
