import { lazy, Suspense } from 'react';
import { MarkNotes } from './mark-notes.tsx';
import type { GridView } from './use-grid-view.ts';
import type { GridWork } from './use-grid-work.ts';

const OpenedRowMenu = lazy(async () => ({
  default: (await import('./rows/opened-row-menu.tsx')).OpenedRowMenu,
}));
const PeekCard = lazy(async () => ({ default: (await import('./peek-card.tsx')).PeekCard }));
const NewRowsDialog = lazy(async () => ({
  default: (await import('./clipboard/new-rows-dialog.tsx')).NewRowsDialog,
}));

type GridOverlaysProps = { view: GridView; work: GridWork; scroller: HTMLElement | null };

/** What opens over the grid: notes at cells, a cut-off value, the menu of a row, and rows about to be created. */
export function GridOverlays({ view, work, scroller }: GridOverlaysProps) {
  const { table, rows, records } = view;
  const { clipboard, editing, peek, closePeek } = work;
  return (
    <>
      <Suspense>
        <MarkNotes scroller={scroller} table={table} rows={rows} />
        {peek && <PeekCard {...peek} onClose={closePeek} />}
        {records.menu.menu && (
          <OpenedRowMenu opened={records.menu.menu} rows={records} cells={work.cellWork()} />
        )}
      </Suspense>
      {clipboard.pending && (
        <Suspense>
          <NewRowsDialog
            pending={clipboard.pending}
            onCreate={(created) => {
              editing.write(clipboard.pending!.changes, created);
              clipboard.close();
            }}
            onClose={clipboard.close}
          />
        </Suspense>
      )}
    </>
  );
}
