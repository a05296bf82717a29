/** A row that is opened: so high is what stands below it. */
export type Panel = { row: number; height: number };

/** Where rows are, in pixels from the first one on. */
export type RowTops = {
  top(row: number): number;
  /** The row at a height; what stands below a row belongs to it. */
  at(y: number): number;
  /** Of all rows together. */
  height: number;
};

/** Rows are all of one height, but for those with a panel below; of these there are few. */
export function toRowTops(rows: number, rowHeight: number, panels: readonly Panel[]): RowTops {
  const sorted = panels.filter(({ row }) => row < rows).sort((a, b) => a.row - b.row);
  const top = (row: number): number =>
    row * rowHeight + sorted.reduce((sum, panel) => sum + (panel.row < row ? panel.height : 0), 0);
  return {
    top,
    at(y) {
      let above = 0;
      for (const { row, height } of sorted) {
        const panel = (row + 1) * rowHeight + above;
        if (y < panel) break;
        if (y < panel + height) return row;
        above += height;
      }
      return Math.max(0, Math.floor((y - above) / rowHeight));
    },
    height: top(rows),
  };
}
