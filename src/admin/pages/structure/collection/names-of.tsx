import { useMemo, type ReactNode } from 'react';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { defaultRoles } from '../../../../descriptor/settings/descriptor-settings.ts';
import { SettingContext, type NamedPart } from '../settings/setting-context.ts';
import { languagesOf, toFieldRows } from './field-rows.ts';
import { useLabelOf } from '../settings/use-label-of.ts';

type NamesOfProps = {
  declared: JsonObject;
  /** Whose fields are offered. */
  collection?: string;
  children: ReactNode;
};

/** Offers the inputs of settings what the draft declares, with labels. */
export function NamesOf({ declared, collection, children }: NamesOfProps) {
  const labelOf = useLabelOf();
  const names = useMemo(() => {
    const labelled = (all: unknown) =>
      Object.entries(asObject(all)).map(([name, one]) => [name, labelOf(one, name)] as const);
    const { groups } = asObject(declared['app']);
    const fieldsOf = (of: string): NamedPart[] =>
      toFieldRows(declared, of).map(({ name, field }) => {
        const { to } = field;
        const label = labelOf(field, name);
        return typeof to === 'string' ? [name, label, to] : [name, label];
      });
    return {
      languages: languagesOf(declared),
      collections: labelled(declared['resources']),
      collection,
      fields: collection === undefined ? [] : fieldsOf(collection),
      fieldsOf,
      roles: labelled(declared['roles'] ?? defaultRoles),
      groups: (Array.isArray(groups) ? groups : []).map((group): NamedPart => {
        const key = String(asObject(group)['key']);
        return [key, labelOf(group, key)];
      }),
    };
  }, [declared, collection, labelOf]);
  return <SettingContext value={names}>{children}</SettingContext>;
}
