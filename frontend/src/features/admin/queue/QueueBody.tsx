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
import { SEARCH_HINT } from "./format";

type Props<T extends Row, Sums> = { declaration: Declaration<T, Sums>; list: DeskList<T> };

const idOf = (row: Row) => row.id;

/** The body of a list's page: figures, tools, table, open record and dialogs. */
export function QueueBody<T extends Row, Sums>({ declaration, list: serverList }: Props<T, Sums>) {
  const {
    list,
    actions,
    openDialog: dialog,
    close,
    withPendingChanges,
  } = useQueue(declaration, serverList);
  // The figures cover all rows; with `areFiguresFiltered`, only the rows that match the filters.
  const figuresFilter = declaration.areFiguresFiltered ? list.filter : undefined;
  const { sums, retry, isKnown: areSumsKnown } = useSummary(declaration.sums, figuresFilter);
  const { sums: filteredSums } = useSummary(declaration.footer && declaration.sums, list.filter);
  const layout = useColumnLayout(declaration.call.url, declaration.columns);
  const openRow = useOpenRow(list, declaration.call, withPendingChanges);
  const onEnter = useFirstRow(list, idOf, declaration.record && openRow.onOpen);
  const { label = declaration.title, record, box, file, search, Dialogs } = declaration;
  const markOf = useRecentChanges(record?.subject, list);
  const { firstRows, isKnown: areFewKnown } = useFirstRows(box && declaration.call, box?.waiting);
  const boxElement = box && (
    <FewRows declaration={declaration} box={box} firstRows={firstRows} list={list} />
  );
  const lowerLabel = label.charAt(0).toLowerCase() + label.slice(1);
  return (
    <ActionsContext value={actions}>
      {declaration.figures && (
        <Figures label="Totals" figures={declaration.figures(sums)} onRetry={retry} />
      )}
      {box?.waiting && <DelayedControls isLayoutFinal={areSumsKnown}>{boxElement}</DelayedControls>}
      <DelayedControls isLayoutFinal={areSumsKnown && (areFewKnown || !box?.waiting)}>
        <ListTools
          state={list.state}
          set={list.set}
          search={
            typeof search === "string"
              ? { label: `Search ${lowerLabel}`, placeholder: search, hint: SEARCH_HINT }
              : search
          }
          filters={declaration.filters}
          onEnter={onEnter}
          exportHref={
            typeof file === "string" ? files.export(file, list.filter) : file?.(list.filter)
          }
        >
          <ViewMenu layout={layout} list={declaration.call.url} />
        </ListTools>
        <ListTable
          list={list}
          columns={layout.columns}
          widths={layout.widths}
          idOf={idOf}
          label={label}
          onOpen={record && openRow.onOpen}
          empty={declaration.empty ?? `No ${lowerLabel} found.`}
          emptyHint={declaration.emptyHint}
          noMatch={declaration.noMatch}
          footer={declaration.footer?.(filteredSums)}
          isFresh={declaration.isFresh}
          markOf={markOf}
          bulk={
            declaration.solving && record
              ? (rows, clear) => (
                  <BulkSolve rows={rows} clear={clear} solve={actions.requestSolve} />
                )
              : undefined
          }
        />
      </DelayedControls>
      {!box?.waiting && (
        <DelayedControls isLayoutFinal={!list.isLoading}>{boxElement}</DelayedControls>
      )}
      {record && openRow.row && (
        <RecordDrawer
          row={openRow.row}
          panel={record}
          neighbors={openRow.around}
          onOpen={openRow.onOpen}
          onClose={openRow.close}
        />
      )}
      {Dialogs && <Dialogs openedDialog={dialog} close={close} />}
    </ActionsContext>
  );
}
