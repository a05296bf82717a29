import { useEffect, useEffectEvent } from 'react';
import type { Location } from 'react-router-dom';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { connectionLost } from '../../../client/http.ts';
import { UnsavedChanges } from '../../../kit/unsaved-changes.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { AS, BY } from '../../keep-in-address.ts';
import { isProblem } from './cell-problems.ts';
import { useGrid } from '../grid-context.tsx';
import type { CellMark, GridStore } from '../grid-store.ts';
import type { CellChange } from '../writing/create-writer.ts';

/** Asks before the user leaves a list with cells that are not saved, and saves them when the connection is back. */
export function UnsavedCells() {
  const { store } = useGrid();
  const texts = useTexts('cell-problems');
  const sendAgain = useSendAgain();
  const followConnection = useEffectEvent(() => {
    if (!connectionLost.get()) sendAgain();
  });
  useEffect(() => connectionLost.subscribe(() => followConnection()), []);
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

/** Sends the cells again that never reached the server, or found it busy. */
export function useSendAgain(): () => void {
  const { store, commands } = useGrid();
  return () => {
    const changes = listProblems(store).flatMap(({ name, mark }): CellChange[] =>
      mark.state === 'failed' && mark.unsent
        ? [{ record: mark.unsent, name, value: mark.value }]
        : [],
    );
    if (changes.length > 0) commands.current.write(changes);
  };
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
