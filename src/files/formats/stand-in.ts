import { toLetter } from './column-letter.ts';

/** `column A` for the first column, as a spreadsheet counts them; another one where a column is called that. */
export function toStandIn(at: number, names: readonly string[]): string {
  let name = `column ${toLetter(at)}`;
  while (names.includes(name)) name += "'";
  return name;
}

/** Whether nobody gave the column this name. */
export function isStandIn(name: string): boolean {
  return /^column [A-Z]{1,2}'*$/.test(name);
}
