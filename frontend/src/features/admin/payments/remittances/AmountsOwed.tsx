import { useState } from "react";
import type { AmountOwed, Payee } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { Chip } from "@/ui/feedback/Chip";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { RelativeTime } from "../../desk/RelativeTime";
import { Section } from "../../desk/Section";
import { dollars } from "../../queue/format";
import { RowAction } from "../../table/cells/RowAction";
import type { RowColumn } from "../../table/rows/Rows";
import { postRemittance, refreshMoney } from "./calls";
import { PlainTable } from "./PlainTable";
import css from "./remittances.module.css";
import {
  owedLabel,
  nameOfPayee,
  formatPaymentCount,
  describeRemittanceRefusal,
} from "./remittanceTexts";

type Row = AmountOwed & { id: string };

const loadAssign = () => import("./authorities/AssignDialog");

const COLUMNS: readonly RowColumn<Row>[] = [
  {
    title: "Owed to",
    cell: (row) => (
      <>
        <span className={css.name}>{nameOfPayee(row)}</span>
        {row.payee?.kind === "lawyer" && <div className={css.soft}>Lawyer</div>}
      </>
    ),
  },
  {
    title: "Drivers’ payments",
    end: true,
    cell: ({ payments, heldBack }) => (
      <>
        {formatCount(payments)}
        {heldBack > 0 && (
          <div className={css.soft}>
            {formatCount(heldBack)} {payments > 0 && "more "}on hold
          </div>
        )}
      </>
    ),
  },
  { title: "Amount owed", end: true, cell: ({ amount }) => dollars(amount) },
  { title: "Oldest payment", short: true, cell: ({ since }) => <RelativeTime at={since} /> },
  {
    title: "Status",
    short: true,
    cell: ({ late, payments }) => {
      if (late > 0) return <Chip tone="bad">{formatCount(late)} late to send</Chip>;
      return <Chip>{payments === 0 ? "On hold" : "On time"}</Chip>;
    },
  },
];

const idOf = ({ id }: Row) => id;
const rowId = ({ payee }: AmountOwed, at: number) =>
  payee ? `${payee.kind}-${payee.id}` : `issuer-${at}`;

type Props = { rows: readonly AmountOwed[] | undefined; onPrepared: (id: number) => void };

/** Money owed to each authority and lawyer, oldest first, with a button for the next step. */
export function AmountsOwed({ rows, onPrepared }: Props) {
  const [busy, setBusy] = useState<string | null>(null);
  const [openRow, setOpenRow] = useState<AmountOwed | null>(null);

  async function prepareRemittance(row: Row, payee: Payee) {
    setBusy(row.id);
    try {
      const remittance = await postRemittance(payee);
      toast({
        title: "Remittance Prepared",
        description: `${dollars(remittance.amount)} for ${remittance.payee.name}, ${formatPaymentCount(remittance.payments)}.`,
      });
      onPrepared(remittance.id);
    } catch (error) {
      toast({
        title: "Error",
        description: describeRemittanceRefusal(error),
        variant: "destructive",
      });
    } finally {
      await refreshMoney().catch(() => undefined);
      setBusy(null);
    }
  }
  const step: RowColumn<Row> = {
    title: "Next step",
    short: true,
    cell: (row) => {
      const { payee } = row;
      if (!payee) {
        return (
          <RowAction
            aria-haspopup="dialog"
            aria-label={`Assign authority for ${owedLabel(row)}`}
            onClick={() => setOpenRow(row)}
          >
            Assign authority
          </RowAction>
        );
      }
      if (row.payments === 0)
        return <span className={css.soft}>On hold because of a refund or chargeback</span>;
      return (
        <RowAction
          aria-label={`Prepare remittance for ${owedLabel(row)}`}
          aria-busy={busy === row.id || undefined}
          onClick={() => busy === null && void prepareRemittance(row, payee)}
        >
          {busy === row.id ? "Preparing…" : "Prepare remittance"}
        </RowAction>
      );
    },
  };
  return (
    <Section title="Owed to authorities and lawyers">
      <PlainTable
        label="Amounts owed"
        columns={[...COLUMNS, step]}
        rows={rows?.map((row, index) => ({ ...row, id: rowId(row, index) }))}
        idOf={idOf}
        empty="Nothing is owed right now."
        hint="Money for courts, cities, toll agencies and lawyers shows up here until you prepare a remittance."
      />
      <LazyDialog
        load={loadAssign}
        open={openRow !== null}
        onOpenChange={(open) => !open && setOpenRow(null)}
        issuer={openRow?.issuer ?? null}
      />
    </Section>
  );
}
