import { useEffect } from "react";

/** Sets the document's title: `before`, the title, and the product's name unless `bare`. */
export function useDocumentTitle(title: string, bare = false, before = ""): void {
  useEffect(() => {
    document.title = before + (bare ? title : `${title} · Lanewise`);
  }, [title, bare, before]);
}
