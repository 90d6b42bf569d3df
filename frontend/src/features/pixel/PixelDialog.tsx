import { useEffect, useState } from "react";
import { useLocation } from "@/lib/router";
import { dropWaitingEvents, installPixel, track } from "@/parts/pixel";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { sendToMeta } from "./meta";
import css from "./PixelDialog.module.css";

const KEY = "lanewise.privacy";
/** Screens that show a link for changing the choice. */
const CHANGE_LINK_PATHS = new Set(["/", "/account"]);

type Choice = "agreed" | "declined" | null;

/** Reads whether the user agreed or declined; null if the user hasn't answered. */
function readChoice(): Choice {
  try {
    const text = localStorage.getItem(KEY);
    return text === "agreed" || text === "declined" ? text : null;
  } catch {
    // Without storage, no consent can have been stored.
    return null;
  }
}

/** Asks once for consent to count visits. Events go to Meta only after the user agrees. */
export default function PixelDialog({ id }: { id: string }) {
  const [choice, setChoice] = useState(readChoice);
  const [isAsking, setAsking] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    if (choice !== "agreed") return dropWaitingEvents();
    return installPixel((event) => sendToMeta(id, event));
  }, [choice, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a page view
  useEffect(() => {
    if (choice === "agreed") track({ kind: "pageView" });
  }, [choice, pathname]);

  function storeChoice(choice: Exclude<Choice, null>) {
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // Without storage, the question appears again next time.
    }
    dropWaitingEvents();
    setChoice(choice);
    setAsking(false);
  }
  if (choice === null || isAsking)
    return (
      <section className={cx(shapes.surface, css.banner)} aria-label="Privacy choices">
        <p>
          May we share your visit with Meta to learn which ads work? We never share pages where you
          pay, and we scramble your email and phone number first.
        </p>
        <div className={css.buttons}>
          <Button variant="secondary" compact onClick={() => storeChoice("declined")}>
            No thanks
          </Button>
          <Button variant="secondary" compact onClick={() => storeChoice("agreed")}>
            Agree
          </Button>
        </div>
      </section>
    );
  if (!CHANGE_LINK_PATHS.has(pathname)) return null;
  return (
    <p className={css.change}>
      <Button variant="text" compact onClick={() => setAsking(true)}>
        Privacy choices
      </Button>
    </p>
  );
}
