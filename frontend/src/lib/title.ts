import { useEffect } from "react";

/** Sets the document's title to the prefix, the title, and the product's name unless `isBare`. */
export function useDocumentTitle(title: string, isBare = false, prefix = ""): void {
  useEffect(() => {
    document.title = prefix + (isBare ? title : `${title} · Lanewise`);
  }, [title, isBare, prefix]);
}
