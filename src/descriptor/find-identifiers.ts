import type { Field } from '../fields/type/field.ts';
import type { Resource } from './descriptor.ts';

/** A searched field, and the value of it that a text means. */
export type Identifier = { field: Field; value: string };

/** Identifiers are shorter, so field types do not check longer texts. */
const MAX_TYPED_LENGTH = 200;

/**
 * The identifiers that a text means, in any spelling: `50000` and `50‑00‑0` are the CAS number `50-00-0`, and an address
 * of doi.org is a DOI. The types of the fields decide; only those of the fields named are asked.
 */
export function findIdentifiers(
  resource: Resource,
  names: readonly string[],
  text: string,
): Identifier[] {
  const typed = text.trim();
  if (typed === '' || typed.length > MAX_TYPED_LENGTH) return [];
  return names.flatMap((name) => {
    const field = resource.fields.get(name);
    const value = field && meantValue(field, typed);
    return field === undefined || value === undefined ? [] : [{ field, value }];
  });
}

function meantValue({ kind, settings }: Field, text: string): string | undefined {
  const isColumn = kind.column(settings).many !== true && kind.column(settings).sql === 'text';
  if (!isColumn || kind.recognizes === undefined) return undefined;
  // A number in a sentence is a word of a search like any other.
  const near = /\p{L}/u.test(text) ? undefined : kind.propose?.(text);
  const written = kind.recognizes(text, settings) ? text : near;
  if (written === undefined) return undefined;
  const parsed = kind.value(settings).safeParse(written);
  return parsed.success && typeof parsed.data === 'string' ? parsed.data : undefined;
}
