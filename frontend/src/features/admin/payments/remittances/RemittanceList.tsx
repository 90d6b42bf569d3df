import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Remittance } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatCount } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import { Section } from "../../desk/Section";
import { relativeTimeColumn, ToneChip } from "../../queue/cells";
import { dollars } from "../../queue/format";
import type { Column } from "../../table/columns";
import { asList } from "../../table/data/asList";
import { ListTable } from "../../table/ListTable";
import { getRemittances, PAGE_SIZE, REMITTANCES_KEY } from "./calls";
import css from "./remittances.module.css";
import { STATUS_TONES, STATUS_LABELS } from "./remittanceTexts";

const COLUMNS: readonly Column<Remittance>[] = [
  { id: "id", title: "Remittance no.", card: "title", cell: ({ id }) => id },
  {
    id: "payee",
    title: "Payee",
    card: "title",
    wraps: 9,
    cell: ({ payee }) => payee.name,
  },
  {
    id: "payments",
    title: "Drivers’ payments",
    align: "end",
    cell: (remittance) => formatCount(remittance.payments),
  },
  { id: "amount", title: "Amount", align: "end", cell: ({ amount }) => dollars(amount) },
  {
    id: "status",
    title: "Status",
    cell: ({ status }) => <ToneChip word={status} tones={STATUS_TONES} labels={STATUS_LABELS} />,
  },
  relativeTimeColumn("Prepared", ({ preparedAt }) => preparedAt),
  { id: "sent", title: "Sent on", cell: ({ sentOn }) => formatDate(sentOn) || "—" },
  {
    id: "reference",
    title: "Reference",
    wraps: 7,
    cell: ({ reference }) => <span className={css.text}>{reference ?? "—"}</span>,
  },
  { id: "accepted", title: "Accepted on", cell: ({ acceptedOn }) => formatDate(acceptedOn) || "—" },
];

const idOf = ({ id }: Remittance) => id;

/** Re-reads the first `pages` pages. Returns their rows, and whether there may be more. */
async function readPages(pages: number) {
  const rows: Remittance[] = [];
  for (let page = 0; page < pages; page += 1) {
    const slice = await getRemittances(rows.at(-1)?.id);
    rows.push(...slice);
    if (slice.length < PAGE_SIZE) return { rows, more: false };
  }
  return { rows, more: true };
}

type Props = { openId: number | null; onOpen: (id: number) => void; children: ReactNode };

/** Table of the remittances, newest first, with the children below. */
export function RemittanceList({ openId, onOpen, children }: Props) {
  const [pages, setPages] = useState(1);
  const { data, error, isValidating, mutate } = useSWR<
    Awaited<ReturnType<typeof readPages>>,
    Error
  >([REMITTANCES_KEY, pages], () => readPages(pages), {
    ...REVALIDATE_ON_MOUNT,
    keepPreviousData: true,
  });
  const rows = asList(data?.rows, () => mutate());
  return (
    <>
      <Section title="Remittances">
        <ListTable
          list={{ ...rows, state: { ...rows.state, row: openId }, error, isStale: isValidating }}
          columns={COLUMNS}
          idOf={idOf}
          label="Remittances, newest first"
          onOpen={({ id }) => onOpen(id)}
          empty="No remittances yet."
          emptyHint="Prepare a remittance above. It lists the money to send to one authority or lawyer. You send the money yourself, then record it here."
          paged={false}
        />
        {data?.more && (
          <div>
            <Button
              variant="secondary"
              compact
              loading={isValidating}
              onClick={() => setPages(pages + 1)}
            >
              Show older
            </Button>
          </div>
        )}
      </Section>
      <DelayedControls isLayoutFinal={data !== undefined || error !== undefined}>
        {children}
      </DelayedControls>
    </>
  );
}
