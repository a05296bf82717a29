import { fieldName } from '../../fields/to-field.ts';

/**
 * A name for a field from a header such as `CAS No.`: `casNo`. What is a field
 * name already stays. Answers undefined where nothing is left to make one of.
 */
export function toFieldName(header: string, taken: ReadonlySet<string>): string | undefined {
  const name = isName(header) ? header : toCamelCase(header);
  if (!isName(name)) return undefined;
  // Two names that differ only in case would be one column in a file somebody typed.
  const lower = new Set([...taken].map((each) => each.toLowerCase()));
  const isFree = (wanted: string): boolean => !lower.has(wanted.toLowerCase());
  if (isFree(name)) return name;
  const stem = name.slice(0, 46);
  for (let count = 2; ; count++) if (isFree(stem + count)) return stem + count;
}

function isName(name: string): boolean {
  return fieldName.safeParse(name).success;
}

function toCamelCase(header: string): string {
  // Letters lose their accents, since a name is a column, a key and a parameter at once.
  const plain = header.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const words = plain.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()))
    .map(
      (word, index) =>
        (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');
  return (/^\d/.test(joined) ? `n${joined}` : joined).slice(0, 50);
}
