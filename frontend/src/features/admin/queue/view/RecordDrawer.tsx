import { Link } from "@/lib/router";
import { Alert } from "@/ui/feedback/Alert";
import { Drawer } from "@/ui/desk/Drawer";
import { deskPaths } from "../../desk/deskPaths";
import { calledDriver } from "../../desk/driver";
import { useActions } from "../actions";
import type { Declaration, Row } from "../declaration";
import { Facts } from "./Facts";
import css from "./RecordDrawer.module.css";

type Props<T extends Row> = {
  row: T;
  of: NonNullable<Declaration<T>["record"]>;
  onClose: () => void;
};

/** One record, beside its list: what can be done with it, what is known of it, and where it leads. */
export function RecordDrawer<T extends Row>({ row, of, onClose }: Props<T>) {
  const { failure } = useActions<T>();
  const { title, actions, facts, rest, footer, driver, subject } = of;
  const trail = subject && { subjectKind: subject, subjectId: row.id };
  return (
    <Drawer open onClose={onClose} title={title(row)} footer={footer?.(row)}>
      {failure && <Alert>{failure}</Alert>}
      {actions && <div className={css.bar}>{actions(row)}</div>}
      <Facts of={facts(row)} />
      {rest?.(row)}
      {driver && (
        <p className={css.links}>
          <Link to={deskPaths.user(driver(row).userId)}>{calledDriver(driver(row))}</Link>
          <Link to={deskPaths.audit(trail || undefined)}>Audit trail</Link>
        </p>
      )}
    </Drawer>
  );
}
