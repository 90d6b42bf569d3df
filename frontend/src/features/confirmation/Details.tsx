import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import css from "./Details.module.css";
import type { Receipt } from "./receipt";

type Row = { name: string; value: ReactNode; printOnly?: boolean };

function rows(receipt: Receipt): Row[] {
  return [
    {
      name: "Confirmation number",
      value: <span className={css.number}>{receipt.confirmationNumber}</span>,
    },
    { name: "Action", value: receipt.action },
    ...(receipt.itemId === null ? [] : [{ name: receipt.itemName, value: `#${receipt.itemId}` }]),
    ...(receipt.violationType
      ? [{ name: receipt.violationName, value: receipt.violationType }]
      : []),
    { name: "Amount paid", value: receipt.amount, printOnly: !receipt.amountShown },
    { name: "Date", value: receipt.date },
    { name: "Time", value: receipt.time },
  ];
}

export function Details({ receipt }: { receipt: Receipt }) {
  return (
    <Card title="Transaction details">
      <dl>
        {rows(receipt).map(({ name, value, printOnly }) => (
          <div key={name} className={cx(css.row, printOnly && css.printOnly)}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
