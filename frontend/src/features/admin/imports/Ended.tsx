import type { Import } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { Link } from "@/lib/router";
import { Alert } from "@/ui/feedback/Alert";
import { buttonClass } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import css from "./ImportPage.module.css";
import { count } from "./kinds";

/** How it came out. */
export function Ended({ of }: { of: Import }) {
  const skipped = of.totalLines - of.storedItems;
  return (
    <Card title={of.fileName}>
      <div className={css.form}>
        {of.status === "stored" && (
          <Alert tone="info" title="Imported">
            {`${count(of.storedItems)} ${of.storedItems === 1 ? "item was" : "items were"} stored.`}
            {skipped > 0 && ` ${count(skipped)} ${skipped === 1 ? "was" : "were"} already on file.`}
          </Alert>
        )}
        {of.status === "stored" && (
          <p className={css.soft}>
            Drivers see them at once, unless their record is still being prepared: then as soon as
            you have updated it.
          </p>
        )}
        {of.status === "failed" && (
          <Alert title="Nothing was stored">{of.message ?? "Please upload the file again."}</Alert>
        )}
        {of.status === "cancelled" && (
          <Alert tone="info" title="Cancelled">
            The file was deleted. Nothing was stored.
          </Alert>
        )}
        <div className={css.row}>
          <Link className={buttonClass()} to={deskPaths.import()}>
            Import another file
          </Link>
        </div>
      </div>
    </Card>
  );
}
