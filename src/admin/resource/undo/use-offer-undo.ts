import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';
import { useUndo } from './use-undo.ts';
import { useTexts } from '../../messages/texts.ts';

/** Says what was done, with a button that undoes its change set; without one, as when nothing changed, only the text. */
export function useOfferUndo() {
  const { resource } = useResource();
  const notify = useNotify();
  const texts = useTexts('app');
  const undo = useUndo();
  return useCallback(
    (text: string, changeSet: string | undefined): void => {
      const action = changeSet !== undefined && {
        label: texts.undo.do,
        run: () => void undo({ changeSet }, resource),
      };
      notify(text, {
        type: 'success',
        ...(action && { action }),
      });
    },
    [resource, notify, texts, undo],
  );
}
