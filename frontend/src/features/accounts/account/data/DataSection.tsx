import Download from "lucide-react/icons/download";
import { useState } from "react";
import { download } from "@/api/download";
import { describeFailureWithoutTitle } from "@/parts/failure";
import { referenceOf } from "@/parts/failureReference";
import { Reference } from "@/parts/Reference";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Card } from "@/ui/layout/Card";
import { OWN_DATA } from "../../calls";
import css from "../AccountPage.module.css";

export function DataSection() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);

  async function downloadData() {
    setBusy(true);
    setFailure(null);
    try {
      await download(OWN_DATA);
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title="Your data">
      <p className={css.soft}>
        Download the data we have about you, with your photos and documents, in one ZIP file. It
        doesn’t include items that were removed from your record, our team’s internal notes, your
        password or the last digits of your social security number.
      </p>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        loading={busy}
        onClick={() => void downloadData()}
      >
        Download my data
      </Button>
      {failure && (
        <div className={css.failed}>
          <Alert title="The download didn’t start">
            {describeFailureWithoutTitle(failure.error)}
            <Reference reference={referenceOf(failure.error)} />
          </Alert>
        </div>
      )}
    </Card>
  );
}
