/**
 * The seconds in a cell of a workbook with a time or a duration. Such a cell counts days from 1900, so the reader gives a
 * date: the first day is 1899-12-31, or one day earlier from March 1900 on, because Excel counts 29 February 1900.
 */
export function cellSeconds(cell: Date): number {
  const isBeforeGap = cell.getTime() < Date.UTC(1900, 2, 1);
  return Math.round((cell.getTime() - Date.UTC(1899, 11, isBeforeGap ? 31 : 30)) / 1000);
}
