import ScanText from "lucide-react/icons/scan-text";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatToday } from "@/parts/dates/today";
import { Button } from "@/ui/buttons/Button";
import css from "./PicturePane.module.css";
import { type ReadValues, readTicket } from "./readTicket";

/** Fills in the fields that are still empty, and returns their labels. */
export type FillIn = (read: ReadValues) => string[];

type State =
  | { is: "idle" }
  | { is: "reading"; part: number }
  | { is: "filled"; labels: string[] }
  | { is: "failed" };

/** Reads the picture on this device and proposes values, which the driver checks (docs/product/adding-tickets.md). */
export function ReadPicture({
  canvas,
  onFillIn,
  onUndo,
}: {
  canvas: RefObject<HTMLCanvasElement | null>;
  onFillIn: FillIn;
  onUndo: () => void;
}) {
  const [state, setState] = useState<State>({ is: "idle" });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function readPicture() {
    if (!canvas.current || state.is === "reading") return;
    const reading = new AbortController();
    stop.current = reading;
    setState({ is: "reading", part: 0 });
    try {
      const { readPictureText } = await import("./pictureText");
      const onProgress = (part: number) => {
        if (!reading.signal.aborted) setState({ is: "reading", part });
      };
      const text = await readPictureText(canvas.current, onProgress, reading.signal);
      setState({ is: "filled", labels: onFillIn(readTicket(text, formatToday())) });
    } catch {
      setState({ is: reading.signal.aborted ? "idle" : "failed" });
    }
  }
  const undo = () => {
    onUndo();
    setState({ is: "idle" });
  };
  if (state.is === "reading")
    return (
      <div className={css.reading}>
        <p>{state.part > 0 ? "Reading the photo" : "Getting ready to read the photo"}</p>
        <progress value={state.part > 0 ? state.part : undefined} aria-label="Reading the photo" />
        <Button variant="text" compact onClick={() => stop.current?.abort()}>
          Stop reading
        </Button>
      </div>
    );
  return (
    <div className={css.reading}>
      <Button
        variant="secondary"
        icon={<ScanText size={18} aria-hidden="true" />}
        onClick={() => void readPicture()}
      >
        Fill in from the photo
      </Button>
      <p role="status">{describeState(state)}</p>
      {state.is === "filled" && state.labels.length > 0 && (
        <Button variant="text" compact onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  );
}

function describeState(state: Exclude<State, { is: "reading" }>): string {
  switch (state.is) {
    case "idle":
      return "Your phone or computer reads the photo. The photo isn’t sent anywhere until you add the ticket.";
    case "failed":
      return "We couldn’t read this photo. Please type what your ticket says.";
    case "filled":
      return state.labels.length > 0
        ? `Filled in: ${state.labels.join(", ")}. Check each one against your ticket.`
        : "We couldn’t find anything to fill in. Try a sharper, closer photo, or type what your ticket says.";
  }
}
