import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isInFiles } from '../../../fields/type/numbering.ts';
import { plainName } from '../../../descriptor/suggest.ts';
import type { InlineList } from '../../../descriptor/inline-lists.ts';
import { pathColumns } from '../rows/row-columns.ts';
import { listPaths } from '../rows/list-columns.ts';
import { type Cell, isNothing } from '../../formats/table-rows.ts';
import { accepts, commonPrefix, guessConversion } from './guess-conversion.ts';
import { guessSpelling } from './guess-spelling.ts';
import {
  fileNames,
  findNamedField,
  type NamedBy,
  namedFields,
  type Reader,
  waysToName,
} from '../field-names.ts';

export type FileColumn = { name: string; samples: readonly Cell[] };

/** The probable field of a column, and the reason. */
type Suggestion = {
  field: string;
  /** `likeness` and `content` are guesses; `past` is what an earlier import did. */
  why: NamedBy | 'past' | 'likeness' | 'content';
};

type Known = {
  lists: readonly InlineList[];
  /** From `pastMapping`. */
  past: ReadonlyMap<string, string>;
};

const nothingKnown: Known = { lists: [], past: new Map() };

/** A person has decided a past mapping; only the name of a field itself is surer. */
const surestFirst = waysToName.flatMap((way) => (way === 'name' ? [way, 'past' as const] : [way]));

/** The field that columns of each name were mapped to, by the plain name; earlier mappings in the list win. */
export function pastMapping(
  mappings: readonly Readonly<Record<string, string | { field: string } | null>>[],
): ReadonlyMap<string, string> {
  const past = new Map<string, string>();
  for (const mapping of mappings) {
    for (const [column, to] of Object.entries(mapping)) {
      const name = plainName(column);
      if (to !== null && name !== '' && !past.has(name))
        past.set(name, typeof to === 'string' ? to : to.field);
    }
  }
  return past;
}

/**
 * Matches the columns of a file to fields: by name, by what earlier imports did with a column of this name, by alias, by
 * label in any language or a similar name (`CAS Reg. No.`), then by content, if most cells fit exactly one field. No field is suggested twice.
 * Columns of child lists (`orderLines.quantity`) have the exact names. A field
 * that the role may not read is none.
 */
export function suggestMapping(
  reader: Reader,
  resource: Resource,
  columns: readonly FileColumn[],
  { lists, past }: Known = nothingKnown,
) {
  const suggestions = new Map<string, Suggestion>();
  const taken = new Set<string>();
  const suggest = (column: FileColumn, field: string, why: Suggestion['why']): void => {
    suggestions.set(column.name, { field, why });
    taken.add(field);
  };
  const fields = namedFields(reader, resource).filter(isInFiles);
  const open = () => columns.filter(({ name }) => !suggestions.has(name));
  const free = () => fields.filter(({ name }) => !taken.has(name));

  const findNamed = ({ name }: FileColumn, way: NamedBy | 'past'): Field | undefined =>
    way === 'past'
      ? fields.find((field) => field.name === past.get(plainName(name)))
      : findNamedField(reader, resource, name, way);

  const exact = new Set(['_id', '_version', ...pathColumns(resource), ...listPaths(lists)]);
  for (const column of columns.filter(({ name }) => exact.has(name)))
    suggest(column, column.name, 'name');
  for (const way of surestFirst) {
    for (const column of open()) {
      const field = findNamed(column, way);
      if (field && !taken.has(field.name)) suggest(column, field.name, way);
    }
  }
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
  for (const column of open()) {
    // A field of another column counts too: `Name` could then be any of two names.
    const [field, ...others] = fields.filter((one) => isPartOf(column, one));
    const isOpen = field && others.length === 0 && !taken.has(field.name);
    if (isOpen && couldHold(field, column.samples)) suggest(column, field.name, 'likeness');
  }
  suggestOnly('content', tells);
  return suggestions;
}

/** Whether the two names are equal without fillers, and most cells could be values of the field. */
function isLike(field: Field, column: FileColumn): boolean {
  const core = coreOf(column.name).join('');
  const isSame = core !== '' && fileNames(field).some((text) => coreOf(text).join('') === core);
  return isSame && couldHold(field, column.samples);
}

/**
 * Whether the words of the column stand in a name of the field in the same order: `Formula` in
 * `Molecular formula`, and `Mol. weight` in `Molecular weight`.
 */
function isPartOf(column: FileColumn, field: Field): boolean {
  const words = coreOf(column.name);
  if (words.join('').length < SHORTEST_PART) return false;
  return fileNames(field).some((text) => {
    const rest = coreOf(text);
    return words.every((word) => {
      const at = rest.findIndex((one) => (isCut(word) ? startsWith(one, word) : one === word));
      rest.splice(0, at + 1);
      return at >= 0;
    });
  });
}

/** Two letters could stand in many names by chance. */
const SHORTEST_PART = 3;

const isCut = (word: string): boolean => word.endsWith('.');
const startsWith = (whole: string, cut: string): boolean => whole.startsWith(cut.slice(0, -1));

/** Whether most cells could be values of the field, written in the usual or in a guessed way. */
function couldHold(field: Field, samples: readonly Cell[]): boolean {
  const filled = samples.filter(isFilled);
  if (filled.length === 0) return true;
  const conversion = guessConversion(field, filled);
  return (
    isMost(filled, (cell) => accepts(field, cell, conversion)) ||
    guessSpelling(field, filled) !== undefined
  );
}

/** Words about numbers that do not say which number: `CAS Reg. No.`, `casId` and `CAS number` are the same. */
const fillers = new Set(
  'id identifier no nr num number nummer numero registry registration reg rn code'.split(' '),
);

/**
 * The words of a name in the singular, without fillers and without text in brackets, such as a unit. A shortened word
 * keeps its point: `mol.`.
 */
function coreOf(name: string): string[] {
  const plain = name.replace(/[([{].*?[)\]}]/g, ' ').trim();
  // Among words, capitals are part of a name: `In MigEx?`.
  const words = plain.includes(' ') ? plain : plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return words
    .split(/[^\p{Letter}\p{Number}.]+/u)
    .map((word) => [toSingular(plainName(word)), /\p{Letter}\.$/u.test(word)] as const)
    .filter(([word]) => word !== '' && !fillers.has(word))
    .map(([word, isShortened]) => (isShortened ? `${word}.` : word));
}

function toSingular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=[^s]{2})s$/, '');
}

/**
 * Whether most cells are recognised. Types that accept any text or number prove nothing, and a short list of choices proves little. Cells in
 * another spelling or behind a prefix are recognised too.
 */
function tells(field: Field, { samples }: FileColumn): boolean {
  const { kind, settings } = field;
  const filled = samples.filter(isFilled);
  const one = kind.recognizes?.bind(kind);
  if (one === undefined || filled.length === 0) return false;
  if (isMost(filled, (cell) => one(String(cell), settings))) return true;
  const prefix = commonPrefix(filled);
  const isBehind = (cell: Cell) => one(String(cell).trim().slice(prefix.length), settings);
  return (prefix !== '' && isMost(filled, isBehind)) || guessSpelling(field, filled) !== undefined;
}

function isMost(cells: readonly Cell[], is: (cell: Cell) => boolean): boolean {
  return cells.filter(is).length > cells.length / 2;
}

/** Blanks say nothing about the content of a column. */
function isFilled(cell: Cell): boolean {
  return !isNothing(cell);
}
