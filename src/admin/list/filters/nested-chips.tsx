import { Fragment } from 'react';
import { EXPRESSION } from '../../../descriptor/filter/expression-term.ts';
import { findFilterPath } from '../../../descriptor/filter/filter-paths.ts';
import {
  isFilterTree,
  toWhere,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { FilterChip, FilterCondition } from './filter-chip.tsx';
import { toFilterState, useQueryContext } from './filter-state.ts';
import { usePathName } from './path-name.ts';
import { parseWhere } from '../../../descriptor/filter/where.ts';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import { useTexts } from '../../messages/texts.ts';

type NestedChipsProps = {
  where: unknown;
  /** Opens the builder. */
  onEdit: () => void;
  /** Receives what is left of the filter; undefined if nothing is. */
  onChange: (where: Record<string, unknown> | undefined) => void;
};

/** The builder's conditions that are not chips of single fields, in words; each opens the builder. */
export function NestedChips({ where, onEdit, onChange }: NestedChipsProps) {
  const context = useQueryContext();
  const texts = useTexts('app');
  const nameOf = usePathName();
  const { tree, unknown } = toFilterState(context, { where });
  const isFlat = tree.join === 'and' && !tree.not;
  const items = isFlat ? tree.items : [tree];
  const pathOf = (item: FilterTree | FilterTerm) =>
    isFilterTree(item) ? undefined : findFilterPath(context, item.path);
  const labelOf = (item: FilterTree | FilterTerm): string => {
    const path = pathOf(item);
    if (path) return nameOf(path);
    const isExpression = !isFilterTree(item) && item.path === EXPRESSION;
    return isExpression ? texts.grid.expression : texts.list.nestedFilter;
  };
  const without = (item: FilterTree | FilterTerm): void => {
    const rest = items.filter((each) => each !== item);
    onChange(rest.length > 0 ? toWhere({ join: 'and', items: rest }) : undefined);
  };
  return (
    <>
      {items.map((item, index) => {
        const path = pathOf(item);
        return (
          <FilterChip
            key={index}
            label={labelOf(item)}
            onEdit={onEdit}
            onRemove={() => without(item)}
          >
            {path && !isFilterTree(item) ? (
              <FilterCondition {...item} field={path.field} />
            ) : (
              <Item item={item} isOuter />
            )}
          </FilterChip>
        );
      })}
      {unknown.length > 0 && (
        <FilterChip
          label={texts.list.nestedFilter}
          onEdit={onEdit}
          onRemove={() => onChange(undefined)}
        >
          {texts.list.unreadable}
        </FilterChip>
      )}
    </>
  );
}

/** `Source › Year ≥ 2020 and (Status Draft or Food contains “oil”)` */
function Said({ tree: { join, not, items } }: { tree: FilterTree }) {
  const texts = useTexts('app');
  return (
    <>
      {not && `${texts.list.nested.not} (`}
      {items.map((item, index) => (
        <Fragment key={index}>
          {index > 0 && ` ${texts.list.nested[join]} `}
          <Item item={item} />
        </Fragment>
      ))}
      {not && ')'}
    </>
  );
}

/** The outermost group needs no brackets: its chip marks it. */
function Item({ item, isOuter }: { item: FilterTree | FilterTerm; isOuter?: boolean }) {
  const context = useQueryContext();
  const nameOf = usePathName();
  if (isFilterTree(item)) {
    const isBare = isOuter || item.not === true || item.items.length < 2;
    return (
      <>
        {!isBare && '('}
        <Said tree={item} />
        {!isBare && ')'}
      </>
    );
  }
  const path = findFilterPath(context, item.path);
  if (item.path === EXPRESSION) return <ExpressionWords text={item.value} />;
  if (!path) return item.path;
  return (
    <>
      {nameOf(path)} <FilterCondition {...item} field={path.field} />
    </>
  );
}

function ExpressionWords({ text }: { text: unknown }) {
  const context = useQueryContext();
  const words = useFilterWords();
  const { filter } = {
    filter: undefined,
    ...parseWhere({ ...context, where: { [EXPRESSION]: text } }),
  };
  return filter ? filterWords(context.resource, filter, words) : String(text);
}
