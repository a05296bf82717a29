import { toSpreadsheetText } from '../../../exchange/spreadsheet-text.ts';
import { columns, type Chapter, type Entry } from './dictionary.ts';
import type { Words } from './words.ts';

/** All fields as one table (RFC 4180), with the mark by which Excel knows UTF-8, and safe to open in it. */
export function toCsv(chapters: readonly Chapter[], { tell }: Words): string {
  const head = columns.map((name) => tell(`columns.${name}`));
  const rows = chapters.flatMap(({ entries }) =>
    entries.map((entry) => columns.map((name) => entry[name])),
  );
  return `\ufeff${[head, ...rows].map((row) => `${row.map(quote).join(',')}\r\n`).join('')}`;
}

/** A heading and a table for each resource. */
export function toMarkdown(chapters: readonly Chapter[], { tell, say }: Words): string {
  const shown = columns.filter((name) => name !== 'resource');
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`;
  const toRow = (entry: Entry): string => line(shown.map((name) => entry[name]));
  const parts = chapters.map(({ resource, entries }) =>
    [
      `## ${escape(say(resource.label))} (${resource.name})`,
      '',
      line(shown.map((name) => tell(`columns.${name}`))),
      `|${' --- |'.repeat(shown.length)}`,
      ...entries.map(toRow),
    ].join('\n'),
  );
  return `# ${tell('dictionary')}\n\n${parts.join('\n\n')}\n`;
}

function quote(text: string): string {
  const safe = toSpreadsheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As text: what Markdown or HTML would read as its own gets a backslash. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`).replace(/\s*\n\s*/g, ' ');
}
