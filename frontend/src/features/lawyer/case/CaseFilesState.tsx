import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";

type Props = { error: unknown; retrying: boolean; onRetry: () => void };

/**
 * Shown in place of the choice of the case's files: a skeleton while they load, or a notice with a retry button if
 * loading failed.
 */
export function CaseFilesState({ error, retrying, onRetry }: Props) {
  if (error)
    return (
      <FailureNotice
        title="We couldn’t load the files of this case"
        error={error}
        mutate={onRetry}
        isValidating={retrying}
      />
    );
  return <Loading label="Loading the files" height="5rem" />;
}
