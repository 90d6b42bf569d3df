import { deskPaths } from "../desk/deskPaths";
import { Link } from "@/lib/router";
import css from "../table/cells/RowAction.module.css";

/** Where a record leads: its driver, and who did what with it. */
export function RecordLinks({ driver, audit }: { driver: number; audit: string }) {
  return (
    <p className={css.links}>
      <Link to={deskPaths.user(driver)}>Driver {driver}</Link>
      <Link to={audit}>Audit trail</Link>
    </p>
  );
}
