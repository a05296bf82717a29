import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { useMemo } from 'react';
import { useDataProvider, useRecordContext, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { valuesAtPath } from '../../../descriptor/filter/evaluate-filter.ts';
import { splitPath, targetOf } from '../../../descriptor/lookups.ts';
import { toTargetWhere } from '../../../descriptor/rules/target-where.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
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
  const behind = useValuesBehind(resource, rule?.compares ?? [], values);
  const valueOf = (path: string): unknown => {
    const own = values[headOf(path)];
    if (own === undefined || own === null || own === '') return own;
    return behind.values.has(path)
      ? behind.values.get(path)
      : (valuesAtPath(values, path)[0] ?? null);
  };
  const target = filter && !behind.isLoading ? toTargetWhere(filter, valueOf) : undefined;
  const text = target && JSON.stringify({ ...target, waitsFor: target.waitsFor.map(label) });
  // Inputs load their records again for a new object, so an equal one is kept.
  return useMemo(
    () => (text === undefined ? undefined : (JSON.parse(text) as InputProps['target'])),
    [text],
  );
}

/** What the filter compares with in the records that these values refer to, by path: one request for each record. */
function useValuesBehind(resource: Resource, compares: readonly string[], values: Values) {
  const { getList } = useDataProvider<RecordProvider>();
  const behind = compares.filter((path) => resource.through.has(path));
  const heads = [...new Set(behind.map((path) => headOf(path)))];
  const asked = heads.flatMap((head) => {
    const to = targetOf(resource.fields.get(head));
    const id = values[head];
    const paths = behind.filter((path) => headOf(path) === head);
    return to === undefined || typeof id !== 'string' || id === '' ? [] : [{ to, id, paths }];
  });
  return useQueries({
    queries: asked.map(({ to, id, paths }) => {
      const params = {
        filter: { _id_in: [id] },
        pagination: { page: 1, perPage: 1 },
        sort: { field: '_id', order: 'ASC' as const },
        meta: { fields: paths.map((path) => splitPath(path)[1]), total: 'none' },
      };
      return {
        queryKey: [to, 'getList', params],
        queryFn: () => getList<RaRecord>(to, params),
        // What was chosen is judged again when the new values are there.
        placeholderData: keepPreviousData,
        retry: false,
      };
    }),
    combine: (results) => ({
      isLoading: results.some(({ isPending }) => isPending),
      values: new Map(
        asked.flatMap(({ paths }, at) => {
          const found = results[at]?.data?.data[0];
          return paths.map((path): [string, unknown] => [
            path,
            found && (found[splitPath(path)[1]] ?? null),
          ]);
        }),
      ),
    }),
  });
}
