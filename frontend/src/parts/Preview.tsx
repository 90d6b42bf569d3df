import CircleCheck from "lucide-react/icons/circle-check";
import Gauge from "lucide-react/icons/gauge";
import { buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import css from "./Preview.module.css";

/** A decorative picture of the profile. The text beside it says the same. */
export function Preview() {
  return (
    <div className={css.preview} aria-hidden="true">
      <div className={css.card}>
        <div className={css.row}>
          <span className={css.label}>Driving Status</span>
          <Chip tone="good" icon={<CircleCheck />}>
            Active
          </Chip>
        </div>
        <div className={css.track}>
          <div className={css.fill} />
        </div>
        <span className={css.small}>3 of 11 points on your license</span>
      </div>
      <div className={css.card}>
        <div className={css.row}>
          <span className={css.violation}>
            <Gauge size={20} />
            Speeding
          </span>
          <span className={css.amount}>$150</span>
        </div>
        <div className={css.row}>
          <span className={css.small}>Main St & 4th Ave</span>
          <Chip tone="warn">Due in 3 days</Chip>
        </div>
        <div className={css.buttons}>
          <span className={buttonClass({ compact: true })}>Pay</span>
          <span className={buttonClass({ variant: "secondary", compact: true })}>Hire Lawyer</span>
        </div>
      </div>
      <div className={css.card}>
        <div className={css.row}>
          <span className={css.violation}>Parking ticket</span>
          <Chip tone="good" icon={<CircleCheck />}>
            Paid
          </Chip>
        </div>
      </div>
    </div>
  );
}
