import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Lawyer } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { HOW_MATCHED } from "@/parts/legalHelp/cases/caseLabels";
import { Chip } from "@/ui/feedback/Chip";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { Desk } from "../../desk/Desk";
import { RowAction } from "../../table/cells/RowAction";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { TableFrame } from "../../table/rows/TableFrame";
import { getLawyers, LAWYERS_KEY } from "./calls";
import LawyerDrawer from "./LawyerDrawer";
import css from "./lawyers.module.css";

const loadActive = () => import("./ActiveDialog");
const loadInvite = () => import("./InviteLawyerDialog");
const loadReset = () => import("../../desk/forms/ResetSecondFactorDialog");

type OpenDialog = { name: "edit" | "active" | "invite" | "reset"; id: number };

/** The page with all lawyers on record, including inactive ones. */
export default function LawyersPage() {
  const [adding, setAdding] = useState(false);
  return (
    <Desk
      title="Lawyers"
      actions={
        <Button
          compact
          icon={<Plus size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        >
          Add lawyer
        </Button>
      }
    >
      <p className={css.soft}>{HOW_MATCHED}</p>
      <Register />
      {adding && <LawyerDrawer lawyer={null} onClose={() => setAdding(false)} />}
    </Desk>
  );
}

function Register() {
  const { data, error, isValidating, mutate } = useSWR<Lawyer[], Error>(LAWYERS_KEY, getLawyers, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  // The newest data of the lawyer, so that another attempt after a conflict sends the newest version.
  const lawyer = data?.find(({ id }) => id === openDialog?.id);
  const close = () => setOpenDialog(null);
  const dialogProps = (name: OpenDialog["name"]) => ({
    open: openDialog?.name === name,
    onOpenChange: (open: boolean) => open || close(),
  });
  if (!data && error)
    return (
      <FailureNotice title="We couldn’t load the lawyers" {...{ error, mutate, isValidating }} />
    );
  return (
    <>
      <TableFrame loading={!data && "Loading lawyers"}>
        {data?.length === 0 ? (
          <EmptyState title="No lawyers yet">
            Until you add a lawyer, staff find a lawyer for each hire by hand. Once a lawyer is on
            record, drivers can hire only where an active lawyer with an account takes cases.
          </EmptyState>
        ) : (
          <Rows
            label="List of lawyers"
            columns={[...COLUMNS, actionsColumn(setOpenDialog)]}
            rows={data ?? []}
            idOf={({ id }) => id}
          />
        )}
      </TableFrame>
      {lawyer && openDialog?.name === "edit" && (
        <LawyerDrawer key={lawyer.id} lawyer={lawyer} onClose={close} />
      )}
      {lawyer && (
        <>
          <LazyDialog load={loadActive} {...dialogProps("active")} lawyer={lawyer} />
          <LazyDialog load={loadInvite} {...dialogProps("invite")} lawyer={lawyer} />
          {lawyer.userId !== null && (
            <LazyDialog
              load={loadReset}
              {...dialogProps("reset")}
              userId={lawyer.userId}
              name={lawyer.name}
              listKey={LAWYERS_KEY}
            />
          )}
        </>
      )}
    </>
  );
}

/** Number of states that a row names. The drawer lists all states. */
const NAMED_STATES = 2;

function States({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED_STATES;
  const text = names.slice(0, NAMED_STATES).join(", ");
  return (
    <span className={css.states} title={names.join(", ")}>
      {more > 0 ? `${text} and ${more} more` : text}
    </span>
  );
}

const COLUMNS: readonly RowColumn<Lawyer>[] = [
  {
    title: "Lawyer",
    cell: ({ name, firm }) => (
      <span className={css.name}>
        {name}
        <span>{firm}</span>
      </span>
    ),
  },
  {
    title: "Licensed in",
    long: true,
    cell: ({ licenses }) => <States names={licenses.map(({ state }) => state)} />,
  },
  {
    title: "Open cases",
    end: true,
    cell: ({ openCases, capacity }) => `${openCases} of ${capacity}`,
  },
  {
    title: "Median time to accept a case",
    end: true,
    cell: ({ minutesToAccept }) => formatMinutes(minutesToAccept),
  },
  {
    title: "Overdue case updates",
    end: true,
    cell: ({ overdueUpdates }) =>
      overdueUpdates > 0 ? <Chip tone="bad">{overdueUpdates}</Chip> : "0",
  },
  {
    title: "Status",
    short: true,
    cell: ({ isActive, hasAccount }) => (
      <span className={css.chips}>
        <Chip tone={isActive ? "good" : "neutral"}>{isActive ? "Active" : "Inactive"}</Chip>
        {isActive && !hasAccount && <Chip tone="warn">Hasn’t joined yet</Chip>}
      </span>
    ),
  },
];

const actionsColumn = (open: (dialog: OpenDialog) => void): RowColumn<Lawyer> => ({
  title: "Actions",
  short: true,
  cell: ({ id, name, isActive, hasAccount, hasSecondFactor }) => (
    <span className={css.actions}>
      <RowAction
        aria-haspopup="dialog"
        aria-label={`Edit ${name}`}
        onClick={() => open({ name: "edit", id })}
      >
        Edit
      </RowAction>
      {isActive && !hasAccount && (
        <RowAction
          aria-haspopup="dialog"
          aria-label={`Invite ${name}`}
          onClick={() => open({ name: "invite", id })}
        >
          Invite
        </RowAction>
      )}
      {hasSecondFactor && (
        <RowAction
          aria-haspopup="dialog"
          aria-label={`Reset two-step verification for ${name}`}
          onClick={() => open({ name: "reset", id })}
        >
          Reset two-step verification
        </RowAction>
      )}
      <RowAction
        aria-haspopup="dialog"
        aria-label={`${isActive ? "Deactivate" : "Activate"} ${name}`}
        onClick={() => open({ name: "active", id })}
      >
        {isActive ? "Deactivate" : "Activate"}
      </RowAction>
    </span>
  ),
});

const HOUR = 60;

/** Formats a median time, such as "40 min" or "5.5 h". */
function formatMinutes(minutes: number | null): string {
  if (minutes === null) return "—";
  if (minutes < HOUR) return `${minutes} min`;
  return `${(minutes / HOUR).toLocaleString("en-US", { maximumFractionDigits: 1 })} h`;
}
