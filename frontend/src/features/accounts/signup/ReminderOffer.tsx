import Bell from "lucide-react/icons/bell";
import { useEffect, useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { requestReminderPermission, mayOfferReminder } from "./reminder";
import css from "./SignupPage.module.css";

/** Offers a reminder to finish the sign-up. The browser asks for permission only after a click. */
export function ReminderOffer() {
  // Whether to offer the reminder is checked in an effect, so that the first render is identical to the prerendered
  // HTML.
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(mayOfferReminder()), []);
  const [result, setResult] = useState("");
  async function acceptOffer() {
    const agreed = await requestReminderPermission();
    setOffered(false);
    setResult(
      agreed
        ? "We’ll remind you in two minutes if you haven’t finished."
        : "We won’t remind you. You can finish any time.",
    );
  }
  return (
    <div className={css.reminder}>
      {isOffered && (
        <Button
          variant="text"
          icon={<Bell size={18} aria-hidden="true" />}
          onClick={() => void acceptOffer()}
        >
          Remind me if I don’t finish
        </Button>
      )}
      <p role="status">{result}</p>
    </div>
  );
}
