import FilterIcon from '@mui/icons-material/FilterList';
import { useListContext } from 'react-admin';
import { isObject } from '../../../descriptor/json-object.ts';
import type { Filters } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { toFilterGroups } from './filter-groups.ts';
import { useTexts } from '../../messages/texts.ts';

type FilterButtonProps = { isOpen: boolean; onToggle: () => void };

/** Opens the conditions of the list, and says how many there are. */
export function FilterButton({ isOpen, onToggle }: FilterButtonProps) {
  const texts = useTexts('app');
  const view = useResource();
  const filters = useListContext().filterValues as Filters;
  const { groups } = toFilterGroups(view, filters);
  const count =
    groups.reduce((sum, { entries }) => sum + entries.length, 0) + countNested(filters['where']);
  return (
    <ToolButton
      icon={<FilterIcon />}
      words={texts.list.addFilter}
      mark={count || undefined}
      isOn={count > 0 || isOpen}
      aria-expanded={isOpen}
      data-filter-button
      onClick={onToggle}
    />
  );
}

/** The number of conditions in a nested filter. */
function countNested(where: unknown): number {
  if (Array.isArray(where)) return where.reduce((sum: number, one) => sum + countNested(one), 0);
  if (!isObject(where)) return 0;
  return Object.entries(where).reduce(
    (sum, [key, value]) => sum + (/^(and|or|not)$/.test(key) ? countNested(value) : 1),
    0,
  );
}
