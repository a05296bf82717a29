import type { ListView } from '../list-views.ts';
import { useViewCounts } from './view-counts.ts';

type ViewCountProps = { tabs: readonly ListView[]; view: ListView | undefined };

/** The number of records of the open view, in brackets. */
export function ViewCount({ tabs, view }: ViewCountProps) {
  const count = useViewCounts(tabs)(view);
  return count !== '' && <span>&nbsp;({count})</span>;
}
