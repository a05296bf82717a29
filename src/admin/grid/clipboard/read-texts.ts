import type { Field } from '../../../fields/field.ts';
import { uiOf } from '../../views/field-value.tsx';
import { nameOf, type TextParts } from './cell-text.ts';

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
