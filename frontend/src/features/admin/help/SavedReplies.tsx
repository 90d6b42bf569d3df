import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { ReplyTemplate } from "@/api/types";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { deleteTemplate, getTemplates, patchTemplate, postTemplate, TEMPLATES } from "./calls";
import css from "./inquiries.module.css";
import { ReplyName } from "./ReplyName";

type Props = {
  /** The text in the message field. */
  text: string;
  /** Puts a reply into the message field. */
  insert: (message: string) => void;
};

/**
 * Saved replies. Staff can insert a saved reply into the message, save the message as a new reply,
 * or replace the selected reply with the message.
 */
export function SavedReplies({ text, insert }: Props) {
  const { data, mutate } = useSWR<ReplyTemplate[]>(TEMPLATES, getTemplates, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [isNaming, setIsNaming] = useState(false);
  const [selectedId, setSelectedId] = useState("");
  const selectedReply = data?.find(({ id }) => String(id) === selectedId);
  const isWritten = text.trim() !== "";

  async function saveReply(title: string) {
    const reply = { title, message: text };
    if (selectedReply)
      await patchTemplate(selectedReply.id, { ...reply, version: selectedReply.version });
    else await postTemplate(reply);
    await mutate();
    setIsNaming(false);
  }
  const removing = useAction(async (id: number) => {
    await deleteTemplate(id);
    setSelectedId("");
    await mutate();
  });
  return (
    <div className={css.replies}>
      <select
        className={css.assignee}
        aria-label="Saved replies"
        value={selectedReply ? selectedId : ""}
        onChange={({ target }) => {
          setSelectedId(target.value);
          setIsNaming(false);
          const reply = data?.find(({ id }) => String(id) === target.value);
          if (reply) insert(reply.message);
        }}
      >
        <option value="">Saved replies…</option>
        {data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {!isNaming && isWritten && (
        <Button variant="text" compact onClick={() => setIsNaming(true)}>
          {selectedReply ? "Update saved reply" : "Save this reply"}
        </Button>
      )}
      {!isNaming && selectedReply && (
        <Button
          variant="text"
          compact
          loading={removing.busy}
          onClick={() => removing.run(selectedReply.id)}
        >
          Delete saved reply
        </Button>
      )}
      {isNaming && (
        <ReplyName
          key={selectedId}
          reply={selectedReply}
          onSave={saveReply}
          onConflict={() => void mutate()}
          onCancel={() => setIsNaming(false)}
        />
      )}
    </div>
  );
}
