import { useState } from "react";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postBlock } from "./calls";

const FAILED = "Failed to block IP.";
const DURATIONS = [
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
];

export default function BlockDialog({ onDone, ...dialog }: DialogProps & { onDone: () => void }) {
  const [ip, setIp] = useState("");
  const [reason, setReason] = useState("");
  const [hours, setHours] = useState("24");
  const submit = useSubmit(
    () => ({
      ip: ip.trim() ? undefined : "Enter an IPv4 or IPv6 address.",
      reason: reason.trim() ? undefined : "Enter a reason.",
      hours: hours ? undefined : "Choose a duration.",
    }),
    async () => {
      try {
        const block = await postBlock({ ip, reason, hours: Number(hours) });
        toast({ title: "IP Blocked", description: `${block.ip} can no longer reach Lanewise.` });
      } catch (error) {
        toast({ title: "Error", description: FAILED, variant: "destructive" });
        throw error;
      }
      dialog.onOpenChange(false);
      onDone();
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Block an IP address"
      description="This blocks everyone at this address until the block expires or you unblock it. Many people may share one address."
      action="Block"
      working="Blocking..."
      danger
      failureTitle={FAILED}
    >
      <TextField
        label="IP address"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        {...submit.bind("ip", ip, setIp)}
      />
      <TextField
        label="Reason"
        hint="Staff can see this. It stays in the audit trail."
        maxLength={300}
        {...submit.bind("reason", reason, setReason)}
      />
      <SelectField
        label="Duration"
        placeholder="Choose"
        options={DURATIONS}
        {...submit.bind("hours", hours, setHours)}
      />
    </SubmitDialog>
  );
}
