import { useMemo } from "react";
import type { BookDifference } from "@/api/types";
import { Section } from "../../desk/Section";
import { relativeTimeColumn, ToneChip } from "../../queue/cells";
import type { Column } from "../../table/columns";
import { asList } from "../../table/data/asList";
import { ListTable } from "../../table/ListTable";
import { DIFFERENCE_TONES, DIFFERENCES } from "./bookLabels";

type Row = BookDifference & { id: number };

/** Formats an amount with the symbol or code of its currency, which isn't always the dollar. */
const formatMoney = (amount: string, currency: string) =>
  Number(amount).toLocaleString("en-US", { style: "currency", currency });

const amountColumn = (id: "ours" | "theirs" | "difference", title: string): Column<Row> => ({
  id,
  title,
  align: "end",
  cell: (row) => formatMoney(row[id], row.currency),
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "kind",
    title: "Type",
    card: "title",
    cell: ({ kind }) => <ToneChip word={kind} tones={DIFFERENCE_TONES} labels={DIFFERENCES} />,
  },
  amountColumn("ours", "Our books"),
  amountColumn("theirs", "Payment provider"),
  amountColumn("difference", "Difference"),
  {
    id: "subject",
    title: "Payment provider’s ID",
    cell: ({ subject, providerUrl }) => (
      <a href={providerUrl} target="_blank" rel="noreferrer">
        {subject}
      </a>
    ),
  },
  {
    id: "payment",
    title: "Confirmation number",
    cell: ({ confirmationNumber }) => confirmationNumber ?? "—",
  },
  relativeTimeColumn("Last changed", ({ movedAt }) => movedAt),
];

const idOf = ({ id }: Row) => id;

type Props = {
  differences: BookDifference[] | undefined;
  /** Whether the books were ever compared with the provider. True while they load. */
  isReconciled: boolean;
};

/** Differences between the books and the payment provider, to the cent. */
export function Differences({ differences, isReconciled }: Props) {
  const rows = useMemo(
    () => differences?.map((one, at) => ({ ...one, id: at + 1 })),
    [differences],
  );
  return (
    <Section title="Differences">
      <ListTable
        list={asList(rows)}
        columns={COLUMNS}
        idOf={idOf}
        label="Differences between the books and the payment provider"
        empty={isReconciled ? "Every amount matches." : "Not reconciled yet."}
        emptyHint={
          isReconciled
            ? "The books and the payment provider agree."
            : "Click Reconcile now to compare the books with the payment provider."
        }
        paged={false}
      />
    </Section>
  );
}
