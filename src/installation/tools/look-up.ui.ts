import { call } from '../../admin/extending.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import type { Text } from '../../fields/type/field.ts';
import { toCsvText } from '../../admin/kit/formats/to-csv-text.ts';
import { texts } from './lookup-texts.ts';

type Match = { record: { _id: string } & Record<string, unknown>; by: readonly string[] };

/** A searched value and the records it matches. */
export type Line = { value: string; matches: readonly Match[] };

export type Lookup = { resource: Resource; lines: readonly Line[]; more: boolean };

export type Outcome = 'found' | 'ambiguous' | 'missing';

/** The most values in one call to the API. */
export const MOST_VALUES = 1_000;

export async function lookUp(
  resource: Resource,
  fields: readonly string[],
  values: readonly string[],
): Promise<Lookup> {
  const { json } = await call<{ data: Line[]; more: boolean }>(`${resource.root}/lookup`, {
    method: 'POST',
    body: { values, fields },
  });
  return { resource, lines: json.data, more: json.more };
}

export function outcomeOf({ matches }: Line): Outcome {
  if (matches.length === 0) return 'missing';
  return matches.length === 1 ? 'found' : 'ambiguous';
}

/** The result as a table: a row for each matching record, or one for a value without any. */
export function toLookupFile(
  resource: Resource,
  lines: readonly Line[],
  say: (text: Text) => string,
): string {
  const head = [texts.value, texts.outcome, texts.record, texts.id, texts.byField].map(say);
  const rows = lines.flatMap((line) => {
    const cells = [line.value, say(texts[outcomeOf(line)])];
    if (line.matches.length === 0) return [[...cells, '', '', '']];
    return line.matches.map(({ record, by }) => {
      const fields = by.map((name) => say(resource.fields.get(name)?.label ?? { en: name }));
      return [...cells, displayTitle(resource, record), record._id, fields.join(', ')];
    });
  });
  return toCsvText([head, ...rows]);
}
