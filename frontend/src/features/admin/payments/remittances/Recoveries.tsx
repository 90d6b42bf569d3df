import { useState } from "react";
import type { Obligation } from "@/api/types";
import { Link } from "@/lib/router";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "../../desk/deskPaths";
import { RelativeTime } from "../../desk/RelativeTime";
import { Section } from "../../desk/Section";
import { dollars } from "../../queue/format";
import { DriverLink } from "../../table/cells/DriverLink";
import { RowAction } from "../../table/cells/RowAction";
import type { RowColumn } from "../../table/rows/Rows";
import { PlainTable } from "./PlainTable";
import css from "./remittances.module.css";
import { formatItem, keyOf } from "./remittanceTexts";

const loadBack = () => import("./steps/ReturnedMoneyDialog");
const loadWriteOff = () => import("./steps/WriteOffDialog");

const DRIVER: RowColumn<Obligation> = {
  title: "Driver",
  cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName} />,
};
const ITEM: RowColumn<Obligation> = {
  title: "Paid item",
  cell: (one) => (
    <>
      {formatItem(one)}
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
  { title: "Card charged", short: true, cell: ({ chargedAt }) => <RelativeTime at={chargedAt} /> },
  REMITTANCE,
];

type Props = { rows: readonly Obligation[] | undefined };

/** Table of payments that were sent but are still open in the city's data. */
export function OpenAtCity({ rows }: Props) {
  return (
    <Section
      title="Paid tickets that a city still shows as open"
      storageName="remittances-open-at-city"
    >
      <PlainTable
        label="Payments sent for tickets that a city still shows as open"
        columns={OPEN}
        rows={rows}
        idOf={keyOf}
        empty="No city shows a paid ticket as open."
        hint="If a city’s data still shows a ticket as open two days after you sent the payment, the ticket shows up here. Give the city the remittance’s reference."
      />
    </Section>
  );
}

type RecoveryAction = { step: "back" | "writeOff"; obligation: Obligation };

/**
 * Money that an authority still has although the driver's payment was refunded or charged back, or that a lawyer has
 * and didn't earn. Staff record its return or write it off.
 */
export function ToRecover({ rows }: Props) {
  const [openAction, setOpenAction] = useState<RecoveryAction | null>(null);
  const renderButton = (step: RecoveryAction["step"], obligation: Obligation, words: string) => (
    <RowAction
      aria-haspopup="dialog"
      aria-label={`${words}: ${obligation.confirmationNumber}`}
      onClick={() => setOpenAction({ step, obligation })}
    >
      {words}
    </RowAction>
  );
  const columns: readonly RowColumn<Obligation>[] = [
    DRIVER,
    ITEM,
    { title: "Owed by", cell: ({ payee, issuer }) => payee?.name ?? issuer ?? "—" },
    { title: "Amount to recover", end: true, cell: ({ toRecover }) => dollars(toRecover) },
    {
      title: "Card charged",
      short: true,
      cell: ({ chargedAt }) => <RelativeTime at={chargedAt} />,
    },
    REMITTANCE,
    {
      title: "Next step",
      short: true,
      cell: (one) => (
        <div className={css.steps}>
          {renderButton("back", one, "Record returned money")}
          {renderButton("writeOff", one, "Write off")}
        </div>
      ),
    },
  ];
  const close = (open: boolean) => !open && setOpenAction(null);
  return (
    <Section title="To recover from authorities and lawyers">
      <PlainTable
        label="Amounts to recover"
        columns={columns}
        rows={rows}
        idOf={keyOf}
        empty="Nothing to recover."
        hint="If a payment is refunded or charged back after you sent the money, the amount to recover shows up here. So does a lawyer’s fee that wasn’t earned."
      />
      {openAction && (
        <LazyDialog
          load={openAction.step === "back" ? loadBack : loadWriteOff}
          open
          onOpenChange={close}
          obligation={openAction.obligation}
        />
      )}
    </Section>
  );
}
