import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { UnsavedChanges } from '../../../kit/unsaved-changes.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { placeOfList } from '../../keep-in-address.ts';
import { isProblem } from './cell-problems.ts';
import { useGrid } from '../grid-context.tsx';
import { useSentAgain } from '../writing/send-again.ts';

/** Asks before the user leaves a list with cells that are not saved, and sends them again until the server accepts them. */
export function UnsavedCells() {
  const { store, commands } = useGrid();
  const texts = useTexts('cell-problems');
  useSentAgain(store, (changes, more) => commands.current.write(changes, more));
  const count = () =>
    [...store.get().marks.values()].flatMap((cells) => Object.values(cells).filter(isProblem))
      .length;
  return (
    <UnsavedChanges
      isDirty={() => count() > 0}
      placeOf={placeOfList}
      text={() => fillTemplate(texts.unsaved, { count: count() })}
      onLeave={() => store.set({ marks: new Map() })}
    />
  );
}
