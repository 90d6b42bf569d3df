import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useHardshipRequests } from "@/parts/hardship/useHardshipRequests";
import css from "./help.module.css";

const MAX_SHOWN = 3;

/** Links to the driver's newest requests about items that they can't pay. Renders nothing if there are none. */
export function HardshipLinks({ onOpen }: { onOpen: () => void }) {
  const { data } = useHardshipRequests();
  if (!data || data.length === 0) return null;
  return (
    <div>
      <p className={css.lead}>Your requests for help with paying</p>
      <ul>
        {data.slice(0, MAX_SHOWN).map(({ id, kind, itemId, label, answer }) => (
          <li key={id}>
            <Link to={paths.options({ type: kind, id: itemId, view: "cant-pay" })} onClick={onOpen}>
              {label}: {answer === null ? "waiting for our answer" : "read our answer"}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
