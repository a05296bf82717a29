import { createHash } from 'node:crypto';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isOwn } from '../../descriptor/expression/paths.ts';
import type { Field } from '../../fields/field.ts';
import { computedSql, ownReach } from './expression/computed-sql.ts';
import { quoteName } from '../connection/sql.ts';

const PREFIX = '~words.';

/**
 * One column of lower-case text holds the words of all fields that are searched, and one index of
 * trigrams on it serves the search box and every `contains`: an index per field would make each
 * write several times as dear, and comparing while ignoring case a hundred thousand times slow.
 * Its name tells what it is made of, so that a change of the fields asks for another column.
 */
export function searchColumn(resource: Resource): { name: string; expression: string } | undefined {
  const texts = searchedFields(resource).map((field) => {
    // One generated column cannot read another, so what is computed is computed here too.
    if (field.computed !== undefined)
      return `coalesce(${computedSql(field, ownReach(resource, ''))}, '')`;
    const { many = false } = field.kind.column(field.settings);
    const column = quoteName(field.name);
    return many ? `backoffice.words(${column})` : `coalesce(${column}, '')`;
  });
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

/** A reference is no text, whatever its column is; and what is made of other records is not in its table. */
function searchedFields(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    (field) => isSearchedText(field) && (field.computed === undefined || isOwn(resource, field)),
  );
}

/** Texts made of other records are searched too, each by itself. */
export function searchedBeyond(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    (field) => isSearchedText(field) && field.computed !== undefined && !isOwn(resource, field),
  );
}

function isSearchedText({ search, kind, settings }: Field): boolean {
  return search && !kind.relation && kind.column(settings).sql === 'text';
}
