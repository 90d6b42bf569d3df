import { X } from "lucide-react";
import type { ReactNode } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { HardshipRequest } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { describeOffer, NEEDS, SITUATIONS } from "@/parts/hardship/hardshipWords";
import { Button } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { ErrorState } from "@/ui/layout/ErrorState";
import { RelativeTime } from "../../desk/RelativeTime";
import { Notes } from "../../queue/notes/Notes";
import { DriverLink } from "../../table/cells/DriverLink";
import { AnswerForm } from "./AnswerForm";
import { getRequest, HARDSHIP_QUEUE_KEY } from "./calls";
import css from "./hardship.module.css";

type Props = { id: number; onClose: () => void };

/** One request: what the driver answered, staff's answer, and the notes about the driver. */
export function RequestSection({ id, onClose }: Props) {
  const { data, error, isValidating, mutate } = useSWR(
    [HARDSHIP_QUEUE_KEY, "one", id],
    () => getRequest(id),
    { ...REVALIDATE_ON_MOUNT },
  );
  return (
    <Card
      title={data ? data.label : "Request"}
      aside={
        <Button
          variant="text"
          compact
          icon={<X size={18} aria-hidden="true" />}
          aria-label="Close this request"
          onClick={onClose}
        >
          Close
        </Button>
      }
    >
      {data ? (
        <div className={css.sides}>
          <div className={css.page}>
            <Answers request={data} />
            {data.answer === null ? (
              <AnswerForm request={data} onReload={() => void mutate()} onClose={onClose} />
            ) : (
              <Fact name={`Answered ${formatDate(data.answeredAt)}`}>
                <p className={css.text}>{data.answer}</p>
              </Fact>
            )}
          </div>
          <section aria-label="Notes about the driver">
            <h3 className={css.heading}>Notes about the driver</h3>
            <Notes kind="user" id={data.userId} isInCard />
          </section>
        </div>
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {error instanceof ApiError && error.status === 404
            ? "We couldn’t find this request. The driver may have closed the account."
            : "We couldn’t load this request. Nothing was changed."}
        </ErrorState>
      ) : (
        <Loading label="Loading the request">
          <Skeleton height="10rem" />
        </Loading>
      )}
    </Card>
  );
}

function Answers({ request }: { request: HardshipRequest }) {
  const { need, situation } = request;
  return (
    <div className={css.facts}>
      <Fact name="Driver">
        <DriverLink id={request.userId} name={request.driverName ?? null} />
      </Fact>
      <Fact name="Needs">{lookUpLabel(NEEDS, need) ?? need}</Fact>
      <Fact name="Could pay">{describeOffer(request)}</Fact>
      <Fact name="Situation">{lookUpLabel(SITUATIONS, situation) ?? situation}</Fact>
      <Fact name="Amount">{request.itemAmount}</Fact>
      <Fact name="Item’s date">{formatDate(request.date)}</Fact>
      <Fact name="Citation number">{request.citationNumber ?? "None on file"}</Fact>
      <Fact name="Issuer">{request.issuer ?? "None on file"}</Fact>
      <Fact name="Asked">
        <RelativeTime at={request.askedAt} />
      </Fact>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl>
      <dt className={css.soft}>{name}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
