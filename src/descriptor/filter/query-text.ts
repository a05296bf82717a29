import { takesList, type Operator } from '../../fields/operators.ts';

/**
 * The value of a filter from the texts its parameter came with. Where an
 * operator takes several, one text holds them separated by commas, a comma
 * within one encoded twice (`%252C`); several texts are one value each, as
 * they are. A repeated `name=` is "one of".
 */
export function fromQueryText(operator: Operator, texts: readonly string[]): unknown {
  const [only, ...more] = texts;
  if (more.length > 0) return texts;
  if (!takesList(operator)) return only;
  return only === '' ? [] : only!.split(',').map(fromListItem);
}

// Only the comma and the percent sign themselves are ever encoded twice, so that `50 %` may be
// written as it is.
function fromListItem(text: string): string {
  return text.replace(/%(2c|25)/gi, (_, code: string) => (code === '25' ? '%' : ','));
}
