import type { Resource } from '../descriptor/descriptor.ts';
import type { Field } from '../fields/field.ts';
import { plainName } from '../descriptor/plain-name.ts';
import type { Cell } from './files/table-line.ts';
import { takes } from './guess-conversion.ts';

export type FileColumn = { name: string; samples: readonly Cell[] };

/** Which field a column probably is, and by what that was told. */
export type Suggestion = { field: string; why: 'name' | 'label' | 'alias' | 'content' };

/**
 * Matches the columns of a file to fields: by name, by alias, by label in any language, then by what
 * their cells are where only one kind of field would take them. No field is suggested twice.
 */
export function suggestMapping(
  resource: Resource,
  columns: readonly FileColumn[],
): Map<string, Suggestion> {
  const suggestions = new Map<string, Suggestion>();
  const taken = new Set<string>();
  const suggest = (column: FileColumn, field: string, why: Suggestion['why']): void => {
    suggestions.set(column.name, { field, why });
    taken.add(field);
  };
  const fields = [...resource.fields.values()].filter(({ readOnly }) => !readOnly);
  const open = () => columns.filter(({ name }) => !suggestions.has(name));
  const free = () => fields.filter(({ name }) => !taken.has(name));

  for (const name of ['_id', '_version']) {
    const column = columns.find((one) => one.name === name);
    if (column) suggest(column, name, 'name');
  }
  for (const column of open()) {
    const field = free().find(({ name }) => plainName(name) === plainName(column.name));
    if (field) suggest(column, field.name, 'name');
  }
  for (const column of open()) {
    const field = free().find(({ aliases = [] }) =>
      aliases.some((text) => plainName(text) === plainName(column.name)),
    );
    if (field) suggest(column, field.name, 'alias');
  }
  for (const column of open()) {
    const field = free().find(({ label }) =>
      Object.values(label).some((text) => plainName(text) === plainName(column.name)),
    );
    if (field) suggest(column, field.name, 'label');
  }
  for (const column of open()) {
    const [field, ...others] = free().filter((one) => isOnlyFor(one, column.samples));
    if (field && others.length === 0) suggest(column, field.name, 'content');
  }
  return suggestions;
}

/** What any text or number passes tells nothing of what a column is. */
const anything: readonly Cell[] = ['Some words, and 12 more', '12.5', 'yes'];

function isOnlyFor(field: Field, samples: readonly Cell[]): boolean {
  const filled = samples.filter((cell) => cell !== null && cell !== '');
  if (filled.length === 0 || anything.some((cell) => takes(field, cell))) return false;
  // A column that is suggested wrongly lets rows fail, one that is not is chosen in a moment.
  return filled.every((cell) => takes(field, cell));
}
