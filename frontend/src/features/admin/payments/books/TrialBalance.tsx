import { useMemo } from "react";
import type { AccountBalance } from "@/api/types";
import { centsOf, formatDecimal } from "@/lib/money";
import { lookUpLabel } from "@/lib/labels";
import { Section } from "../../desk/Section";
import { dollars } from "../../queue/format";
import type { Column } from "../../table/columns";
import { asList } from "../../table/data/asList";
import { ListTable } from "../../table/ListTable";
import { ACCOUNTS } from "./bookLabels";

type Row = { id: number; name: string; debit: number; credit: number };

const formatOrDash = (cents: number) => (cents === 0 ? "—" : dollars(formatDecimal(cents)));

const COLUMNS: readonly Column<Row>[] = [
  { id: "account", title: "Account", card: "title", cell: ({ name }) => name },
  { id: "debit", title: "Debit", align: "end", cell: ({ debit }) => formatOrDash(debit) },
  { id: "credit", title: "Credit", align: "end", cell: ({ credit }) => formatOrDash(credit) },
];

const idOf = ({ id }: Row) => id;

/** Returns the table row of an account: a positive balance is a debit, a negative one a credit. */
function rowOf({ account, balance }: AccountBalance, index: number): Row {
  const cents = centsOf(balance);
  return {
    id: index + 1,
    name: lookUpLabel(ACCOUNTS, account) ?? account,
    debit: Math.max(cents, 0),
    credit: Math.max(-cents, 0),
  };
}

/** Every account of the ledger with a balance. Total debits equal total credits. */
export function TrialBalance({ balance }: { balance: AccountBalance[] | undefined }) {
  const rows = useMemo(
    () => balance?.map(rowOf).filter(({ debit, credit }) => debit !== credit),
    [balance],
  );
  const sum = (side: "debit" | "credit") =>
    rows && formatOrDash(rows.reduce((all, row) => all + row[side], 0));
  return (
    <Section title="Trial balance" open={false} storageName="trial-balance">
      <ListTable
        list={asList(rows)}
        columns={COLUMNS}
        idOf={idOf}
        label="Balances of all accounts"
        empty="No money has moved yet."
        footer={{ account: "Total", debit: sum("debit"), credit: sum("credit") }}
        paged={false}
      />
    </Section>
  );
}
