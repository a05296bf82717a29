import { useCallback } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { useText } from '../../messages/use-text.ts';
import { pathName } from './path-name.ts';

/** What one filters by, in the language of the screens. */
export function usePathName(): (path: FilterPath) => string {
  const say = useText();
  return useCallback((path) => pathName(path, say), [say]);
}
