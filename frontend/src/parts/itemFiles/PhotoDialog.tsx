import type { ItemFile } from "@/api/types";
import { Dialog } from "@/ui/overlays/Dialog";
import { fileUrl } from "./calls";
import { PictureViewer } from "@/parts/pictures/PictureViewer";

type Props = { file: ItemFile; open: boolean; onOpenChange: (open: boolean) => void };

/** Shows the reduced copy of a photo large enough to read. */
export default function PhotoDialog({ file, ...dialog }: Props) {
  return (
    <Dialog {...dialog} size="wide" title={file.name}>
      <PictureViewer picture={fileUrl(file.id)} name={file.name} />
    </Dialog>
  );
}
