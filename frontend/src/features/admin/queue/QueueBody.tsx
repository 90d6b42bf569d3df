import { files } from "@/lib/paths";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import { Figures } from "../desk/Figures";
import { useRecentChanges } from "../desk/live/useRecentChanges";
import type { DeskList } from "../table/data/useDeskList";
import { useFirstRow } from "../table/data/useFirstRow";
import { useFirstRows } from "../table/data/useFirstRows";
import { useSummary } from "../table/data/useSummary";
import { ListTable } from "../table/ListTable";
import { useColumnLayout } from "../table/layout/columnLayout";
import { ListTools } from "../table/tools/ListTools";
import { ViewMenu } from "../table/views/ViewMenu";
import { ActionsContext } from "./actions";
import type { Declaration, Row } from "./declaration";
import { useOpenRow } from "./useOpenRow";
import { useQueue } from "./useQueue";
import { BulkSolve } from "./view/BulkSolve";
import { FewRows } from "./view/FewRows";
import { RecordDrawer } from "./view/RecordDrawer";
import { SEARCH_HINT } from "./words";

type Props<T extends Row, Sums> = { of: Declaration<T, Sums>; list: DeskList<T> };

const idOf = (row: Row) => row.id;

/** The body of a list's page: figures, box, tools, table, open record and dialogs. */
export function QueueBody<T extends Row, Sums>({ of, list: asked }: Props<T, Sums>) {
  const { list, actions, asked: dialog, close, changed } = useQueue(of, asked);
  // The figures cover all rows that match the filters, not just the page shown. The server adds them up.
  const over = of.areFiguresFiltered ? list.filter : undefined;
  const { sums, retry, isKnown: areSumsKnown } = useSummary(of.sums, over);
  const { sums: shown } = useSummary(of.footer && of.sums, list.filter);
  const layout = useColumnLayout(of.call.address, of.columns);
  const opened = useOpenRow(list, of.call, changed);
  const onEnter = useFirstRow(list, idOf, of.record && opened.onOpen);
  const { label = of.title, record, box, file, search, Dialogs } = of;
  const markOf = useRecentChanges(
    record?.subject,
    list.rows.map(({ id }) => id),
  );
  const { few, isKnown: areFewKnown } = useFirstRows(box && of.call, box?.waiting);
  const boxed = box && <FewRows of={of} box={box} few={few} list={list} />;
  const lower = label.charAt(0).toLowerCase() + label.slice(1);
  return (
    <ActionsContext value={actions}>
      {of.figures && <Figures label="Totals" of={of.figures(sums)} onRetry={retry} />}
      {box?.waiting && <DelayedControls until={areSumsKnown}>{boxed}</DelayedControls>}
      <DelayedControls until={areSumsKnown && (areFewKnown || !box?.waiting)}>
        <ListTools
          state={list.state}
          set={list.set}
          search={
            typeof search === "string"
              ? { label: `Search ${lower}`, placeholder: search, hint: SEARCH_HINT }
              : search
          }
          filters={of.filters}
          onEnter={onEnter}
          exportHref={
            typeof file === "string" ? files.export(file, list.filter) : file?.(list.filter)
          }
        >
          <ViewMenu layout={layout} list={of.call.address} />
        </ListTools>
        <ListTable
          list={list}
          columns={layout.columns}
          widths={layout.widths}
          idOf={idOf}
          label={label}
          onOpen={record && opened.onOpen}
          empty={of.empty ?? `No ${lower} found.`}
          emptyHint={of.emptyHint}
          noMatch={of.noMatch}
          footer={of.footer?.(shown)}
          isFresh={of.isFresh}
          markOf={markOf}
          bulk={
            of.solving && record
              ? (rows, clear) => <BulkSolve rows={rows} clear={clear} solve={actions.solve} />
              : undefined
          }
        />
      </DelayedControls>
      {!box?.waiting && <DelayedControls until={!list.isLoading}>{boxed}</DelayedControls>}
      {record && opened.row && (
        <RecordDrawer
          row={opened.row}
          of={record}
          around={opened.around}
          onOpen={opened.onOpen}
          onClose={opened.close}
        />
      )}
      {Dialogs && <Dialogs asked={dialog} close={close} />}
    </ActionsContext>
  );
}
