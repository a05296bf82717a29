import { useCallback } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';
import { useUndo } from './use-undo.ts';

/** Says what was done, with a button that undoes its change set; without one, as when nothing changed, only the text. */
export function useOfferUndo() {
  const { resource } = useResource();
  const notify = useNotify();
  const translate = useTranslate();
  const undo = useUndo();
  return useCallback(
    (text: string, changeSet: string | undefined, messageArgs?: object): void => {
      const action = changeSet !== undefined && {
        label: translate('undo.do'),
        run: () => void undo({ changeSet }, resource),
      };
      notify(text, {
        type: 'success',
        messageArgs,
        ...(action && { action }),
      });
    },
    [resource, notify, translate, undo],
  );
}
