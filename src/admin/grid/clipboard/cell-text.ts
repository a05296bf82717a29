import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/field.ts';
import type { RecordProvider } from '../../data-provider.ts';
import { uiOf } from '../../views/field-value.tsx';

/** What texts of cells are read and written with. */
export type TextParts = { descriptor: Descriptor; queries: QueryClient; provider: RecordProvider };

/** What a cell says outside of the grid: as in files, but for references, which go by what files call a record. */
export function textOfCell(
  { descriptor, queries }: TextParts,
  field: Field,
  value: unknown,
): string {
  if (value === null || value === undefined) return '';
  const relation = field.kind.relation?.(field.settings);
  const target = relation && descriptor.resources.get(relation.to);
  if (!target) return field.kind.text.write(value, field.settings);
  return ([value].flat() as string[])
    .map((id) => {
      const known = queries.getQueryData<readonly RaRecord[]>([
        target.name,
        'getMany',
        { ids: [id] },
      ]);
      return known?.[0] ? nameOf(target, known[0]) : id;
    })
    .join(', ');
}

/** The values texts stand for. The records that are meant are asked for once for each resource. */
export async function readTexts(
  parts: TextParts,
  texts: readonly { field: Field; text: string }[],
): Promise<unknown[]> {
  const named = new Map<string, Set<string>>();
  for (const { field, text } of texts) {
    const to = field.kind.relation?.(field.settings).to;
    if (to === undefined) continue;
    const names = named.get(to) ?? new Set();
    for (const name of splitNames(field, text)) names.add(name);
    named.set(to, names);
  }
  const ids = new Map<string, ReadonlyMap<string, string>>();
  for (const [to, names] of named) ids.set(to, await findByName(parts, to, [...names]));
  return texts.map(({ field, text }) => readText(field, text, ids));
}

function readText(
  field: Field,
  text: string,
  ids: ReadonlyMap<string, ReadonlyMap<string, string>>,
): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const relation = field.kind.relation?.(field.settings);
  if (relation) {
    const found = splitNames(field, text).map((name) => ids.get(relation.to)?.get(name) ?? name);
    return relation.many ? found : found[0];
  }
  // What a menu calls a value means the value too.
  const option = uiOf(field).options?.(field, 'en', (key) => key);
  const chosen = option?.find(({ label }) => label.toLowerCase() === trimmed.toLowerCase());
  return chosen ? chosen.value : field.kind.text.read(text, field.settings);
}

function splitNames({ kind, settings }: Field, text: string): string[] {
  const names = kind.relation?.(settings).many ? text.split(/[,;|]/) : [text];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

async function findByName(
  { descriptor, provider }: TextParts,
  to: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const target = descriptor.resources.get(to);
  const found = new Map<string, string>();
  if (!target || names.length === 0 || !target.fields.has(target.importKey)) return found;
  for (let from = 0; from < names.length; from += 100) {
    const filter = { [`${target.importKey}_in`]: names.slice(from, from + 100) };
    const { data } = await provider.getList(to, {
      filter,
      pagination: { page: 1, perPage: 1000 },
      sort: { field: '_id', order: 'ASC' },
      meta: { fields: [target.importKey] },
    });
    for (const record of data) found.set(nameOf(target, record), String(record.id));
  }
  return found;
}

function nameOf(target: Resource, record: RaRecord): string {
  const key: unknown = record[target.importKey];
  const field = target.fields.get(target.importKey);
  if (!field || key === null || key === undefined) return displayTitle(target, record);
  return field.kind.text.write(key, field.settings);
}
