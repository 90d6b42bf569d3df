import { withStyle } from "@/lib/loadStyle";
import { isCheckout } from "@/lib/paths";
import { useScreenPath } from "@/lib/router";
import { useConfig } from "@/parts/config/useConfig";
import { lazyComponent } from "@/ui/lazyComponent";

const Pixel = lazyComponent(() => withStyle("PixelDialog", import("@/features/pixel/PixelDialog")));

const hasPrivacySignal = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;

/**
 * The advertising pixel and its consent question. The code isn't loaded at the checkout, when the pixel is off, or when
 * the browser sends a privacy signal.
 */
export function LazyPixel() {
  const id = useConfig().data?.pixelId;
  const isAtCheckout = isCheckout(useScreenPath());
  return id && !isAtCheckout && !hasPrivacySignal() ? <Pixel id={id} /> : null;
}
