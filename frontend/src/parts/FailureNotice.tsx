import FileQuestion from "lucide-react/icons/file-question";
import { ErrorState } from "@/ui/layout/ErrorState";
import { describeFailure } from "./failure";
import { referenceOf } from "./failureReference";
import { Reference } from "./Reference";

/** Named like the fields of an SWR response, so that callers can spread a response. */
type Props = {
  error: unknown;
  /** Reads the data again. */
  mutate: () => unknown;
  isValidating?: boolean;
  /** Replaces the default title "This didn’t load". */
  title?: string;
};

/** Replaces a list or screen that failed to load: says why and offers a retry if that could help. */
export function FailureNotice({ error, mutate, isValidating, title }: Props) {
  const message = describeFailure(error, title);
  return (
    <ErrorState
      // A refused request is not a lost connection, so it has another icon.
      {...(!message.mayRetry && { icon: <FileQuestion aria-hidden="true" /> })}
      title={message.title}
      onRetry={message.mayRetry ? () => void mutate() : undefined}
      retrying={isValidating}
    >
      {message.text}
      <Reference reference={referenceOf(error)} />
    </ErrorState>
  );
}
