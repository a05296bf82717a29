import { readReferences, type Asker } from '../../../client/find-named.ts';
import type { DecimalMark } from '../../../../fields/text/decimal-mark.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { ReadReference } from '../../../../fields/type/reference-context.tsx';
import { uiOf } from '../../../resource/field-value.tsx';
import { language } from '../../../messages/language.ts';
import type { BlockCell } from './cell-text.ts';
import { isNumeric, readNumbers, type NumberReading } from './read-numbers.ts';
import { textsOf } from '../../../messages/texts.ts';

type TextCell = { field: Field } & BlockCell;

/** Reads the values of texts; records of one resource are looked up together. `mark`: of numbers, if it is known. */
export async function readTexts(
  asker: Asker,
  cells: readonly TextCell[],
  mark?: DecimalMark | 'both',
): Promise<{ values: ReadReference[] } & Pick<NumberReading, 'note' | 'mark'>> {
  const isRelation = ({ field }: TextCell) => field.kind.relation !== undefined;
  const named = cells.filter((cell) => isRelation(cell) && !copiedIds(cell));
  const readReference = await readReferences(asker, named);
  const numbers = readNumbers(cells, mark);
  const read = (cell: TextCell): ReadReference => {
    if (cell.text.trim() === '') return { value: null };
    if (!isRelation(cell)) return readCell(cell, numbers);
    return copiedIds(cell) ?? readReference(cell);
  };
  return { values: cells.map(read), note: numbers.note, mark: numbers.mark };
}

/** The records of a cell copied from the grid, if this field can refer to them: their names may mean others. */
function copiedIds({ field, records }: TextCell): ReadReference | undefined {
  const relation = field.kind.relation?.(field.settings);
  if (!records || relation?.to !== records.to) return undefined;
  if (relation.many) return { value: records.ids };
  return records.ids.length === 1 ? { value: records.ids[0] } : undefined;
}

function readCell({ field, text }: TextCell, numbers: NumberReading): ReadReference {
  // The label of a value in a menu means the value too.
  const ui = uiOf(field);
  const options = ui.options?.(field, language(), textsOf('app').values);
  const chosen = options?.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
  if (chosen) return { value: chosen.value };
  if (!isNumeric(field))
    return { value: ui.read?.(text) ?? field.kind.text.read(text, field.settings) };
  const read = numbers.read(text);
  if ('refused' in read) return { value: text, refused: read.refused };
  return { value: field.kind.text.read(read.text, field.settings) };
}
