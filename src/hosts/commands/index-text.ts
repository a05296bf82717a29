import { requireItem } from '../../fields/require-entry.ts';
import { texts as structure } from '../../admin/messages/en/pages/structure.ts';
import type { DatabaseIndex, DescriptorLine, IndexAdvice, Indexes } from '../../contract/meta.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';

/** Returns the advice as lines of text, each change of the descriptor with its reason; none without advice. */
export function writeAdvice({ advice: { add, drop }, since }: Indexes): string[] {
  const lines = [
    ...add.flatMap((each) => [...each.lines.map(lineText), `    ${slowText(each)}`]),
    ...drop.flatMap(({ lines: changes, index, size }) => [
      ...changes.map(lineText),
      `    the index ${index} (${sizeText(size)}) has not been used since ${dayText(since)}`,
    ]),
  ];
  return lines.length === 0 ? [] : ['', 'advice', ...lines.map((line) => `  ${line}`)];
}

const changes: Record<DescriptorLine['change'], (line: DescriptorLine) => string> = {
  add: ({ at, text }) => `add ${text} to ${at}`,
  remove: ({ at, text }) => `remove ${text} from ${at}`,
  omit: ({ at, text }) => `declare ${at} without ${text}`,
};

function lineText(line: DescriptorLine): string {
  return changes[line.change](line);
}

const uses: Record<IndexAdvice['add'][number]['use'], string> = {
  sort: 'sorted by it',
  filter: 'filtered by it',
  text: 'filtered by a part of its text',
  both: 'filtered by the first field and sorted by the second',
};

function slowText({ count, use, slowest }: IndexAdvice['add'][number]): string {
  return `${countNoun(count, 'slow list')} ${uses[use]}; the slowest took ${slowest} ms`;
}

/** Returns all indexes as a text table for each collection. */
export function writeIndexes({ collections, since }: Indexes): string[] {
  return collections.flatMap(({ resource, rows, size, indexSize, indexes }) => [
    '',
    `${resource}: about ${countNoun(rows, 'record')}, ${sizeText(size)}; indexes ${sizeText(indexSize)}; used since ${dayText(since)}`,
    ...toColumns(indexes.map(toCells)).map((line) => `  ${line}`),
  ]);
}

function toCells({ name, fields, reasons, size, scans, state }: DatabaseIndex): string[] {
  const { reasons: words, states, undeclared } = structure.indexes;
  return [
    fields.join(', ') || name,
    reasons.map((reason) => words[reason]).join(', ') || undeclared,
    sizeText(size),
    `used ${countNoun(scans, 'time')}`,
    state === 'valid' ? '' : states[state],
  ];
}

function toColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => requireItem(row, column).length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(requireItem(widths, column)))
      .join('  ')
      .trimEnd(),
  );
}

function sizeText(bytes: number): string {
  return toSizeText(bytes, 'en');
}

function dayText(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'the start';
}
