/**
 * What was pasted, value by value: a line each, or the cells of a spreadsheet. A comma parts nothing,
 * as it stands in names (2,4-xylenol). What stands there twice is asked once.
 */
export function parseValues(text: string): string[] {
  const values = text.split(/[\n\r\t;]+/).map((value) => value.trim().slice(0, 500));
  return [...new Set(values.filter((value) => value !== ''))];
}
