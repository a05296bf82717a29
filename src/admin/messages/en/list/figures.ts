/** The texts of the figures below a list and of selected cells. */
export const texts = {
  row: 'Figures over all matching records',
  choose: 'Function for {label}',
  none: 'Calculate…',
  functions: {
    count: 'Filled',
    empty: 'Empty',
    unique: 'Unique',
    sum: 'Sum',
    avg: 'Average',
    min: 'Minimum',
    max: 'Maximum',
    median: 'Median',
  },
  waiting: 'Calculating…',
  late: 'Too slow',
  lateHint: 'This took too long. Narrow the list with a filter, or try again.',
  failed: 'Failed',
  failedHint: 'This could not be calculated. Try again.',
  cells: 'Selected cells',
  bounds: 'with {count} limit |||| with {count} limits',
  boundsHint: 'Values below or above a limit, such as <0.5, count as the number of the limit.',
  severalUnits: 'Mixed',
  severalUnitsHint: 'These amounts have several currencies. Group the list by currency.',
};

export type FigureTexts = typeof texts;
