import TriangleAlert from "lucide-react/icons/triangle-alert";
import css from "./TestModeBand.module.css";

export function TestModeBand() {
  return (
    <aside className={css.band} aria-label="Test mode">
      <p className={css.text}>
        <TriangleAlert size={16} aria-hidden="true" />
        <strong>TEST MODE</strong>
        <span>No real money moves.</span>
      </p>
    </aside>
  );
}
