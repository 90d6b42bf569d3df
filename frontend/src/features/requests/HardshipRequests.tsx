import CircleCheck from "lucide-react/icons/circle-check";
import Hourglass from "lucide-react/icons/hourglass";
import { formatDate } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useHardshipRequests } from "@/parts/hardship/useHardshipRequests";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import css from "./Requests.module.css";

/** The driver's requests about items that they can't pay, with staff's answers. Renders nothing if there are none. */
export function HardshipRequests() {
  const { data } = useHardshipRequests();
  if (!data || data.length === 0) return null;
  return (
    <Card title="Help with paying" flush>
      <ul>
        {data.map(({ id, kind, itemId, label, askedAt, answer }) => (
          <li key={id} className={css.report}>
            <div>
              <span className={css.what}>{label}</span>
              <p>
                You asked on {formatDate(askedAt)}.{" "}
                {answer === null
                  ? "We’ll email you when we’ve answered. Your due date doesn’t change."
                  : `Our team says: ${answer}`}
              </p>
              <Link to={paths.options({ type: kind, id: itemId, view: "cant-pay" })}>
                See your request<span className="visually-hidden"> for {label}</span>
              </Link>
            </div>
            {answer === null ? (
              <Chip tone="info" icon={<Hourglass aria-hidden="true" />}>
                Waiting for our answer
              </Chip>
            ) : (
              <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
                Answered
              </Chip>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
