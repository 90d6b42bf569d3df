import { withStyle } from "@/lib/loadStyle";
import { lazyComponent } from "@/ui/lazyComponent";

/** Photos and documents of an item, loaded on demand because most visits don't need them. */
export const LazyItemFiles = lazyComponent(() => withStyle("ItemFiles", import("./ItemFiles")));
