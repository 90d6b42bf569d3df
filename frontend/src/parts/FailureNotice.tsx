import FileQuestion from "lucide-react/icons/file-question";
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
  const message = describeFailure(error, title);
  return (
    <ErrorState
      // A refused request is not a lost connection, so it has another icon.
      {...(!message.mayRetry && { icon: <FileQuestion aria-hidden="true" /> })}
      title={message.title}
      onRetry={message.mayRetry ? onRetry : undefined}
      retrying={retrying}
    >
      {message.text}
      <Reference reference={referenceOf(error)} />
    </ErrorState>
  );
}
