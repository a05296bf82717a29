import type { Asker } from '../../../client/find-named.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { requireItem } from '../../../../fields/require-entry.ts';
import { toFieldCells } from './bound-cells.ts';
import type { PastedRow, PendingPaste } from './read-paste.ts';
import { readTexts } from './read-texts.ts';

type TypedText = {
  field: Field;
  text: string;
  qualifier: Field | undefined;
  mark: PendingPaste['mark'] | undefined;
};

/** A new row after the user has changed the text of a cell. */
export async function readRow(
  asker: Asker,
  row: PastedRow,
  { field, text, qualifier, mark }: TypedText,
): Promise<PastedRow> {
  const cells = toFieldCells(field, { text }, { qualifier, values: row.values, beside: undefined });
  const read = await readTexts(asker, cells, mark);
  const texts = { ...row.texts, [field.name]: text };
  const values = { ...row.values };
  const refused = { ...row.refused };
  for (const [
    at,
    {
      field: { name },
      text: written,
    },
  ] of cells.entries()) {
    const { value, refused: reason } = requireItem(read.values, at);
    // The text of the number has the sign; a cell of the sign itself follows.
    if (name !== field.name && name in texts) texts[name] = written;
    delete values[name];
    delete refused[name];
    if (value !== null) values[name] = value;
    if (reason !== undefined) refused[name] = reason;
  }
  return {
    _id: row._id,
    ...(row.attempts && { attempts: row.attempts }),
    texts,
    values,
    refused,
  };
}
