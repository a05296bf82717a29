import { useCallback } from 'react';
import type { FilterPath } from '../../../descriptor/filter-paths.ts';
import { useText } from '../../use-text.ts';

/** What one filters by, as it is called: `Year`, `Source › Year`, `Extractions (Source)`. */
export function usePathName(): (path: FilterPath) => string {
  const say = useText();
  return useCallback(
    ({ field, through, count, path }) => {
      if (count) return `${say(count.resource.label)} (${say(count.field.label)})`;
      const own = path.split('.').length > (through ? 2 : 1) ? `${path.split('.').at(-2)}: ` : '';
      return `${through ? `${say(through.label)} › ` : own}${say(field.label)}`;
    },
    [say],
  );
}
