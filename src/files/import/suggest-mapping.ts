import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';
import { isInFiles } from '../../fields/numbering.ts';
import { plainName } from '../../descriptor/suggest.ts';
import type { InlineList } from '../../descriptor/inline-lists.ts';
import { pathColumns } from './row-columns.ts';
import { listPaths } from './list-columns.ts';
import { type Cell, isNothing } from '../formats/table-rows.ts';
import { accepts } from './guess-conversion.ts';
import { fileNames } from './suggest-header.ts';

export type FileColumn = { name: string; samples: readonly Cell[] };

/** The probable field of a column, and the reason. */
type Suggestion = {
  field: string;
  /** `likeness` and `content` are guesses. */
  why: 'name' | 'label' | 'alias' | 'likeness' | 'content';
};

/**
 * Matches the columns of a file to fields: by name, alias, label in any language or a similar name
 * (`CAS Reg. No.`), then by content, if most cells fit exactly one field. No field is suggested twice.
 * Columns of child lists (`orderLines.quantity`) have the exact names.
 */
export function suggestMapping(
  resource: Resource,
  columns: readonly FileColumn[],
  lists: readonly InlineList[] = [],
) {
  const suggestions = new Map<string, Suggestion>();
  const taken = new Set<string>();
  const suggest = (column: FileColumn, field: string, why: Suggestion['why']): void => {
    suggestions.set(column.name, { field, why });
    taken.add(field);
  };
  const fields = [...resource.fields.values()].filter(isInFiles);
  const open = () => columns.filter(({ name }) => !suggestions.has(name));
  const free = () => fields.filter(({ name }) => !taken.has(name));

  for (const name of ['_id', '_version', ...pathColumns(resource), ...listPaths(lists)]) {
    const column = columns.find((one) => one.name === name);
    if (column) suggest(column, name, 'name');
  }
  const suggestNamed = (why: Suggestion['why'], namesOf: (field: Field) => readonly string[]) => {
    for (const column of open()) {
      const name = plainName(column.name);
      const field = free().find((one) => namesOf(one).some((text) => plainName(text) === name));
      if (field) suggest(column, field.name, why);
    }
  };
  suggestNamed('name', ({ name }) => [name]);
  suggestNamed('alias', ({ aliases = [] }) => aliases);
  suggestNamed('label', ({ label }) => Object.values(label));
  const suggestOnly = (
    why: 'likeness' | 'content',
    is: (field: Field, column: FileColumn) => boolean,
  ) => {
    for (const column of open()) {
      const [field, ...others] = free().filter((one) => is(one, column));
      if (field && others.length === 0) suggest(column, field.name, why);
    }
  };
  suggestOnly('likeness', isLike);
  suggestOnly('content', tells);
  return suggestions;
}

/** Whether the two names are equal without fillers, and most cells could be values of the field. */
function isLike(field: Field, { name, samples }: FileColumn): boolean {
  const core = coreOf(name);
  if (core === '' || !fileNames(field).some((text) => coreOf(text) === core)) return false;
  const filled = samples.filter(isFilled);
  return filled.length === 0 || isMost(filled, (cell) => accepts(field, cell));
}

/** Words about numbers that do not say which number: `CAS Reg. No.`, `casId` and `CAS number` are the same. */
const fillers = new Set(
  'id identifier no nr num number nummer numero registry registration reg rn code'.split(' '),
);

/** The name without fillers and without text in brackets, such as a unit. */
function coreOf(name: string): string {
  const words = name
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .map(plainName);
  return words.filter((word) => !fillers.has(word)).join('');
}

/** Whether most cells are recognised. Any text or number is no evidence, and a short list of choices hardly any. */
function tells({ kind, settings }: Field, { samples }: FileColumn): boolean {
  const filled = samples.filter(isFilled);
  const one = kind.recognizes?.bind(kind);
  return one !== undefined && isMost(filled, (cell) => one(String(cell), settings));
}

function isMost(cells: readonly Cell[], is: (cell: Cell) => boolean): boolean {
  return cells.filter(is).length > cells.length / 2;
}

/** Blanks say nothing about the content of a column. */
function isFilled(cell: Cell): boolean {
  return !isNothing(cell);
}
