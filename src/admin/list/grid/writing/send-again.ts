import { useSyncExternalStore } from 'react';
import { useResend } from '../../../client/passing-trouble.ts';
import type { CellMark, GridStore } from '../grid-store.ts';
import type { CellChange } from './read-changes.ts';
import type { WriteOptions } from './create-writer.ts';

type Write = (changes: readonly CellChange[], more: WriteOptions) => void;

/** Sends values again until the server accepts them, in the grid and on boards and calendars. */
export function useSentAgain(store: GridStore, write: Write): void {
  const wait = useSyncExternalStore(store.subscribe, () => waitOf(store));
  useResend(wait, () => sendAgain(store, write));
}

/** Sends the values again that never reached the server, or found it busy, except those on their way. */
export function sendAgain(store: GridStore, write: Write): void {
  const waiting = listUnsent(store).flatMap(({ name, value, unsent: { record, wait, paste } }) => {
    const change: CellChange = { record, name, value };
    return wait === undefined ? [] : [{ change, paste }];
  });
  // The rest of a paste belongs to the same step as what was written of it.
  for (const [paste, cells] of Map.groupBy(waiting, (cell) => cell.paste))
    write(
      cells.map(({ change }) => change),
      paste === undefined ? {} : { changeSet: paste, way: 'paste' },
    );
}

/** The milliseconds until the first of them is sent again; undefined if none waits. */
function waitOf(store: GridStore): number | undefined {
  const waits = listUnsent(store).flatMap(({ unsent }) => unsent.wait ?? []);
  return waits.length === 0 ? undefined : Math.min(...waits);
}

type Unsent = NonNullable<Extract<CellMark, { state: 'failed' }>['unsent']>;

function listUnsent(store: GridStore): { name: string; value: unknown; unsent: Unsent }[] {
  return [...store.get().marks.values()].flatMap((cells) =>
    Object.entries(cells).flatMap(([name, mark]) =>
      mark.state === 'failed' && mark.unsent
        ? [{ name, value: mark.value, unsent: mark.unsent }]
        : [],
    ),
  );
}
