import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { valueAt } from '../../../../descriptor/column-field.ts';
import { shortTitle } from '../../../../descriptor/title.ts';
import { isEmptyValue } from '../../../../fields/is-empty-value.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { titleKey } from '../../../../fields/type/reference-context.tsx';
import { useConfig } from '../../../client/config.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { uiOf } from '../../../resource/field-value.tsx';

export type ShownTexts = {
  /** The columns of references whose titles are not there yet. */
  loading: ReadonlySet<Field>;
  /** What a cell shows of a value, member by member. */
  of(field: Field, value: unknown): readonly string[];
};

/** Every screen has room for so many rows, so that their titles are read. */
const DRAWN = 5;

/** The texts of values as a list shows them: of a reference the title of its record, of a choice its label. */
export function useShownTexts(fields: readonly Field[], rows: readonly RaRecord[]): ShownTexts {
  const queries = useQueryClient();
  const { descriptor } = useConfig();
  const { texts: app, language } = useI18n();
  const asked = fields.flatMap((field) => {
    const to = field.kind.relation?.(field.settings).to;
    return to === undefined ? [] : [{ field, to, ids: idsOf(field, rows) }];
  });
  const isLoading = ({ to, ids }: (typeof asked)[number]): boolean =>
    ids.some((id) => (queries.getQueryState(titleKey(to, id))?.status ?? 'pending') === 'pending');
  const subscribe = useCallback(
    (onChange: () => void) => queries.getQueryCache().subscribe(onChange),
    [queries],
  );
  // A text, because a new list at each look would never settle.
  const names = useSyncExternalStore(subscribe, () =>
    asked.flatMap((one) => (isLoading(one) ? [one.field.name] : [])).join(),
  );
  const loading = new Set(names.split(','));
  return {
    loading: new Set(fields.filter(({ name }) => loading.has(name))),
    of(field, value) {
      const to = field.kind.relation?.(field.settings).to;
      const target = to === undefined ? undefined : descriptor.resources.get(to);
      if (target)
        return [value].flat().flatMap((id) => {
          const key = titleKey(target.name, String(id));
          const record = queries.getQueryData<readonly RaRecord[]>(key)?.[0];
          return record ? shortTitle(target, record) : [];
        });
      const options = uiOf(field).options?.(field, language, app.values);
      const labelOf = (member: unknown) =>
        options?.find((option) => option.value === member)?.label ?? String(member);
      return Array.isArray(value)
        ? value.map(labelOf)
        : [field.kind.text.write(value, field.settings)];
    },
  };
}

/** The records whose titles the first rows show. */
function idsOf(field: Field, rows: readonly RaRecord[]): string[] {
  const ids = (some: readonly RaRecord[]): string[] =>
    some.flatMap((row) => {
      const value = valueAt(row, field.name);
      return isEmptyValue(value) ? [] : [value].flat().slice(0, 1).map(String);
    });
  const drawn = ids(rows.slice(0, DRAWN));
  return drawn.length > 0 ? drawn : ids(rows).slice(0, 1);
}
