import { deskPaths } from "../../desk/deskPaths";
import { Link } from "@/lib/router";
import css from "./RowAction.module.css";

/** A driver's number, which leads to all about them. */
export function DriverLink({ id }: { id: number }) {
  return (
    <Link className={css.link} to={deskPaths.user(id)} aria-label={`Driver ${id}`}>
      {id}
    </Link>
  );
}
