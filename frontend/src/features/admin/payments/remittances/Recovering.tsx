import { useState } from "react";
import type { Obligation } from "@/api/types";
import { Link } from "@/lib/router";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Ago } from "../../desk/Ago";
import { deskPaths } from "../../desk/deskPaths";
import { Section } from "../../desk/Section";
import { dollars } from "../../queue/words";
import { DriverLink } from "../../table/cells/DriverLink";
import { RowAction } from "../../table/cells/RowAction";
import type { RowColumn } from "../../table/rows/Rows";
import { Listed } from "./Listed";
import css from "./remittances.module.css";
import { itemText } from "./words";

const loadBack = () => import("./steps/BackDialog");
const loadWriteOff = () => import("./steps/WriteOffDialog");

const idOf = ({ paymentId }: Obligation) => paymentId;

const DRIVER: RowColumn<Obligation> = {
  title: "Driver",
  cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName} />,
};
const ITEM: RowColumn<Obligation> = {
  title: "Paid for",
  cell: (one) => (
    <>
      {itemText(one)}
      {one.number && <div className={css.soft}>{one.number}</div>}
      <div className={css.number}>{one.confirmationNumber}</div>
    </>
  ),
};
const REMITTANCE: RowColumn<Obligation> = {
  title: "Remittance",
  short: true,
  cell: ({ remittanceId }) =>
    remittanceId === null ? (
      "—"
    ) : (
      <Link to={deskPaths.remittances({ remittance: remittanceId })}>
        Remittance {remittanceId}
      </Link>
    ),
};

const OPEN: readonly RowColumn<Obligation>[] = [
  DRIVER,
  ITEM,
  { title: "Amount", end: true, cell: ({ amount }) => dollars(amount) },
  { title: "Charged", short: true, cell: ({ chargedAt }) => <Ago at={chargedAt} /> },
  REMITTANCE,
];

type Props = { rows: readonly Obligation[] | undefined };

/** Payments that were sent but that the city's data still show as open. */
export function OpenAtCity({ rows }: Props) {
  return (
    <Section title="Still open at the city" remember="remittances-open-at-city">
      <Listed
        label="Sent, and still open at the city"
        columns={OPEN}
        rows={rows}
        idOf={idOf}
        empty="No city shows as open what was sent."
        hint="When a city’s data shows a ticket as open two days after it was sent, it stands here. Ask the city with the reference at hand."
      />
    </Section>
  );
}

type Asked = { what: "back" | "writeOff"; of: Obligation };

/** Money that an authority has although its payment was refunded or charged back. It is returned or written off. */
export function ToRecover({ rows }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (what: Asked["what"], of: Obligation, words: string) => (
    <RowAction
      aria-haspopup="dialog"
      aria-label={`${words}: ${of.confirmationNumber}`}
      onClick={() => setAsked({ what, of })}
    >
      {words}
    </RowAction>
  );
  const columns: readonly RowColumn<Obligation>[] = [
    DRIVER,
    ITEM,
    { title: "To recover", end: true, cell: ({ toRecover }) => dollars(toRecover) },
    { title: "Charged", short: true, cell: ({ chargedAt }) => <Ago at={chargedAt} /> },
    REMITTANCE,
    {
      title: "Next step",
      short: true,
      cell: (one) => (
        <div className={css.steps}>
          {ask("back", one, "Came back")}
          {ask("writeOff", one, "Write off")}
        </div>
      ),
    },
  ];
  const close = (open: boolean) => !open && setAsked(null);
  return (
    <Section title="To recover">
      <Listed
        label="What authorities are to give back"
        columns={columns}
        rows={rows}
        idOf={idOf}
        empty="No authority has money to give back."
        hint="When a driver is refunded, or a bank takes a payment back, after its money was sent, it stands here."
      />
      {asked && (
        <LateDialog
          load={asked.what === "back" ? loadBack : loadWriteOff}
          open
          onOpenChange={close}
          of={asked.of}
        />
      )}
    </Section>
  );
}
