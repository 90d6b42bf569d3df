import type { LawyerHire } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { CaseProgress } from "./CaseProgress";
import css from "./cases.module.css";
import type { DriverCases } from "./useCases";

type Props = {
  hire: Pick<LawyerHire, "id" | "isTicketPaid">;
  cases: DriverCases;
  now: number;
  /** Reads the hires again, because the case sets a hire's status. */
  onChanged: () => void;
};

/** The case of a hire. Shows a placeholder while the case loads, and an error if it couldn't be loaded. */
export function CaseOfHire({ hire, cases, now, onChanged }: Props) {
  const legalCase = cases.cases?.find(({ id }) => id === hire.id);
  if (legalCase)
    return (
      <CaseProgress
        legalCase={legalCase}
        now={now}
        isTicketPaid={hire.isTicketPaid}
        refetch={cases.refetch}
        onChanged={(next) => {
          cases.storeCase(next);
          onChanged();
        }}
      />
    );
  if (cases.cases) return null;
  if (cases.error)
    return (
      <div className={css.failed}>
        <Alert>We couldn’t load your case. Nothing was lost.</Alert>
        <Button variant="secondary" compact loading={cases.retrying} onClick={cases.retry}>
          Try again
        </Button>
      </div>
    );
  return <Loading label="Loading your case" height="14rem" />;
}
