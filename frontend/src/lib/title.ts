import { useEffect } from "react";

/** Sets the document's title: `before`, the title, and the product's name unless `bare`. */
export function useDocumentTitle(title: string, isBare = false, prefix = ""): void {
  useEffect(() => {
    document.title = prefix + (isBare ? title : `${title} · Lanewise`);
  }, [title, isBare, prefix]);
}
