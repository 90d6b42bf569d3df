import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { NoticeReply, ReplyDecision, ReplyQueue } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { displayPhone } from "@/lib/phone";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { toast } from "@/ui/overlays/toast";
import { Desk } from "../desk/Desk";
import { RelativeTime } from "../desk/RelativeTime";
import { DriverLink } from "../table/cells/DriverLink";
import { getReplies, postReplyDecision, REPLIES_KEY } from "./calls";
import css from "./notices.module.css";
import { MEANINGS } from "./noticeLabels";

const REFRESH_MS = 30_000;

/** Text messages from drivers that staff have to read, longest waiting first. */
export default function RepliesPage() {
  const { data, error, isValidating, mutate } = useSWR<ReplyQueue, Error>(REPLIES_KEY, getReplies, {
    ...REVALIDATE_ON_MOUNT,
    refreshInterval: REFRESH_MS,
    refreshWhenHidden: false,
  });
  return (
    <Desk title="Replies to texts">
      <FocusKeeper className={css.page}>
        <p className={css.soft}>
          Texts from drivers that Lanewise couldn’t handle automatically. If a driver replies that
          they can’t come to court, the court date doesn’t change, so call the driver. If it turns
          out they don’t have to appear, record that on the driver’s page. If a reply may mean
          “stop”, texts to that number are paused until you decide whether they stop or go on.
        </p>
        {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
        {!data && !error && <Loading label="Loading replies" height="12rem" />}
        {data?.replies.length === 0 && (
          <EmptyState title="You’re all caught up">New text replies show up here.</EmptyState>
        )}
        {data && data.replies.length > 0 && (
          <Card title={data.total === 1 ? "1 reply" : `${formatCount(data.total)} replies`} flush>
            <ul>
              {data.replies.map((reply) => (
                <Row key={reply.id} reply={reply} onSolved={() => mutate()} />
              ))}
            </ul>
          </Card>
        )}
      </FocusKeeper>
    </Desk>
  );
}

type RowProps = { reply: NoticeReply; onSolved: () => Promise<unknown> };

function Row({ reply, onSolved }: RowProps) {
  const [busy, setBusy] = useState<ReplyDecision | null>(null);
  const { word, tone } = MEANINGS[reply.meaning];
  async function sendDecision(verdict: ReplyDecision) {
    setBusy(verdict);
    try {
      await postReplyDecision(reply.id, verdict);
      await onSolved();
    } catch (failure) {
      toast({ title: "Error", description: failureText(failure), variant: "destructive" });
    } finally {
      setBusy(null);
    }
  }
  const renderButton = (verdict: ReplyDecision, label: string) => (
    <Button
      variant="secondary"
      compact
      loading={busy === verdict}
      aria-label={`${label}: reply ${reply.id}`}
      onClick={() => void sendDecision(verdict)}
    >
      {label}
    </Button>
  );
  return (
    <li className={css.row}>
      <div className={css.head}>
        <Chip tone={tone}>{word}</Chip>
        {reply.userId !== null && <DriverLink id={reply.userId} name={reply.driverName} />}
        <span className={css.soft}>{reply.phoneNumber && displayPhone(reply.phoneNumber)}</span>
        <span className={css.soft}>
          <RelativeTime at={reply.receivedAt} />
        </span>
      </div>
      <p className={css.said}>{reply.body || "(empty message)"}</p>
      <div className={css.head}>
        {reply.meaning === "may_mean_stop" ? (
          <>
            {renderButton("stop", "Stop texts")}
            {renderButton("go_on", "Keep texting")}
          </>
        ) : (
          renderButton("solved", "Mark solved")
        )}
      </div>
    </li>
  );
}
