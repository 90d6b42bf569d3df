import { useEffect } from "react";

/** Names the document; the name of the product follows. */
export function useDocumentTitle(title: string, bare = false): void {
  useEffect(() => {
    document.title = bare ? title : `${title} · Lanewise`;
  }, [title, bare]);
}
