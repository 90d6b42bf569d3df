import { Link } from "@/lib/router";
import { deskPaths } from "../../desk/deskPaths";
import css from "./RowAction.module.css";

/** A driver's name and number, linked to the driver's page. */
export function DriverLink({ id, name }: { id: number; name?: string | null | undefined }) {
  return (
    <Link className={css.link} to={deskPaths.user(id)}>
      {name && <>{name} </>}
      <span className={css.number}>#{id}</span>
    </Link>
  );
}
