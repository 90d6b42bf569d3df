import type { ReactNode } from "react";
import { Card } from "@/ui/layout/Card";
import css from "./Details.module.css";
import type { Receipt } from "./receipt";

type Row = { name: string; value: ReactNode };

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
    ...(receipt.amountShown ? [{ name: "Amount paid", value: receipt.amount }] : []),
    { name: "Date", value: receipt.date },
    { name: "Time", value: receipt.time },
  ];
}

export function Details({ receipt }: { receipt: Receipt }) {
  return (
    <Card title="Transaction details">
      <dl>
        {rows(receipt).map(({ name, value }) => (
          <div key={name} className={css.row}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
