import { fillTemplate } from '../../../fields/fill-template.ts';
import { textIn } from '../../../fields/localized-text.ts';
import { language } from '../../messages/language.ts';
import type { LeftOut } from '../../list/grid/clipboard/paste-plan.ts';
import { pasteTexts } from './paste-texts.ts';

/** What of a block found no place, and why; undefined when all did. */
export function sayLeftOut(left: LeftOut): string | undefined {
  const texts = pasteTexts();
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
