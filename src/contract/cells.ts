import { z } from 'zod';
import { text } from './parts.ts';

const rowNumber = z.string().regex(/^[1-9]\d{0,8}$/);
const column = z.string().min(1).max(1_000);

/** `{ "17": { "CAS": "80-05-7", "Year": null } }`: the cells of a file that are mended, by row and column. */
export const Cells = z
  .record(rowNumber, z.record(column, z.string().nullable()))
  .describe(
    'Cells to mend, by row and column: the text that replaces the cell, or null to take the row without it. At most 10,000 cells.',
  );

/** A cell that a person has mended, or a step has changed. */
export const MendedCell = z.object({
  column: text,
  old: text.optional().describe('The text in the file; absent for an empty cell.'),
  new: text
    .nullable()
    .describe(
      'The text in its place; null: the row was taken without the cell, or a step has emptied it.',
    ),
});
