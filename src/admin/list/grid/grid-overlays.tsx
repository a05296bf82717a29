import { useSyncExternalStore } from 'react';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { GridView } from './use-grid-view.ts';
import type { GridWork } from './use-grid-work.ts';
import { useGrid } from './grid-context.tsx';
import type { GridState } from './grid-store.ts';
import type { MarkNoteProps } from './mark-note.tsx';
import { ValueHistory } from '../../record/history/lazy-history.ts';

const OpenedRowMenu = lazyPart(() => import('./rows/row-menu.tsx'), 'OpenedRowMenu');
const PeekCard = lazyPart(() => import('./peek-card.tsx'), 'PeekCard');
const NewRowsDialog = lazyPart(() => import('./clipboard/new-rows-dialog.tsx'), 'NewRowsDialog');

type GridOverlaysProps = { view: GridView; work: GridWork; scroller: HTMLElement | null };

/** What opens over the grid: notes at cells, a cut-off value, the menu of a row, and the preview of new rows. */
export function GridOverlays({ view, work, scroller }: GridOverlaysProps) {
  const { table, rows, records } = view;
  const { clipboard, editing, peek, closePeek, past } = work;
  return (
    <>
      <MarkNotes scroller={scroller} table={table} rows={rows} />
      {peek && <PeekCard {...peek} onClose={closePeek} />}
      {past.shown && <ValueHistory {...past.shown} onClose={past.close} />}
      {records.menu.menu && (
        <OpenedRowMenu opened={records.menu.menu} rows={records} cells={work.cellWork()} />
      )}
      {clipboard.pending && (
        <NewRowsDialog
          pending={clipboard.pending}
          onCreate={(created) => {
            editing.write(clipboard.pending!.changes, { created, way: 'paste' });
            clipboard.close();
          }}
          onClose={clipboard.close}
        />
      )}
    </>
  );
}

const MarkNote = lazyPart(() => import('./mark-note.tsx'), 'MarkNote');

/** The notes at cells, if there are any: a value being saved renders neither this nor the grid. */
function MarkNotes(props: MarkNoteProps) {
  const { store } = useGrid();
  const isAny = useSyncExternalStore(store.subscribe, () => isToBeSaid(store.get()));
  return isAny && <MarkNote {...props} />;
}

function isToBeSaid({ marks }: GridState): boolean {
  for (const record of marks.values())
    for (const mark of Object.values(record)) if (mark && mark.state !== 'saving') return true;
  return false;
}
