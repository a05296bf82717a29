/** One line of the result: ours beside the floor, and what we want to reach. */
export type Line = {
  name: string;
  unit: 'req/s' | 's' | 'ms' | 'MiB' | 'KiB';
  ours: number;
  floor?: number;
  /** Where both had their turns: the median of the ratios of neighbours. */
  ratio?: number;
  /** Processor time of a request of the floor divided by that of ours. */
  cpuRatio?: number;
  /** As a ratio to the floor where there is one, else in the unit. */
  goal: number;
  more?: Readonly<Record<string, unknown>>;
};

/** Ours divided by the floor; undefined where there is none. */
export function ratioOf({ ours, floor, ratio }: Line): number | undefined {
  if (ratio !== undefined) return ratio;
  return floor === undefined ? undefined : ours / floor;
}

export function isReached(line: Line): boolean {
  const value = ratioOf(line) ?? line.ours;
  return line.unit === 'req/s' ? value >= line.goal : value <= line.goal;
}

/** A table for people, as Markdown. */
export function toTable(lines: readonly Line[]): string {
  const head = ['', 'ours', 'floor', 'ratio', 'by processor', 'goal', ''];
  const rows = lines.map((line) => {
    const ratio = ratioOf(line);
    const sign = line.unit === 'req/s' ? '≥' : '≤';
    return [
      line.name,
      `${toText(line.ours)} ${line.unit}`,
      line.floor === undefined ? '' : toText(line.floor),
      ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
      line.cpuRatio === undefined ? '' : `${line.cpuRatio.toFixed(2)} ×`,
      `${sign} ${line.goal}${ratio === undefined ? ` ${line.unit}` : ' ×'}`,
      isReached(line) ? 'reached' : 'not yet',
    ];
  });
  return toMarkdown(head, rows);
}

/** The first column keeps to the left, the others to the right. */
export function toMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const toRow = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [toRow(head), toRow(rule), ...rows.map(toRow)].join('\n');
}

function toText(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
