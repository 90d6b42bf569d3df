import { useEffect } from "react";

/**
 * Sets the document's title: the prefix, the title and, unless `isBare` is
 * true, the product's name.
 */
export function useDocumentTitle(title: string, isBare = false, prefix = ""): void {
  useEffect(() => {
    document.title = prefix + (isBare ? title : `${title} · Lanewise`);
  }, [title, isBare, prefix]);
}
