import { useMemo } from 'react';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { isOffered } from '../../../descriptor/permissions/is-offered.ts';
import { momentOfBrowser } from '../../client/moment.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import { useResource } from '../../kit/use-resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** Why an action is not possible for a record, in the user's language; undefined if it is. */
export function useActionReason(): (action: Action, record: Row) => string | undefined {
  const words = useFilterWords();
  const { only } = useTexts('app').structure;
  const { resource } = useResource();
  return useMemo(
    () => (action, record) => {
      const { when, reason } = action;
      if (!when || isOffered(action, record, momentOfBrowser())) return undefined;
      if (reason) return words.say(reason);
      return fillTemplate(only, { value: filterWords(resource, when.unresolved, words) });
    },
    [words, only, resource],
  );
}
