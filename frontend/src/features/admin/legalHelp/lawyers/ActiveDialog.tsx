import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Lawyer } from "@/api/types";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { describeRefusal } from "@/parts/forms/describeRefusal";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { CHANGE_TITLES, useSubmit } from "@/parts/forms/useSubmit";
import { stepLabel } from "@/parts/legalHelp/cases/caseLabels";
import { Loading } from "@/ui/feedback/Loading";
import { toast } from "@/ui/overlays/toast";
import { deskPaths } from "../../desk/deskPaths";
import { formatDriverName } from "../../desk/driver";
import { refresh } from "../../desk/live/refresh";
import { getLawyer, LAWYERS_KEY, postLawyerActive } from "./calls";
import css from "./lawyers.module.css";

type Props = DialogProps & { lawyer: Lawyer };

const REFUSALS = {
  changed_meanwhile:
    "A colleague changed this lawyer in the meantime. Try again to apply your change to the new version.",
};

/** Deactivates or reactivates a lawyer. Lists the open cases, which the lawyer keeps until staff find another lawyer. */
export default function ActiveDialog({ lawyer, ...dialog }: Props) {
  const { isActive, name, hasAccount } = lawyer;
  const submit = useSubmit(
    () => ({}),
    async () => {
      try {
        await postLawyerActive(lawyer.id, { isActive: !isActive, version: lawyer.version });
      } finally {
        void refresh(LAWYERS_KEY);
      }
      toast(
        isActive
          ? { title: "Lawyer Deactivated", description: `${name} won’t get new offers.` }
          : {
              title: "Lawyer Activated",
              description: hasAccount
                ? `${name} gets offers again.`
                : `${name} will get offers once they accept their invitation.`,
            },
      );
      dialog.onOpenChange(false);
    },
    (error) => describeRefusal(error, REFUSALS),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={isActive ? `Deactivate ${name}?` : `Activate ${name}?`}
      action={isActive ? "Deactivate" : "Activate"}
      working="Saving..."
      danger={isActive}
      failureTitle={CHANGE_TITLES}
    >
      {isActive ? (
        <>
          <p>They’ll lose any open offer, won’t get new ones, and can’t log in.</p>
          <OpenCases id={lawyer.id} />
        </>
      ) : (
        <>
          <p>
            {hasAccount
              ? "They’ll get offers again and can log in."
              : "They’ll get offers once they accept their invitation."}
          </p>
          <p>
            If a monthly fee applies to this lawyer this month and has no statement yet, we’ll bill
            the full fee for this month.
          </p>
        </>
      )}
    </SubmitDialog>
  );
}

/** The lawyer's open cases, each with a link to its hire, where staff can find another lawyer. */
function OpenCases({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useSWR(
    [LAWYERS_KEY, id],
    () => getLawyer(id),
    REVALIDATE_ON_MOUNT,
  );
  if (!data && error)
    return (
      <FailureNotice title="We couldn’t load the open cases" {...{ error, mutate, isValidating }} />
    );
  if (!data) return <Loading label="Loading open cases" height="4rem" />;
  if (data.cases.length === 0) return <p>They have no open cases.</p>;
  return (
    <>
      <p>Find another lawyer for each of these open cases:</p>
      <ul className={css.cases}>
        {data.cases.map((one) => (
          <li key={one.id}>
            <Link to={deskPaths.hires({ q: String(one.id), row: one.id })}>Hire {one.id}</Link>,{" "}
            {formatDriverName(one)}, {stepLabel(one.step).text.toLowerCase()}
          </li>
        ))}
      </ul>
    </>
  );
}
