import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { findFilterPath } from '../../../descriptor/filter-paths.ts';
import { isFilterTree, type FilterTerm, type FilterTree } from '../../../descriptor/filter-tree.ts';
import { FilterChip } from '../../views/list/filter-chip.tsx';
import { FilterCondition } from '../../views/list/filter-condition.tsx';
import { toFilterState } from './filter-state.ts';
import { useAsking } from './use-asking.ts';
import { usePathName } from './use-path-name.ts';

const FilterBuilder = lazy(async () => ({
  default: (await import('./filter-builder.tsx')).FilterBuilder,
}));

type NestedChipProps = { where: unknown; onRemove: () => void };

/** What the builder says beyond the chips of single fields, in words; opens it. */
export function NestedChip({ where, onRemove }: NestedChipProps) {
  const asking = useAsking();
  const translate = useTranslate();
  const [isBuilding, setBuilding] = useState(false);
  const { tree } = toFilterState(asking, { where });
  return (
    <>
      <FilterChip
        label={translate('list.nested_filter')}
        onEdit={() => setBuilding(true)}
        onRemove={onRemove}
      >
        <Said tree={tree} />
      </FilterChip>
      <Suspense>{isBuilding && <FilterBuilder onClose={() => setBuilding(false)} />}</Suspense>
    </>
  );
}

/** `Source › Year ≥ 2020 and (Status Draft or Food contains “oil”)` */
function Said({ tree: { join, not, items } }: { tree: FilterTree }) {
  const translate = useTranslate();
  return (
    <>
      {not && `${translate('list.nested.not')} (`}
      {items.map((item, index) => (
        <Fragment key={index}>
          {index > 0 && ` ${translate(`list.nested.${join}`)} `}
          <Item item={item} />
        </Fragment>
      ))}
      {not && ')'}
    </>
  );
}

function Item({ item }: { item: FilterTree | FilterTerm }) {
  const asking = useAsking();
  const nameOf = usePathName();
  if (isFilterTree(item)) {
    const isBare = item.not === true || item.items.length < 2;
    return (
      <>
        {!isBare && '('}
        <Said tree={item} />
        {!isBare && ')'}
      </>
    );
  }
  const path = findFilterPath(asking, item.path);
  if (!path) return item.path;
  return (
    <>
      {nameOf(path)} <FilterCondition {...item} field={path.field} />
    </>
  );
}
