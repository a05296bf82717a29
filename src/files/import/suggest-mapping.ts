import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';
import { plainName } from '../../descriptor/suggest.ts';
import type { Cell } from '../formats/table-rows.ts';
import { accepts } from './guess-conversion.ts';
import { fileNames } from './suggest-header.ts';

export type FileColumn = { name: string; samples: readonly Cell[] };

/** Which field a column probably is, and by what that was told. */
type Suggestion = {
  field: string;
  /** What `likeness` and `content` tell is a guess. */
  why: 'name' | 'label' | 'alias' | 'likeness' | 'content';
};

/**
 * Matches the columns of a file to fields: by name, by alias, by label in any language, by what is like
 * one of them (`CAS Reg. No.`), then by what most of their cells are where that tells one field. No field is
 * suggested twice.
 */
export function suggestMapping(resource: Resource, columns: readonly FileColumn[]) {
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

/** Whether what both are called comes to the same, and most cells could be values of the field. */
function isLike(field: Field, { name, samples }: FileColumn): boolean {
  const core = coreOf(name);
  if (core === '' || !fileNames(field).some((text) => coreOf(text) === core)) return false;
  const filled = samples.filter(isFilled);
  return filled.length === 0 || isMost(filled, (cell) => accepts(field, cell));
}

/** What is said of a number and does not tell which: `CAS Reg. No.` is `casId` is `CAS number`. */
const fillers = new Set(
  'id identifier no nr num number nummer numero registry registration reg rn code'.split(' '),
);

/** Without what stands in brackets, such as a unit. */
function coreOf(name: string): string {
  const words = name
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .map(plainName);
  return words.filter((word) => !fillers.has(word)).join('');
}

/** What any text or number passes tells nothing of what a column is, and a short list of choices hardly more. */
function tells({ kind, settings }: Field, { samples }: FileColumn): boolean {
  const filled = samples.filter(isFilled);
  const one = kind.recognizes?.bind(kind);
  return one !== undefined && isMost(filled, (cell) => one(String(cell), settings));
}

function isMost(cells: readonly Cell[], is: (cell: Cell) => boolean): boolean {
  return cells.filter(is).length > cells.length / 2;
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== '';
}
