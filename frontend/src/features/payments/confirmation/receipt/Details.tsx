import { ConfirmationNumber } from "@/parts/payments/ConfirmationNumber";
import { Card } from "@/ui/layout/Card";
import { type Fact, Facts } from "../../Facts";
import type { Receipt } from "./receipt";

function buildRows(receipt: Receipt): Fact[] {
  return [
    ...(receipt.citationNumber ? [{ name: "Citation number", value: receipt.citationNumber }] : []),
    ...(receipt.issuer ? [{ name: "Issued by", value: receipt.issuer }] : []),
    {
      name: "Confirmation number",
      value: <ConfirmationNumber number={receipt.confirmationNumber} />,
    },
    { name: "Action", value: receipt.action },
    ...(receipt.itemId === null ? [] : [{ name: receipt.itemName, value: `#${receipt.itemId}` }]),
    ...(receipt.violationType
      ? [{ name: receipt.violationName, value: receipt.violationType }]
      : []),
    ...(receipt.location ? [{ name: "Location", value: receipt.location }] : []),
    ...(receipt.showsAmount ? [{ name: "Amount paid", value: receipt.amount }] : []),
    ...(receipt.card ? [{ name: "Card", value: receipt.card }] : []),
    { name: "Date", value: receipt.date },
    { name: "Time", value: receipt.time },
  ];
}

export function Details({ receipt }: { receipt: Receipt }) {
  return (
    <Card title="Transaction details">
      <Facts facts={buildRows(receipt)} />
    </Card>
  );
}
