import Download from "lucide-react/icons/download";
import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import useSWR from "swr";
import { download } from "@/api/download";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { MonthOfStatements, Statement } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMonth } from "@/parts/dates/formatMonth";
import { useSearchParams } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Chip } from "@/ui/feedback/Chip";
import { SelectField } from "@/ui/forms/SelectField";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { Desk } from "../../desk/Desk";
import { Figures } from "../../desk/Figures";
import { dollars } from "../../queue/format";
import { RowAction } from "../../table/cells/RowAction";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { TableFrame } from "../../table/rows/TableFrame";
import { getStatements, monthFile, STATEMENTS_KEY, statementFile } from "./calls";
import css from "./statements.module.css";

const loadPaid = () => import("./PaidDialog");
const loadUnpaid = () => import("./UnpaidDialog");

type OpenDialog = { name: "paid" | "unpaid"; id: number };

/** The statements of the fees that lawyers owe Lanewise for one month, and whether each is paid. */
export default function StatementsPage() {
  return (
    <Desk title="Lawyer billing">
      <Statements />
    </Desk>
  );
}

function Statements() {
  const [search, setSearch] = useSearchParams();
  const month = search.get("month") ?? "";
  const { data, error, isValidating, mutate } = useSWR(
    [STATEMENTS_KEY, month],
    () => getStatements(month),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  if (!data && error)
    return (
      <FailureNotice title="We couldn’t load the statements" {...{ error, mutate, isValidating }} />
    );
  return (
    <>
      <p className={css.about}>
        A lawyer with a monthly fee pays Lanewise the same fixed amount every month. It doesn’t
        depend on cases, prices or outcomes.
      </p>
      <div className={css.bar}>
        <SelectField
          label="Month"
          placeholder="Current month"
          options={(data?.months ?? []).map((value) => ({ value, label: formatMonth(value) }))}
          value={data?.month ?? ""}
          onChange={({ target }) =>
            setSearch(target.value ? { month: target.value } : {}, { replace: true })
          }
        />
        {data && data.statements.length > 0 && (
          <DownloadLink
            variant="secondary"
            compact
            href={monthFile(data.month)}
            onDownload={download}
            failureText="We couldn’t download the file. Please try again."
            icon={<Download size={18} aria-hidden="true" />}
          >
            Export CSV
          </DownloadLink>
        )}
      </div>
      <Figures label="Fees for the month" figures={figuresOf(data)} />
      <Register data={data} />
    </>
  );
}

function figuresOf(data: MonthOfStatements | undefined) {
  return [
    { name: "Total fees", value: data && dollars(data.total) },
    { name: "Fees paid", value: data && dollars(data.paid) },
    {
      name: "Unpaid statements",
      value: data?.statements.filter(({ paidOn }) => paidOn === null).length,
    },
  ];
}

function Register({ data }: { data: MonthOfStatements | undefined }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  // The newest data of the statement, so that another attempt after a conflict sends the newest version.
  const statement = data?.statements.find(({ id }) => id === openDialog?.id);
  const dialogProps = (name: OpenDialog["name"]) => ({
    open: openDialog?.name === name,
    onOpenChange: (open: boolean) => open || setOpenDialog(null),
  });
  return (
    <>
      <TableFrame loading={!data && "Loading statements"}>
        {data?.statements.length === 0 ? (
          <EmptyState title={`No statements for ${formatMonth(data.month)}`}>
            An active lawyer with a monthly fee gets a statement at the start of each month. You can
            set the fee on the Lawyers page. Changes apply starting next month.
          </EmptyState>
        ) : (
          <Rows
            label="List of statements"
            columns={[...ABOUT, actionsColumn(setOpenDialog)]}
            rows={data?.statements ?? []}
            idOf={({ id }) => id}
          />
        )}
      </TableFrame>
      {statement && (
        <>
          <LazyDialog
            key={`paid-${statement.version}`}
            load={loadPaid}
            {...dialogProps("paid")}
            statement={statement}
          />
          <LazyDialog load={loadUnpaid} {...dialogProps("unpaid")} statement={statement} />
        </>
      )}
    </>
  );
}

const ABOUT: readonly RowColumn<Statement>[] = [
  {
    title: "Lawyer",
    cell: ({ lawyerName, firm }) => (
      <span className={css.name}>
        {lawyerName}
        <span>{firm}</span>
      </span>
    ),
  },
  { title: "Monthly fee", end: true, cell: ({ fee }) => dollars(fee) },
  {
    title: "Status",
    short: true,
    cell: ({ paidOn }) => <Chip tone={paidOn ? "good" : "warn"}>{paidOn ? "Paid" : "Unpaid"}</Chip>,
  },
  {
    title: "Payment date and reference",
    long: true,
    cell: ({ paidOn, reference, recordedBy }) =>
      paidOn ? (
        <span className={css.name}>
          {formatDate(paidOn)}, {reference}
          <span>Recorded by {recordedBy ?? "a former staff member"}</span>
        </span>
      ) : (
        "—"
      ),
  },
];

const actionsColumn = (open: (dialog: OpenDialog) => void): RowColumn<Statement> => ({
  title: "Actions",
  short: true,
  cell: ({ id, lawyerName, paidOn }) => (
    <span className={css.actions}>
      <RowAction
        aria-haspopup="dialog"
        aria-label={`${paidOn ? "Edit payment" : "Record payment"}: ${lawyerName}`}
        onClick={() => open({ name: "paid", id })}
      >
        {paidOn ? "Edit payment" : "Record payment"}
      </RowAction>
      {paidOn && (
        <RowAction
          aria-haspopup="dialog"
          aria-label={`Remove payment: ${lawyerName}`}
          onClick={() => open({ name: "unpaid", id })}
        >
          Remove payment
        </RowAction>
      )}
      <DownloadLink
        href={statementFile(id)}
        onDownload={download}
        failureText="We couldn’t download the statement. Please try again."
        icon={<FileDown size={18} aria-hidden="true" />}
        variant="text"
        compact
      >
        Statement PDF
        <span className="visually-hidden"> for {lawyerName}</span>
      </DownloadLink>
    </span>
  ),
});
