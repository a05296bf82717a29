import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import type { Range } from '../grid-store.ts';
import type { CellChange } from '../../../grid/writing/create-writer.ts';
import { planPaste, type PasteOrder } from './paste-plan.ts';
import { loadPasteTexts } from '../../../grid/clipboard/paste-texts.ts';
import { readTexts } from './read-texts.ts';
import { sayLeftOut } from '../../../grid/clipboard/say-left-out.ts';
import { fromTsv } from './table-text.ts';
import type { CreatedRow, Pending } from './use-clipboard.ts';

export type Pasted = Pending & {
  /** What has to be said of it. */
  notes: readonly string[];
  covered: Range;
};

/** What a pasted text would write, and where. `isOwn`: it was copied from a list of ours. */
export async function readPaste(
  asker: { descriptor: Descriptor; role: string },
  { text, ...order }: Omit<PasteOrder, 'block'> & { text: string },
  isOwn: boolean,
): Promise<Pasted> {
  const plan = planPaste({ block: fromTsv(text), ...order });
  await loadPasteTexts();
  const { values, note } = await readTexts(asker, plan.cells, isOwn);
  const rows = Array.from({ length: plan.newRows }, () => ({
    values: {} as Record<string, unknown>,
    refused: {} as Record<string, string>,
  }));
  const changes: CellChange[] = [];
  for (const [index, cell] of plan.cells.entries()) {
    const { value, refused } = values[index]!;
    const { name } = cell.field;
    if ('record' in cell)
      changes.push({ record: cell.record, name, value, ...(refused !== undefined && { refused }) });
    else if (value !== null) {
      rows[cell.row]!.values[name] = value;
      if (refused !== undefined) rows[cell.row]!.refused[name] = refused;
    }
  }
  const created: CreatedRow[] = rows.filter((row) => Object.keys(row.values).length > 0);
  const notes = [sayLeftOut(plan.leftOut), note].filter((each) => each !== undefined);
  return { changes, created, notes, covered: plan.covered };
}
