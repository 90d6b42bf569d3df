import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";

type Props<Found> = {
  id: number;
  queueKey: string;
  load: (id: number) => Promise<Found>;
  /** Singular noun for the record in messages, such as "ticket". */
  noun: string;
  titleOf: (found: Found) => string;
  /** Text for a record that can't be found: why it may be gone. */
  gone: string;
  onClose: () => void;
  children: (found: Found, reload: () => void) => ReactNode;
};

/** The open record of a `WaitingQueue`. */
export function WaitingRecord<Found>(props: Props<Found>) {
  const { id, queueKey, load, noun, titleOf, gone, onClose, children } = props;
  const { data, error, isValidating, mutate } = useSWR([queueKey, "one", id], () => load(id), {
    ...REVALIDATE_ON_MOUNT,
  });
  return (
    <Card
      title={data ? titleOf(data) : error ? capitalize(noun) : `Loading the ${noun}`}
      aside={
        <Button
          variant="text"
          compact
          icon={<X size={18} aria-hidden="true" />}
          aria-label={`Close this ${noun}`}
          onClick={onClose}
        >
          Close
        </Button>
      }
    >
      {data ? (
        children(data, () => void mutate())
      ) : error instanceof ApiError && error.status === 404 ? (
        <div role="alert">
          <EmptyState title={`We couldn’t find this ${noun}`}>{gone}</EmptyState>
        </div>
      ) : error ? (
        <FailureNotice
          title={`We couldn’t load this ${noun}`}
          {...{ error, mutate, isValidating }}
        />
      ) : (
        <Loading label={`Loading the ${noun}`} height="10rem" />
      )}
    </Card>
  );
}

const capitalize = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);
