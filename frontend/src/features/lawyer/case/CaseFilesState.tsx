import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { ErrorState } from "@/ui/layout/ErrorState";

type Props = { error: unknown; retrying: boolean; onRetry: () => void };

/** Shown instead of a choice of the case's files until they have loaded. */
export function CaseFilesState({ error, retrying, onRetry }: Props) {
  if (error)
    return (
      <ErrorState onRetry={onRetry} retrying={retrying}>
        We couldn’t load the files of this case. Nothing was sent.
      </ErrorState>
    );
  return (
    <Loading label="Loading the files">
      <Skeleton height="5rem" />
    </Loading>
  );
}
