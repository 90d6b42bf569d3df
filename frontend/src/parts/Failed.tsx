import { FileQuestion } from "lucide-react";
import { ErrorState } from "@/ui/layout/ErrorState";
import { failureWords } from "./failure";
import { referenceOf } from "./failureReference";
import { Reference } from "./Reference";

type Props = {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
  /** In place of "This didn’t load". */
  title?: string;
};

/** A list or screen that did not load: says why, and offers another try where that could help. */
export function Failed({ error, onRetry, retrying, title }: Props) {
  const words = failureWords(error, title);
  return (
    <ErrorState
      // What is refused is no lost connection, and does not look like one.
      {...(!words.mayRetry && { icon: <FileQuestion aria-hidden="true" /> })}
      title={words.title}
      onRetry={words.mayRetry ? onRetry : undefined}
      retrying={retrying}
    >
      {words.text}
      <Reference of={referenceOf(error)} />
    </ErrorState>
  );
}
