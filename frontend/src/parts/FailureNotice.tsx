import { FileQuestion } from "lucide-react";
import { ErrorState } from "@/ui/layout/ErrorState";
import { describeFailure } from "./failure";
import { referenceOf } from "./failureReference";
import { Reference } from "./Reference";

type Props = {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
  /** Replaces the default title "This didn’t load". */
  title?: string;
};

/** Replaces a list or screen that failed to load: says why and offers a retry if that could help. */
export function FailureNotice({ error, onRetry, retrying, title }: Props) {
  const words = describeFailure(error, title);
  return (
    <ErrorState
      // A refused request is not a lost connection, so it has another icon.
      {...(!words.mayRetry && { icon: <FileQuestion aria-hidden="true" /> })}
      title={words.title}
      onRetry={words.mayRetry ? onRetry : undefined}
      retrying={retrying}
    >
      {words.text}
      <Reference reference={referenceOf(error)} />
    </ErrorState>
  );
}
