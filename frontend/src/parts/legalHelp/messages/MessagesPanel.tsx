import { MessagesSquare } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useSWRConfig } from "swr";
import { FRESH, useRead } from "@/api/read";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import type { CaseCorrespondence, LegalCase } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { getMessages, messagesKey, postMessage, postRead, unreadKey } from "./calls";
import { FileList, FileUpload } from "./Files";
import { MessageList } from "./MessageList";
import css from "./messages.module.css";

/** Maximum length of a message. Browsers count UTF-16 units, the server characters, so the server never counts more. */
const MAX_MESSAGE = 4000;

/** Also revalidates on focus, because the other side may have written. */
const REREAD = { ...FRESH, revalidateOnFocus: true };

const WHO = {
  driver: "Only you and your lawyer can read this.",
  lawyer: "Only you and the driver can read this.",
} as const;

type Props = {
  side: "driver" | "lawyer";
  of: LegalCase;
  /** Reads the case again, for its number of unread messages. */
  reread: () => Promise<unknown>;
  formatTime: (at: string) => string;
};

/** Messages and files of a case. They are loaded, and marked as read, once the panel is opened. */
export function MessagesPanel(props: Props) {
  const { side, of } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const mayWrite = of.actions.includes("message");
  if (!mayWrite && of.messages + of.files === 0) return null;
  return (
    <div className={css.panel}>
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <MessagesSquare size={20} aria-hidden="true" />
        {open ? "Hide messages and files" : "Messages and files"} <Unread of={of} />
      </Button>
      <div id={id} className={css.panel} hidden={!open}>
        {open && (
          <>
            <p className={css.soft}>{WHO[side]}</p>
            <Opened {...props} mayWrite={mayWrite} />
          </>
        )}
      </div>
    </div>
  );
}

/** The number of unread messages, if there are any. */
export function Unread({ of }: { of: Pick<LegalCase, "unreadMessages"> }) {
  if (of.unreadMessages === 0) return null;
  return <Chip tone="info">{of.unreadMessages} new</Chip>;
}

function Opened({ side, of, reread, formatTime, mayWrite }: Props & { mayWrite: boolean }) {
  const { data, error, isValidating, mutate } = useRead<CaseCorrespondence>(
    messagesKey(side, of.id),
    () => getMessages(side, of.id),
    REREAD,
  );
  const { mutate: mutateAll } = useSWRConfig();
  const isUnread = of.unreadMessages > 0;
  const isShown = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks them once they are shown
  useEffect(() => {
    // A failure leaves them unread, so they are marked the next time.
    if (isUnread && isShown)
      void postRead(side, of.id).then(
        () => {
          void mutateAll(unreadKey(side));
          return reread();
        },
        () => undefined,
      );
  }, [isUnread, isShown]);
  if (data)
    return (
      <>
        <MessageList side={side} messages={data.messages} formatTime={formatTime} />
        {mayWrite && (
          <Composer
            send={(text) => postMessage(side, of.id, text)}
            onSent={(next) => void mutate(next, { revalidate: false }).then(reread)}
          />
        )}
        <FileList side={side} files={data.files} formatTime={formatTime} />
        {mayWrite && (
          <FileUpload
            side={side}
            id={of.id}
            count={data.files.length}
            onUploaded={() => mutate().then(reread)}
          />
        )}
        {!mayWrite && <p className={css.soft}>This case takes no more messages or files.</p>}
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
  return (
    <Loading label="Loading messages">
      <Skeleton height="10rem" />
    </Loading>
  );
}

type ComposerProps = {
  send: (text: string) => Promise<CaseCorrespondence>;
  onSent: (next: CaseCorrespondence) => void;
};

/** The message field. The text stays if sending fails. It isn't stored as a draft, because it is a secret. */
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
        hint={`${text.length.toLocaleString("en-US")} of 4,000 characters`}
        rows={3}
        maxLength={MAX_MESSAGE}
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
