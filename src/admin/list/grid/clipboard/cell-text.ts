import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle, keyOf } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { titleKey } from '../../../../fields/type/reference-context.tsx';
import { writeList } from '../../../../fields/text/written-list.ts';

/** What is needed to read and write the texts of cells. */
type TextParts = { descriptor: Descriptor; queries: QueryClient };

/** A cell on the clipboard: its text, and the records that a cell of the grid refers to. */
export type BlockCell = { text: string; records?: { to: string; ids: readonly string[] } };

/** A cell outside the grid: as in files; references use the name that files give a record. */
export function copyCell(
  { descriptor, queries }: TextParts,
  field: Field,
  value: unknown,
): BlockCell {
  if (value === null || value === undefined) return { text: '' };
  const relation = field.kind.relation?.(field.settings);
  const target = relation && descriptor.resources.get(relation.to);
  if (!target) return { text: field.kind.text.write(value, field.settings) };
  const ids = [value].flat() as string[];
  const names = ids.map((id) => {
    const cachedRecords = queries.getQueryData<readonly RaRecord[]>(titleKey(target.name, id));
    return cachedRecords?.[0] ? nameOf(target, cachedRecords[0]) : id;
  });
  const text = relation.many ? writeList(names) : names.join();
  return { text, records: { to: target.name, ids } };
}

/** The name files give a record; its title if they have none. */
function nameOf(target: Resource, record: RaRecord): string {
  const key = target.importKey.includes('_id') ? '' : keyOf(target, record);
  return key || displayTitle(target, record);
}

/** Texts in rows and columns. */
export type TextTable = readonly (readonly string[])[];

/** The format in which Excel, LibreOffice and Google Sheets use the clipboard: tabs between cells, quotes as needed. */
export function toTsv(block: TextTable): string {
  return block
    .map((row) =>
      row
        .map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n');
}

export function fromTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (;;) {
    // A quote in the middle of a cell is literal; only one at the start opens a quoted cell.
    const quoted = /^"((?:[^"]|"")*)"(?=\t|\n|$)/.exec(rest);
    const cell = quoted ? quoted[0] : /^[^\t\n]*/.exec(rest)![0];
    row.push(quoted ? quoted[1]!.replaceAll('""', '"') : cell);
    const separator = rest[cell.length];
    rest = rest.slice(cell.length + 1);
    if (separator === '\t') continue;
    rows.push(row);
    row = [];
    if (separator === undefined) return rows;
  }
}

/** A Markdown table: the head, and the cells between bars. */
export function toMarkdown(head: readonly string[], block: TextTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...block.map(line)].join('\n');
}

/** Whether the table was copied from here. Browsers may write the attribute out in full. */
export function isCopiedFromGrid(html: string): boolean {
  return html.includes('<table data-backoffice');
}

/**
 * For programs that paste tables with their formatting, and for the grid itself: `data-records` has the collection and
 * the `_id`s of the records, because a name can mean several records or none.
 */
export function toHtml(block: readonly (readonly BlockCell[])[]): string {
  const cell = ({ text, records }: BlockCell) => {
    const attribute = records ? ` data-records="${[records.to, ...records.ids].join(' ')}"` : '';
    return `<td${attribute}>${escape(text)}</td>`;
  };
  const rows = block.map((row) => `<tr>${row.map(cell).join('')}</tr>`);
  return `<table data-backoffice>${rows.join('')}</table>`;
}

/** The cells on the clipboard: the texts, and the records if they were copied from the grid. */
export function fromClipboard({ text, html }: Copied): BlockCell[][] {
  const rows = isCopiedFromGrid(html) ? readRecords(html) : [];
  return fromTsv(text).map((row, down) =>
    row.map((written, across) => {
      const [to, ...ids] = rows[down]?.[across]?.split(' ') ?? [];
      return { text: written, ...(to !== undefined && { records: { to, ids } }) };
    }),
  );
}

/**
 * The `data-records` of the cells of our own table, as the browser has written it. The policy of the page forbids to
 * parse HTML; `toHtml` escapes what could look like a cell.
 */
function readRecords(html: string): (string | undefined)[][] {
  return html
    .split(/<tr(?=[\s>])/)
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<td((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)].map(([, attributes = '']) =>
        /\sdata-records="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&'),
      ),
    );
}

/** What the clipboard has of the same cells. */
export type Copied = { text: string; html: string };

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}
