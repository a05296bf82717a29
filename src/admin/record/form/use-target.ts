import { headOf } from '../../../fields/text/head-of-path.ts';
import { useMemo } from 'react';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { valuesAtPath } from '../../../descriptor/filter/evaluate-filter.ts';
import { toTargetWhere } from '../../../descriptor/rules/target-where.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import { useFieldLabel, useResource } from '../../kit/use-resource.ts';
import type { Values } from './form-values.ts';

/**
 * Which records the input of a reference offers, by the values of the form around it; undefined for fields that may
 * refer to every record. `row` has the values that the form lacks, such as the others in the row of a grid.
 */
export function useTarget(field: Field, row?: Values): InputProps['target'] {
  const { resource } = useResource();
  const label = useFieldLabel();
  const record = useRecordContext();
  const rule = resource.targetFilters.get(field.name);
  const names = rule?.looksAt ?? [];
  const watched = useWatch({ name: [...names] }) as unknown[];
  const filter = rule && field.kind.relation?.(field.settings).filter;
  const values: Values = { ...record, ...row };
  for (const [at, name] of names.entries())
    if (watched[at] !== undefined) values[name] = watched[at];
  const valueOf = (path: string): unknown =>
    values[headOf(path)] === undefined ? undefined : (valuesAtPath(values, path)[0] ?? null);
  const target = filter && toTargetWhere(filter, valueOf);
  const text = target && JSON.stringify({ ...target, waitsFor: target.waitsFor.map(label) });
  // Inputs load their records again for a new object, so an equal one is kept.
  return useMemo(
    () => (text === undefined ? undefined : (JSON.parse(text) as InputProps['target'])),
    [text],
  );
}
