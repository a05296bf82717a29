import type { Field } from '../../../fields/type/field.ts';
import { type Cell, isNothing } from '../../formats/table-rows.ts';

/** A pattern and what replaces it; `$1` is its first group. With a cell that it changes, before and after. */
type Spelling = { find: string; by: string; example: { from: string; to: string } };

/** Fewer cells could have the right check digit by chance. */
const FEWEST_CELLS = 3;

/**
 * The other spelling in which nearly all cells are values of the field, such as CAS numbers without their hyphens.
 * Undefined if the cells are recognised as they are, or in no spelling.
 */
export function guessSpelling(field: Field, samples: readonly Cell[]): Spelling | undefined {
  const { kind, settings } = field;
  const texts = samples.filter((cell) => !isNothing(cell)).map((cell) => String(cell).trim());
  const count = (read: (text: string) => string) =>
    texts.filter((text) => kind.recognizes?.(read(text), settings)).length;
  if (texts.length < FEWEST_CELLS || count((text) => text) * 2 > texts.length) return undefined;
  for (const { find, by } of kind.spellings ?? []) {
    const respell = (text: string): string => text.replace(new RegExp(find), by);
    // Some cells may be values as they are.
    const from = texts.find((text) => respell(text) !== text);
    if (from !== undefined && count(respell) > texts.length * 0.8)
      return { find, by, example: { from, to: respell(from) } };
  }
  return undefined;
}
