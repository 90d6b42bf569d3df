import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Button } from "@/ui/buttons/Button";
import css from "./PictureViewer.module.css";

type Props = { index: number; count: number; onShow: (index: number) => void };

/** Buttons for the previous and next of several pictures. */
export function PictureChoice({ index, count, onShow }: Props) {
  return (
    <div className={css.choice}>
      <Button
        variant="text"
        compact
        icon={<ChevronLeft size={18} aria-hidden="true" />}
        aria-disabled={index === 0}
        onClick={() => onShow(Math.max(index - 1, 0))}
      >
        Previous
      </Button>
      <p role="status">
        Photo {index + 1} of {count}
      </p>
      <Button
        variant="text"
        compact
        icon={<ChevronRight size={18} aria-hidden="true" />}
        aria-disabled={index === count - 1}
        onClick={() => onShow(Math.min(index + 1, count - 1))}
      >
        Next
      </Button>
    </div>
  );
}
