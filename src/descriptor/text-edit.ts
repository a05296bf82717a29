import type { Field } from '../fields/type/field.ts';

/** A change to the text that a record already has. */
export type TextEdit = { append: string } | { find: string; replace: string };

/** Changes by the names of the fields. */
export type TextEdits = Readonly<Record<string, TextEdit>>;

/** Whether the values are free texts, of which a part can be changed. */
export function hasFreeText({ kind, settings }: Field): boolean {
  const { sql, many } = kind.column(settings);
  return sql === 'text' && !many && !kind.relation && kind.filter.operators.includes('contains');
}

/**
 * The values of a record that the edits change. What is appended starts a line, which a field of one line turns into a
 * space. What is found is replaced everywhere; upper and lower case matter.
 */
export function editTexts(
  record: Readonly<Record<string, unknown>>,
  edits: TextEdits,
): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const [name, edit] of Object.entries(edits)) {
    const value = record[name];
    const text = typeof value === 'string' ? value : '';
    const next = editText(text, edit);
    if (next !== text) changed[name] = next;
  }
  return changed;
}

function editText(text: string, edit: TextEdit): string {
  // A function, because `$&` in a text to replace with would mean what was found.
  if ('find' in edit) return text.replaceAll(edit.find, () => edit.replace);
  return text === '' ? edit.append : `${text}\n${edit.append}`;
}
