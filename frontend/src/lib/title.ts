import { useEffect } from "react";

/** Names the document; the name of the product follows, and what is told first goes before. */
export function useDocumentTitle(title: string, bare = false, before = ""): void {
  useEffect(() => {
    document.title = before + (bare ? title : `${title} · Lanewise`);
  }, [title, bare, before]);
}
