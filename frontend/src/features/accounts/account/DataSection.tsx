import Download from "lucide-react/icons/download";
import { useState } from "react";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Card } from "@/ui/layout/Card";
import { getOwnData } from "../calls";
import css from "./AccountPage.module.css";

/** Makes the browser save a Blob as a file. */
function save(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL is revoked later, because the browser may not have started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function DataSection() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function download() {
    setBusy(true);
    setFailure(null);
    try {
      const { file, name } = await getOwnData();
      save(file, name);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title="Your data">
      <p className={css.soft}>
        Download everything we have about you, with your photos and documents, in one ZIP file. It
        doesn’t include your password or the last digits of your social security number.
      </p>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        loading={busy}
        onClick={() => void download()}
      >
        Download my data
      </Button>
      {failure && (
        <div className={css.failed}>
          <Alert title="The download didn’t start">{failure}</Alert>
        </div>
      )}
    </Card>
  );
}
