import { lazy, Suspense } from "react";
import { loadStyle } from "@/lib/loadStyle";
import { useConfig } from "@/parts/config/useConfig";

const Pixel = lazy(async () => {
  const [module] = await Promise.all([
    import("@/features/pixel/PixelDialog"),
    loadStyle("PixelDialog"),
  ]);
  return module;
});

const isRefused = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;

/** The advertising pixel and its question: nothing of it loads unless it is switched on and no privacy signal is sent. */
export function LatePixel() {
  const id = useConfig().data?.pixelId;
  return id && !isRefused() ? (
    <Suspense>
      <Pixel id={id} />
    </Suspense>
  ) : null;
}
