import type { Field } from '../../../fields/type/field.ts';
import { type Cell, isNothing } from '../../formats/table-rows.ts';

/** A pattern and what replaces it; `$1` is its first group. */
type Spelling = { find: string; by: string };

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
  return kind.spellings?.find(
    ({ find, by }) => count((text) => text.replace(new RegExp(find), by)) > texts.length * 0.8,
  );
}
