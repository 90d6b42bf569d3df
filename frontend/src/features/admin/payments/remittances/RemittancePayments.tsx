import { useState } from "react";
import type { Obligation } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { deskPaths } from "../../desk/deskPaths";
import { ToneChip } from "../../queue/cells";
import { dollars } from "../../queue/format";
import { DriverLink } from "../../table/cells/DriverLink";
import { RowAction } from "../../table/cells/RowAction";
import type { RowColumn } from "../../table/rows/Rows";
import { PlainTable } from "./PlainTable";
import css from "./remittances.module.css";
import {
  isZero,
  formatItem,
  keyOf,
  LATENESS,
  formatPaymentCount,
  STANDING_TONES,
  STANDING_LABELS,
} from "./remittanceTexts";

/** Number of payments to show at first; a remittance may have thousands. */
const INITIAL_ROWS = 100;

const COLUMNS: readonly RowColumn<Obligation>[] = [
  {
    title: "Driver",
    cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName} />,
  },
  {
    title: "Paid item",
    cell: (one) => (
      <>
        <Link to={deskPaths.user(one.userId)}>{formatItem(one)}</Link>
        {one.number && <div className={css.soft}>{one.number}</div>}
      </>
    ),
  },
  {
    title: "Confirmation number",
    short: true,
    cell: ({ confirmationNumber }) => confirmationNumber,
  },
  {
    title: "Amount",
    end: true,
    cell: ({ amount, preparedAmount }) => (
      <>
        {dollars(amount)}
        {preparedAmount && preparedAmount !== amount && (
          <div className={css.soft}>of {dollars(preparedAmount)} prepared</div>
        )}
      </>
    ),
  },
  {
    title: "Status",
    short: true,
    cell: (one) => (
      <>
        <ToneChip word={one.status} tones={STANDING_TONES} labels={STANDING_LABELS} />
        {one.acceptedOn && <div className={css.soft}>{formatDate(one.acceptedOn)}</div>}
        {one.isHeldBack && <div className={css.soft}>On hold</div>}
        {!isZero(one.toRecover) && (
          <div>
            <Chip tone="warn">{dollars(one.toRecover)} to recover</Chip>
          </div>
        )}
        {one.lateness && (
          <div>
            <Chip tone="bad">{lookUpLabel(LATENESS, one.lateness) ?? one.lateness}</Chip>
          </div>
        )}
      </>
    ),
  },
];

const isWithPayee = ({ status }: Obligation) => status === "sent" || status === "accepted";

type Props = { obligations: readonly Obligation[]; onBack: (obligation: Obligation) => void };

/** The payments of a remittance, each with its status. */
export function RemittancePayments({ obligations, onBack }: Props) {
  const [all, setAll] = useState(false);
  const step: RowColumn<Obligation> = {
    title: "Next step",
    short: true,
    cell: (one) =>
      (!isZero(one.withPayee) || !isZero(one.toRecover)) && (
        <RowAction
          aria-haspopup="dialog"
          aria-label={`Record returned money: ${one.confirmationNumber}`}
          onClick={() => onBack(one)}
        >
          Record returned money
        </RowAction>
      ),
  };
  const shown = all ? obligations : obligations.slice(0, INITIAL_ROWS);
  return (
    <>
      <h3 className={css.title}>Payments</h3>
      <PlainTable
        label="Payments in this remittance"
        columns={obligations.some(isWithPayee) ? [...COLUMNS, step] : COLUMNS}
        rows={shown}
        idOf={keyOf}
        empty="This remittance is empty."
        hint=""
      />
      {shown.length < obligations.length && (
        <div>
          <Button variant="secondary" compact onClick={() => setAll(true)}>
            Show all {formatPaymentCount(obligations.length)}
          </Button>
        </div>
      )}
    </>
  );
}
