import { withStyle } from "@/lib/loadStyle";
import { useConfig } from "@/parts/config/useConfig";
import { late } from "@/ui/late";

const Pixel = late(() => withStyle("PixelDialog", import("@/features/pixel/PixelDialog")));

const isRefused = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;

/** The advertising pixel and its question: nothing of it loads unless it is switched on and no privacy signal is sent. */
export function LatePixel() {
  const id = useConfig().data?.pixelId;
  return id && !isRefused() ? <Pixel id={id} /> : null;
}
