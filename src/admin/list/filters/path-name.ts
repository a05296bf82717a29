import { useCallback } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { readReferring } from '../../../descriptor/relations.ts';
import type { Text } from '../../../fields/type/field.ts';
import { useText } from '../../messages/use-text.ts';

/** Names filter paths in the language of the screens. */
export function usePathName(): (path: FilterPath) => string {
  const say = useText();
  return useCallback((path) => pathName(path, say), [say]);
}

/**
 * The name of a filter path: `Year`, `Source › Year`, `tagtog: Id`, `Extractions (Source)`, `Extractions › Value`,
 * `Extractions › Source › Year`.
 */
export function pathName(filter: FilterPath, say: (text: Text) => string) {
  const { field, through, followed = 0, count, referring, path } = filter;
  if (count) {
    const condition = /^count\(\S+\s(.*)\)$/s.exec(path)?.[1];
    const own = say(count.field.label);
    return `${say(count.resource.label)} (${condition === undefined ? own : `${own} ${condition}`})`;
  }
  const names = (readReferring(path)?.rest ?? path).split('.');
  const object = names.length > followed + 1 ? `${names.at(-2)}: ` : '';
  const way = [referring?.resource, through].flatMap((step) => (step ? say(step.label) : []));
  return [...way, object + say(field.label)].join(' › ');
}
