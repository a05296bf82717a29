import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetManyAggregate, type RaRecord } from 'react-admin';
import { titlesMeta, useReferences } from '../../../fields/type/reference-context.tsx';
import type { Field } from '../../../fields/type/field.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { toRowValue, type RowValue } from './entries.ts';

/** A row of a calendar: a record or a choice that entries name; null for entries that name none. */
export type Row = { value: RowValue; name: string };

/** More rows do not make a plan that anybody reads. */
export const MOST_ROWS = 100;

export type Rows = {
  /** Undefined for a calendar without rows. */
  rows: readonly Row[] | undefined;
  isMore: boolean;
  nameOf(value: RowValue): string;
};

/** The rows of a calendar: all that the field can name, also without an entry, and all that the records name. */
export function useRows(field: Field | undefined, records: readonly RaRecord[]): Rows {
  const { none } = useTexts('shown-as');
  const stored = [...new Set(records.map((record) => field && (record[field.name] ?? null)))];
  const choices = useChoiceRows(field, stored);
  const { rows: referred, isMore } = useRecordRows(field, stored);
  const own = choices ?? referred;
  const isNoneShown = field?.required !== true || stored.includes(null);
  const nameOf = (value: RowValue): string =>
    own.find((row) => row.value === value)?.name ?? (value === null ? none : String(value));
  return {
    rows: field && [...own, ...(isNoneShown ? [{ value: null, name: none }] : [])],
    isMore,
    nameOf,
  };
}

/** A row for each choice, in their order; for a retired one only where a record has it. */
function useChoiceRows(field: Field | undefined, stored: readonly unknown[]): Row[] | undefined {
  const { language, texts } = useI18n();
  const options = field && uiOf(field).options?.(field, language, texts.values);
  return options
    ?.filter(({ value, isRetired }) => isRetired !== true || stored.includes(value))
    .map(({ value, label }) => ({ value: toRowValue(value), name: label }));
}

/** A row for each record that the field can refer to, in the order of its list, then for others that records refer to. */
function useRecordRows(field: Field | undefined, stored: readonly unknown[]) {
  const to = field?.kind.relation?.(field.settings)?.to ?? '';
  const { titleOf } = useReferences();
  const { listed, isRead, isMore } = useFirstRecords(to);
  const ids = new Set(listed.map(({ id }) => id));
  const missing = isRead ? stored.filter((id) => typeof id === 'string' && !ids.has(id)) : [];
  const { data: others = [] } = useGetManyAggregate<RaRecord>(
    to,
    { ids: missing.map(String), meta: titlesMeta },
    { enabled: missing.length > 0 },
  );
  const found = [...listed, ...others.filter(Boolean)];
  const names = new Map(found.map((record) => [String(record.id), titleOf(to, record)]));
  // Of a record that the user may not read, the id is all there is.
  const values = [...new Set([...names.keys(), ...missing.map(String)])];
  return { rows: values.map((value): Row => ({ value, name: names.get(value) ?? value })), isMore };
}

/** The first records of a collection in the order of its list; none if the role may not list them. */
function useFirstRecords(to: string) {
  const { mayRead, sortOf } = useReferences();
  const { getList } = useDataProvider<RecordProvider>();
  const params = {
    filter: {},
    sort: sortOf(to),
    pagination: { page: 1, perPage: MOST_ROWS },
    meta: { ...titlesMeta, total: 'estimate' },
  };
  const enabled = to !== '' && mayRead(to);
  const { data } = useQuery({
    queryKey: [to, 'calendar rows', params],
    queryFn: ({ signal }) => getList<RaRecord>(to, { ...params, signal }),
    enabled,
    retry: false,
  });
  return {
    listed: data?.data ?? [],
    isRead: to !== '' && (data !== undefined || !enabled),
    isMore: (data?.total ?? 0) > MOST_ROWS,
  };
}
