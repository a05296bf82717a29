import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import type { Text } from '../../fields/field.ts';
import { toCsvText } from '../../admin/kit/to-csv-text.ts';
import { outcomeOf, type Line } from './look-up.ui.ts';
import { texts } from './lookup-texts.ts';

/** What was looked up as a table: a row for each record a value means, one for a value that means none. */
export function toLookupFile(
  resource: Resource,
  lines: readonly Line[],
  say: (text: Text) => string,
): string {
  const head = [texts.value, texts.outcome, texts.record, texts.id, texts.byField].map(say);
  const rows = lines.flatMap((line) => {
    const asked = [line.value, say(texts[outcomeOf(line)])];
    if (line.matches.length === 0) return [[...asked, '', '', '']];
    return line.matches.map(({ record, by }) => {
      const fields = by.map((name) => say(resource.fields.get(name)?.label ?? { en: name }));
      return [...asked, displayTitle(resource, record), record._id, fields.join(', ')];
    });
  });
  return toCsvText([head, ...rows]);
}
