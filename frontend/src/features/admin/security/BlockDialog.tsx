import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { focusFirstError } from "@/ui/forms/Field";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./security.module.css";
import { postBlock } from "./calls";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onDone: () => void };
type Wrong = { ip?: string; reason?: string; hours?: string };

const FAILED = "Failed to block IP.";
const LASTS = [
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
];

/** Shuts an address out by hand, for a time. */
export default function BlockDialog({ open, onOpenChange, onDone }: Props) {
  const [values, setValues] = useState({ ip: "", reason: "", hours: "24" });
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  function refuse(fields: Wrong) {
    setWrong(fields);
    focusFirstError(form.current);
  }
  async function block(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missing: Wrong = {};
    if (!values.ip.trim()) missing.ip = "Enter one IPv4 or IPv6 address.";
    if (!values.reason.trim()) missing.reason = "Please fill this in.";
    if (!values.hours) missing.hours = "Choose how long.";
    setWrong(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return refuse(missing);
    setBusy(true);
    try {
      const done = await postBlock({ ...values, hours: Number(values.hours) });
      toast({ title: "IP Blocked", description: `${done.ip} gets no answer any more.` });
      onOpenChange(false);
      onDone();
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) refuse(fields);
      else setFailure("Nothing was changed. Please try again.");
      toast({ title: "Error", description: FAILED, variant: "destructive" });
    }
  }
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) => {
    setValues({ ...values, [name]: event.target.value });
    setWrong({ ...wrong, [name]: undefined });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Block an address"
      description="Whoever is there gets no answer until the block ends or somebody unblocks it. Many people may share one address."
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={busy}>
            Block
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={css.form}
        onSubmit={(event) => void block(event)}
        noValidate
      >
        {failure && <Alert title={FAILED}>{failure}</Alert>}
        <TextField
          label="IP address"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={values.ip}
          error={wrong.ip}
          onChange={set("ip")}
        />
        <TextField
          label="Reason"
          hint="For other staff; it is kept in the audit trail."
          maxLength={300}
          value={values.reason}
          error={wrong.reason}
          onChange={set("reason")}
        />
        <SelectField
          label="For"
          placeholder="Choose"
          options={LASTS}
          value={values.hours}
          error={wrong.hours}
          onChange={set("hours")}
        />
      </form>
    </Dialog>
  );
}
