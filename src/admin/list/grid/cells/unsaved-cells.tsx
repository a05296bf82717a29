import { useSyncExternalStore } from 'react';
import type { Location } from 'react-router-dom';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useResend } from '../../../client/passing-trouble.ts';
import { UnsavedChanges } from '../../../kit/unsaved-changes.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { AS, BY } from '../../keep-in-address.ts';
import { isProblem } from './cell-problems.ts';
import { useGrid } from '../grid-context.tsx';
import type { CellMark, GridStore } from '../grid-store.ts';
import type { CellChange } from '../writing/create-writer.ts';

/** Asks before the user leaves a list with cells that are not saved, and sends them again until the server accepts them. */
export function UnsavedCells() {
  const { store } = useGrid();
  const texts = useTexts('cell-problems');
  const sendAgain = useSendAgain();
  const wait = useSyncExternalStore(store.subscribe, () => waitOf(store));
  useResend(wait, sendAgain);
  const count = () => listProblems(store).length;
  return (
    <UnsavedChanges
      isDirty={() => count() > 0}
      placeOf={placeOfGrid}
      text={() => fillTemplate(texts.unsaved, { count: count() })}
      onLeave={() => store.set({ marks: new Map() })}
    />
  );
}

/** Sends the cells again that never reached the server, or found it busy, except those on their way. */
export function useSendAgain(): () => void {
  const { store, commands } = useGrid();
  return () => {
    const changes = listProblems(store).flatMap(({ name, mark }): CellChange[] =>
      mark.state === 'failed' && mark.unsent?.wait !== undefined
        ? [{ record: mark.unsent.record, name, value: mark.value }]
        : [],
    );
    if (changes.length > 0) commands.current.write(changes);
  };
}

/** The milliseconds until the first of them is sent again; undefined if none waits. */
function waitOf(store: GridStore): number | undefined {
  const waits = listProblems(store).flatMap(({ mark }) =>
    mark.state === 'failed' ? (mark.unsent?.wait ?? []) : [],
  );
  return waits.length === 0 ? undefined : Math.min(...waits);
}

function listProblems(store: GridStore): { name: string; mark: CellMark }[] {
  return [...store.get().marks.values()].flatMap((cells) =>
    Object.entries(cells).flatMap(([name, mark]) => (isProblem(mark) ? [{ name, mark }] : [])),
  );
}

/** A list shown in another way has another grid. */
function placeOfGrid({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return [pathname, params.get(AS), params.get(BY)].join(' ');
}
