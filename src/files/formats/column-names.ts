/** `A`, `B` … `Z`, `AA` …, from 0. */
export function toLetter(at: number): string {
  const first = at < 26 ? '' : toLetter(Math.floor(at / 26) - 1);
  return first + String.fromCodePoint(65 + (at % 26));
}

/** `column A` for the first column, as spreadsheets name them; with an apostrophe if that name is taken. */
export function toPlaceholder(at: number, names: readonly string[]): string {
  let name = `column ${toLetter(at)}`;
  while (names.includes(name)) name += "'";
  return name;
}

/** Whether a column name is a placeholder, so nobody chose it. */
export function isPlaceholder(name: string): boolean {
  return /^column [A-Z]{1,2}'*$/.test(name);
}
