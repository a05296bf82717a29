/** A date of a workbook as text: a day without the midnight every cell of a day has. */
export function writeCellDate(moment: Date): string {
  return moment.toISOString().replace('T00:00:00.000Z', '');
}
