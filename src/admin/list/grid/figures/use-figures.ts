import { useListContext } from 'react-admin';
import type { Aggregates } from '../../../../contract/aggregates.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import {
  countFunctions,
  functionsOf,
  type AggregateFunction,
  type Measure,
} from '../../../../descriptor/filter/aggregates.ts';
import { findListedField } from '../../../../descriptor/system-fields.ts';
import { unitFieldOf } from '../../../../fields/type/unit-of.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { toApiName, toListQuery, type Filters } from '../../../client/list-query.ts';
import { useThrottledQuery } from '../../../client/use-throttled-query.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useLayout } from '../columns/layout.ts';

/** The figures that the user has chosen for columns, and how to choose others. */
export function useMeasures(inGroups = false) {
  const { resource } = useResource();
  const { shown, figures, change } = useLayout();
  return {
    /** In the order of the columns. */
    measures: shown.flatMap((field): Measure[] => {
      const name = figures[field.name];
      return name && figuresOf(resource, field, inGroups).includes(name)
        ? [{ path: field.name, function: name }]
        : [];
    }),
    /** Undefined: no figure for this column. */
    choose(column: string, name: AggregateFunction | undefined): void {
      const { [column]: _, ...others } = figures;
      change({ figures: name ? { ...others, [column]: name } : others });
    },
  };
}

/** The measures as the parameter `_aggregate` names them. */
export function toAggregates(measures: readonly Measure[]): string {
  return measures.map(({ path, function: name }) => `${toApiName(path)}:${name}`).join(',');
}

/** The chosen figures over all records that match the list's filter; undefined while they are calculated. */
export function useFigures(measures: readonly Measure[]) {
  const { resource } = useResource();
  const { filterValues } = useListContext();
  const params = toListQuery({ filter: filterValues as Filters });
  params.set('_aggregate', toAggregates(measures));
  const path = `${resource.root}/aggregates?${params}`;
  return useThrottledQuery<Aggregates>({
    queryKey: [resource.name, 'aggregates', path],
    path,
    pace: 'shared',
    enabled: measures.length > 0,
  });
}

/** The functions of a column; none for a column that shows other records. */
export function figuresOf(
  resource: Resource,
  field: Field,
  inGroups = false,
): readonly AggregateFunction[] {
  if (!findListedField(resource, field.name)) return [];
  const unit = unitFieldOf(field);
  const isKnown = unit === undefined || findListedField(resource, unit) !== undefined;
  return functionsOf(field, inGroups).filter((name) => isKnown || countFunctions.includes(name));
}
