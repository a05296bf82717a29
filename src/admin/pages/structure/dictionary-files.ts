import { toCsvText } from '../../kit/formats/to-csv-text.ts';
import {
  columns,
  type Chapter,
  type Entry,
  type Fact,
  type DictionaryWords,
} from './dictionary.ts';

/** All fields as one table. */
export function toCsv(chapters: readonly Chapter[], { texts }: DictionaryWords): string {
  const head = columns.map((name) => texts.columns[name]);
  const rows = chapters.flatMap(({ resource, entries, facts }) => [
    ...facts.map((fact) => columns.map((name) => toCell(resource.name, fact, name, texts))),
    ...entries.map((entry) => columns.map((name) => entry[name])),
  ]);
  return toCsvText([head, ...rows]);
}

/** A heading and a table for each resource. */
export function toMarkdown(chapters: readonly Chapter[], { texts, say }: DictionaryWords): string {
  const shown = columns.filter((name) => name !== 'resource');
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`;
  const toRow = (entry: Entry): string => line(shown.map((name) => entry[name]));
  const parts = chapters.map(({ resource, entries, facts }) =>
    [
      `## ${escape(say(resource.label))} (${resource.name})`,
      '',
      ...facts.map(({ kind, text }) => `- ${texts.facts[kind]}: ${escape(text)}`),
      ...(facts.length > 0 ? [''] : []),
      line(shown.map((name) => texts.columns[name])),
      `|${' --- |'.repeat(shown.length)}`,
      ...entries.map(toRow),
    ].join('\n'),
  );
  return `# ${texts.tabs.dictionary}\n\n${parts.join('\n\n')}\n`;
}

/** Facts about the resource as a whole are in rows without a field. */
function toCell(
  resource: string,
  { kind, text }: Fact,
  name: (typeof columns)[number],
  texts: DictionaryWords['texts'],
): string {
  if (name === 'resource') return resource;
  if (name === 'type') return texts.facts[kind];
  return name === 'settings' ? text : '';
}

/** Escapes everything that Markdown or HTML would interpret. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`).replace(/\s*\n\s*/g, ' ');
}
