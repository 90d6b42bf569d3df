import * as requests from "@/api/generated/requests/sdk.gen";
import { toListCall } from "@/api/listCalls";
import type { TextRequest } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { displayPhone } from "@/lib/phone";
import { useLocation, useScrollToFragment } from "@/lib/router";
import { RelativeTime } from "../desk/RelativeTime";
import { Section } from "../desk/Section";
import { relativeTimeColumn, Solved, ToneChip } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueueBody } from "../queue/QueueBody";
import { SOLVED } from "../queue/format";
import { DriverLink } from "../table/cells/DriverLink";
import { FEW_CARDS, PAGE_SIZE } from "../table/data/listState";
import { useListWithoutUrl } from "../table/data/useDeskList";
import { useWide } from "../table/useWide";

const TONES = { Sent: "good", Pending: "warn" } as const;

const DECLARATION: Declaration<TextRequest> = {
  title: "Text notification requests",
  call: toListCall(requests.listTextRequests),
  filters: [
    {
      name: "sent",
      label: "Status",
      options: [
        { value: "false", label: "Pending" },
        { value: "true", label: "Sent" },
      ],
    },
    SOLVED,
  ],
  file: "text-notifications",
  columns: [
    { id: "id", title: "ID", cell: (row) => row.id, align: "end", card: "title" },
    { id: "phone", title: "Phone", cell: (row) => displayPhone(row.phoneNumber), card: "title" },
    {
      id: "user",
      title: "User ID",
      cell: ({ userId, driverName }) =>
        userId === null ? "Not specified" : <DriverLink id={userId} name={driverName} />,
    },
    relativeTimeColumn("Requested", (row) => row.requestedAt),
    {
      id: "status",
      title: "Status",
      cell: (row) => <ToneChip word={row.isSent ? "Sent" : "Pending"} tones={TONES} />,
    },
    {
      id: "sent",
      title: "Sent",
      cell: (row) => <RelativeTime at={row.sentAt} emptyText="Not sent" />,
    },
    {
      id: "solved",
      title: "Solved",
      cell: (row) => <Solved row={row} label="Mark Solved" />,
      card: "actions",
    },
  ],
  nameOf: (row) => `request ${row.id}`,
  solving: { queue: "text-notification", noun: "Request", isFinal: true },
};

/** Collapsible section of the start screen that lists drivers' requests for text messages. */
export function TextRequests() {
  const requestedId = new URLSearchParams(useLocation().search).get("texts");
  // A link to another request starts a new list.
  return <TextRequestList key={requestedId} requestedId={requestedId} />;
}

/**
 * The list of text requests. If a link opens one of them, the section is open and its search
 * contains that request's id.
 */
function TextRequestList({ requestedId }: { requestedId: string | null }) {
  const options = { call: DECLARATION.call, pageSize: useWide() ? PAGE_SIZE : FEW_CARDS };
  const list = useListWithoutUrl(options, requestedId ?? "");
  useScrollToFragment(!list.isLoading);
  const count = list.total === null ? "" : ` (${formatCount(list.total)})`;
  return (
    <Section
      id="texts"
      title={`Text Notification Requests${count}`}
      open={requestedId !== null}
      storageName={requestedId === null ? "texts" : undefined}
    >
      <QueueBody
        declaration={DECLARATION}
        list={{ ...list, state: { ...list.state, row: Number(requestedId) || null } }}
      />
    </Section>
  );
}
