import type { ReactNode } from "react";
import { citationText, NO_NUMBER } from "@/parts/drivingRecord/citation";
import css from "./CitedCell.module.css";

type CitationOfRecord = { citationNumber?: string | null; issuer?: string | null };

const formatCited = ({ citationNumber = null, issuer = null }: CitationOfRecord) =>
  citationText({ citationNumber, issuer });

/** The issuer and number of a record's citation, as one of its facts. */
export const citationFact = (record: CitationOfRecord) => ({
  name: "Citation",
  value: formatCited(record) || NO_NUMBER,
});

/** The content of a cell, followed by the issuer and number of the record's citation. */
export function CitedCell({ record, children }: { record: CitationOfRecord; children: ReactNode }) {
  const text = formatCited(record);
  return (
    <>
      {children}
      {text && <span className={css.citation}>{text}</span>}
    </>
  );
}
