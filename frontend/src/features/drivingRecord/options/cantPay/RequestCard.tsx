import CircleCheck from "lucide-react/icons/circle-check";
import Hourglass from "lucide-react/icons/hourglass";
import type { HardshipRequest } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { summarizeAnswers } from "@/parts/hardship/hardshipWords";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import css from "./cantPay.module.css";

/** The driver's newest request about an item, with our team's answer. */
export function RequestCard({ request }: { request: HardshipRequest }) {
  const { answer, answeredAt, askedAt } = request;
  return (
    <Card title="Your request">
      <div className={css.section}>
        <div>
          {answer === null ? (
            <Chip tone="info" icon={<Hourglass aria-hidden="true" />}>
              Waiting for our answer
            </Chip>
          ) : (
            <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
              Answered
            </Chip>
          )}
        </div>
        <p>
          Sent {formatDate(askedAt)}: {summarizeAnswers(request)}
        </p>
        {answer === null ? (
          <p>
            We’ll email you when we’ve answered, and you can read the answer here. Your due date and
            what you owe stay as they are.
          </p>
        ) : (
          <>
            <p>Our team answered {formatDate(answeredAt)}:</p>
            <p className={css.text}>{answer}</p>
          </>
        )}
      </div>
    </Card>
  );
}
