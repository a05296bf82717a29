import { createHash } from 'node:crypto';
import type { Resource } from '../../descriptor/descriptor.ts';
import { readsOwnRecordOnly } from '../../descriptor/expression/paths.ts';
import type { Field } from '../../fields/type/field.ts';
import { computedSql, ownPaths } from './expression/computed-sql.ts';
import { quoteName } from '../connection/sql.ts';
import { foldSql } from './fold-function.ts';

const PREFIX = '~words.';

/** Stands before, between and after the searched values of a record, so that a search can ask for a whole value. */
export const VALUE_END = '\x1f';

/**
 * One column of folded text holds the words of all searched fields. One trigram index on it serves the search box
 * and every `contains`: an index per field would make each write several times slower, and a comparison that ignores
 * case a hundred thousand times. Its name depends on what it contains, so a change of the fields asks for another
 * column.
 */
export function searchColumn(resource: Resource): { name: string; expression: string } | undefined {
  const texts = searchedFields(resource).map((field) => {
    // A generated column cannot read another one, so this computes computed fields again.
    if (field.computed !== undefined)
      return `coalesce(${computedSql(field, ownPaths(resource, ''))}, '')`;
    const { many = false } = field.kind.column(field.settings);
    return searchText(quoteName(field.name), many);
  });
  if (texts.length === 0) return undefined;
  const expression = foldTexts(texts);
  return { name: searchColumnName(expression), expression };
}

/** The text of one searched value, or of a list of values. */
export function searchText(sql: string, isMany: boolean): string {
  return isMany ? `backoffice.words(${sql})` : `coalesce(${sql}, '')`;
}

/** Folds texts as one, with `VALUE_END` before, between and after them. */
export function foldTexts(texts: readonly string[]): string {
  return foldSql(["''", ...texts, "''"].join(` || E'\\x1f' || `));
}

export function searchColumnName(expression: string): string {
  return PREFIX + createHash('sha256').update(expression).digest('hex').slice(0, 8);
}

/** Such a column is made from others, so dropping it loses nothing. */
export function isSearchColumn(name: string): boolean {
  return name.startsWith(PREFIX);
}

export function isSearched(resource: Resource, name: string): boolean {
  return searchedFields(resource).some((field) => field.name === name);
}

/** Whether the search compares only the beginnings of these values, which have an index and no words. */
export function isSearchedByBeginning(field: Field): boolean {
  return field.kind.begins !== undefined && isSearchedText(field);
}

/** A reference is not searched text, whatever its column; and text made from other records is not in this table. */
function searchedFields(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    (field) =>
      isSearchedText(field) &&
      !isSearchedByBeginning(field) &&
      (field.computed === undefined || readsOwnRecordOnly(resource, field)),
  );
}

/** Texts made from other records are searched too, each separately. */
export function searchedRelatedFields(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    (field) =>
      isSearchedText(field) && field.computed !== undefined && !readsOwnRecordOnly(resource, field),
  );
}

function isSearchedText({ search, kind, settings }: Field): boolean {
  return search && !kind.relation && kind.column(settings).sql === 'text';
}
