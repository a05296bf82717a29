import { useEffect } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { openUndo } from './use-undo.ts';

const UndoDialog = lazyPart(() => import('./undo-dialog.tsx'), 'UndoDialog');

/** The place of the dialog of an undo, which outlives the page that started it. */
export function UndoHost() {
  const open = openUndo.use();
  // The next user to sign in must not see it.
  useEffect(() => () => openUndo.set(undefined), []);
  return open ? <UndoDialog {...open} /> : null;
}
