import { useMemo } from 'react';
import { useStore } from 'react-admin';
import { systemFields } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import type { Density } from '../../grid/density.ts';
import type { ColumnChoice } from '../../grid/grid-columns.ts';
import { useResource, type ResourceView } from '../use-resource.ts';

export type Columns = {
  /** In their order. */
  shown: readonly Field[];
  /** What may be shown besides, in the order of the descriptor. */
  hidden: readonly Field[];
  /** How wide each is and whether it is pinned. */
  choices: readonly ColumnChoice[];
  density: Density;
  isDefault: boolean;
  show(names: readonly string[]): void;
  reset(): void;
};

/**
 * The columns of a list as the user wants them. The choice is kept as names in
 * their order, because react-admin's own, by position, would mean other columns
 * after the next change of the descriptor. A name that is gone is passed over.
 */
export function useColumns(): Columns {
  const view = useResource();
  const { name, list } = view.resource;
  const [chosen, choose] = useStore<readonly string[] | null>(`${name}.columns`, null);
  return useMemo(() => {
    const shown = toFields(view, chosen ?? list.columns);
    const offered = toFields(view, [...view.readable.map((field) => field.name), ...systemFields]);
    return {
      shown,
      hidden: offered.filter((field) => !shown.includes(field)),
      choices: noChoices,
      density: 'standard',
      isDefault: chosen === null,
      show: (names) => choose(names),
      reset: () => choose(null),
    };
  }, [view, chosen, choose, list]);
}

const noChoices: readonly ColumnChoice[] = [];

function toFields(view: ResourceView, names: readonly string[]): Field[] {
  return names.map((name) => view.find(name)).filter((field) => field !== undefined);
}
