import { useMemo } from "react";
import type { BookFigures, BookMonth } from "@/api/types";
import { Section } from "../../desk/Section";
import { dollars } from "../../queue/format";
import type { Column } from "../../table/columns";
import { asList } from "../../table/data/asList";
import { ListTable } from "../../table/ListTable";
import { formatMonth } from "./bookLabels";

const figureColumn = (id: keyof BookFigures, title: string): Column<BookMonth> => ({
  id,
  title,
  align: "end",
  cell: ({ figures }) => formatOrDash(figures[id]),
});

const formatOrDash = (amount: string) => (amount === "0.00" ? "—" : dollars(amount));

const FIGURES = [
  figureColumn("charges", "Charges"),
  figureColumn("providerFees", "Payment provider fees"),
  figureColumn("refunds", "Refunds"),
  figureColumn("chargebacks", "Chargebacks"),
  figureColumn("chargebackFees", "Chargeback fees"),
  figureColumn("payouts", "Payouts to our bank"),
  figureColumn("owedToCourts", "Change in amount owed to authorities"),
  figureColumn("heldForLawyers", "Change in amount held for lawyers"),
  figureColumn("ours", "Net revenue"),
];
const COLUMNS: readonly Column<BookMonth>[] = [
  { id: "month", title: "Month", card: "title", cell: ({ month }) => formatMonth(month) },
  ...FIGURES,
];
/** Columns that the table shows only if some month has a value in them. */
const OPTIONAL_COLUMNS: readonly { figure: keyof BookFigures; column: Column<BookMonth> }[] = [
  { figure: "remitted", column: figureColumn("remitted", "Sent to authorities and lawyers") },
  { figure: "inQuestion", column: figureColumn("inQuestion", "Unexplained amount") },
];

const idOf = ({ month }: BookMonth) => Number(month.replaceAll("-", ""));

function columnsOf(months: readonly BookMonth[] | undefined) {
  const hasValue = (figure: keyof BookFigures) =>
    months?.some(({ figures }) => figures[figure] !== "0.00") ?? false;
  return [
    ...COLUMNS,
    ...OPTIONAL_COLUMNS.filter(({ figure }) => hasValue(figure)).map(({ column }) => column),
  ];
}

type Props = { months: BookMonth[] | undefined; total: BookFigures | undefined };

/** Table of the money that moved in each month, with the total. */
export function Months({ months, total }: Props) {
  const columns = useMemo(() => columnsOf(months), [months]);
  const totals =
    total && columns.slice(1).map(({ id }) => [id, formatOrDash(total[id as keyof BookFigures])]);
  return (
    <Section title="By month">
      <ListTable
        list={asList(months)}
        columns={columns}
        idOf={idOf}
        label="Money that moved, by month"
        empty="No money has moved yet."
        emptyHint="Card payments from drivers show up here right away."
        footer={totals && { month: "All months", ...Object.fromEntries(totals) }}
        paged={false}
      />
    </Section>
  );
}
