import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import type { Range } from '../grid-store.ts';
import type { CellChange } from '../writing/create-writer.ts';
import { planPaste, type PasteOrder, type LeftOut } from './paste-plan.ts';
import { readTexts } from './read-texts.ts';
import { fromTsv } from './table-text.ts';
import type { CreatedRow, Pending } from './use-clipboard.ts';
import { fillTemplate } from '../../../../fields/fill-template.ts';
import { textIn } from '../../../../fields/localized-text.ts';
import { language } from '../../../messages/language.ts';
import { loadTexts, textsOf } from '../../../messages/texts.ts';

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
  await loadTexts(import.meta.glob('/src/admin/messages/*/paste.ts'));
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

/** What of a block found no place, and why; undefined when all did. */
function sayLeftOut(left: LeftOut): string | undefined {
  const texts = textsOf('paste');
  const names = [...left.lockedFields].map(({ label }) => textIn(label, language()));
  const reasons = [
    counted(texts.beyond, left.beyond),
    counted(texts.below, left.below),
    counted(texts.lockedRecords, left.lockedRecords),
    names.length > 0 ? [fillTemplate(texts.lockedFields, { names: names.join(', ') })] : [],
  ].flat();
  if (reasons.length === 0) return undefined;
  return fillTemplate(texts.leftOut, { reasons: reasons.join('; ') });
}

function counted(text: string, count: number): string[] {
  return count === 0 ? [] : [fillTemplate(text, { count })];
}
