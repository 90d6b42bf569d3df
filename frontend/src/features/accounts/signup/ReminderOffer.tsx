import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { agreeToReminder, mayOffer } from "./reminder";
import css from "./SignupPage.module.css";

/** The browser asks only after this was pressed: never by itself. */
export function ReminderOffer() {
  // Asked of the browser after the first drawing, which the build may have made.
  const [offered, setOffered] = useState(false);
  useEffect(() => setOffered(mayOffer()), []);
  const [said, setSaid] = useState("");
  async function agree() {
    const agreed = await agreeToReminder();
    setOffered(false);
    setSaid(
      agreed
        ? "We’ll remind you in two minutes if you haven’t finished."
        : "No reminder, then. You can finish any time.",
    );
  }
  return (
    <div className={css.reminder}>
      {offered && (
        <Button
          variant="text"
          icon={<Bell size={18} aria-hidden="true" />}
          onClick={() => void agree()}
        >
          Remind me if I don’t finish
        </Button>
      )}
      <p role="status">{said}</p>
    </div>
  );
}
