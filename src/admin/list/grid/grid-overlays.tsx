import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { useResource } from '../../kit/use-resource.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { GridView } from './use-grid-view.ts';
import type { GridWork } from './use-grid-work.ts';
import { useGrid } from './grid-context.tsx';
import { isProblem } from './cells/cell-problems.ts';
import type { MarkNoteProps } from './mark-note.tsx';
import { ValueHistory } from '../../record/history/lazy-history.ts';

const OpenedRowMenu = lazyPart(() => import('./rows/row-menu.tsx'), 'OpenedRowMenu');
const PeekCard = lazyPart(() => import('./cells/peek-card.tsx'), 'PeekCard');
const GridComments = lazyPart(() => import('./comments/grid-comments.tsx'), 'GridComments');
const NewRowsDialog = lazyPart(() => import('./clipboard/new-rows-dialog.tsx'), 'NewRowsDialog');

type GridOverlaysProps = { view: GridView; work: GridWork; scroller: HTMLElement | null };

/** What opens over the grid: notes at cells, a cut-off value, the menu of a row, and the preview of new rows. */
export function GridOverlays({ view, work, scroller }: GridOverlaysProps) {
  const { table, rows, records } = view;
  const { may } = useResource();
  const isDrawn = useIsDrawn();
  const { clipboard, editing, peek, closePeek, past } = work;
  return (
    <>
      {isDrawn && may('comment') && may('read') && <GridComments rows={rows} />}
      <MarkNotes scroller={scroller} table={table} rows={rows} />
      {peek && <PeekCard {...peek} onClose={closePeek} />}
      {past.shown && <ValueHistory {...past.shown} onClose={past.close} />}
      {records.menu.menu && (
        <OpenedRowMenu opened={records.menu.menu} rows={records} cells={work.cellWork()} />
      )}
      {clipboard.pending && (
        <NewRowsDialog
          pending={clipboard.pending}
          key={clipboard.pending.created.length}
          onCreate={(created, isFirst, changeSet) =>
            editing.create(created, isFirst ? clipboard.pending!.changes : [], changeSet)
          }
          onRead={clipboard.read}
          onAllNew={clipboard.pending.changes.length > 0 ? clipboard.pasteAllNew : undefined}
          onClose={clipboard.close}
        />
      )}
    </>
  );
}

/** False until the first rows are on the screen, which wait for nothing that can come later. */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn;
}

const MarkNote = lazyPart(() => import('./mark-note.tsx'), 'MarkNote');

const texts = import.meta.glob('/src/admin/messages/*/list/cell-problems.ts');
const ProblemStrip = lazyPart(() => import('./problem-strip.tsx'), 'ProblemStrip', texts);

/** The notes at cells, if there are any: a value being saved renders neither this nor the grid. */
function MarkNotes(props: MarkNoteProps) {
  return useHasProblems() && <MarkNote {...props} />;
}

const UnsavedCells = lazyPart(() => import('./cells/unsaved-cells.tsx'), 'UnsavedCells', texts);

/** The strip below the grid that counts its problems, if there are any, and the question before they are lost. */
export function CellProblems(props: Omit<MarkNoteProps, 'scroller'>) {
  return (
    useHasProblems() && (
      <>
        <ProblemStrip {...props} />
        <UnsavedCells />
      </>
    )
  );
}

function useHasProblems(): boolean {
  const { store } = useGrid();
  return useSyncExternalStore(store.subscribe, () => {
    for (const record of store.get().marks.values())
      if (Object.values(record).some(isProblem)) return true;
    return false;
  });
}
