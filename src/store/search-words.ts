import { createHash } from 'node:crypto';
import type { Resource } from '../descriptor/descriptor.ts';
import { quoteName } from './sql.ts';

const PREFIX = '~words.';

/**
 * One column of lower-case text holds the words of all fields that are searched, and one index of
 * trigrams on it serves the search box and every `contains`: an index per field would make each
 * write several times as dear, and comparing while ignoring case a hundred thousand times slow.
 * Its name tells what it is made of, so that a change of the fields asks for another column.
 */
export function searchColumn(resource: Resource): { name: string; expression: string } | undefined {
  const texts = searchedFields(resource).map(({ name, many }) =>
    many ? `backoffice.words(${quoteName(name)})` : `coalesce(${quoteName(name)}, '')`,
  );
  if (texts.length === 0) return undefined;
  const expression = `lower((${texts.join(` || E'\\x1f' || `)}) collate "und-x-icu")`;
  return { name: searchColumnName(expression), expression };
}

export function searchColumnName(expression: string): string {
  return PREFIX + createHash('sha256').update(expression).digest('hex').slice(0, 8);
}

/** Made from others, so nothing is lost with it. */
export function isSearchColumn(name: string): boolean {
  return name.startsWith(PREFIX);
}

export function isSearched(resource: Resource, name: string): boolean {
  return searchedFields(resource).some((field) => field.name === name);
}

/** A reference is no text, whatever its column is. */
function searchedFields({ fields }: Resource): { name: string; many: boolean }[] {
  return [...fields.values()]
    .filter(({ search, kind }) => search && !kind.relation)
    .map(({ name, kind, settings }) => ({ name, ...kind.column(settings) }))
    .filter(({ sql }) => sql === 'text')
    .map(({ name, many = false }) => ({ name, many }));
}
