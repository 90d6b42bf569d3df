import { useState } from "react";
import type { HardshipRequest } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { describeOffer, NEEDS, SITUATIONS } from "@/parts/hardship/hardshipWords";
import { RelativeTime } from "../../desk/RelativeTime";
import { Notes } from "../../queue/notes/Notes";
import { Facts } from "../../queue/view/Facts";
import { WaitingRecord } from "../../queue/waiting/WaitingRecord";
import css from "../../queue/waiting/waiting.module.css";
import { DriverLink } from "../../table/cells/DriverLink";
import { AnswerForm } from "./AnswerForm";
import { getRequest, HARDSHIP_QUEUE_KEY } from "./calls";

type Props = { id: number; onClose: () => void };

/** A hardship request: the driver's answers to our questions, staff's answer, and the notes about the driver. */
export function RequestSection({ id, onClose }: Props) {
  return (
    <WaitingRecord
      id={id}
      queueKey={HARDSHIP_QUEUE_KEY}
      load={getRequest}
      noun="request"
      titleOf={({ label }) => label}
      gone="The driver may have closed the account."
      onClose={onClose}
    >
      {(request, reload) => (
        <div className={css.sides}>
          <div className={css.record}>
            <Facts facts={factsOf(request)} />
            <Answering request={request} onReload={reload} onClose={onClose} />
          </div>
          <section aria-label="Notes about the driver">
            <h3 className={css.heading}>Notes about the driver</h3>
            <Notes kind="user" id={request.userId} isInCard />
          </section>
        </div>
      )}
    </WaitingRecord>
  );
}

/** The form for the answer. It stays open with its text if a colleague answers first. */
function Answering(props: { request: HardshipRequest; onReload: () => void; onClose: () => void }) {
  const [wasOpen] = useState(props.request.answer === null);
  return wasOpen ? <AnswerForm {...props} /> : null;
}

/** Staff don't see the other choices on the form, so "None of these" would be unclear to them. */
const describeSituation = (situation: HardshipRequest["situation"]) =>
  situation === "other"
    ? "None of the situations on the form"
    : (lookUpLabel(SITUATIONS, situation) ?? situation);

function factsOf(request: HardshipRequest) {
  const { need, situation, answer, answeredAt } = request;
  return [
    {
      name: "Driver",
      value: <DriverLink id={request.userId} name={request.driverName ?? null} />,
    },
    { name: "Asks for", value: lookUpLabel(NEEDS, need) ?? need },
    { name: "Can pay", value: describeOffer(request) },
    { name: "Situation", value: describeSituation(situation) },
    { name: "Amount", value: request.itemAmount },
    { name: "Date of the item", value: formatDate(request.date) },
    { name: "Citation number", value: request.citationNumber },
    { name: "Issuer", value: request.issuer },
    { name: "Requested", value: <RelativeTime at={request.askedAt} /> },
    ...(answer === null
      ? []
      : [{ name: `Answered ${formatDate(answeredAt)}`, value: answer, wide: true }]),
  ];
}
