import { toCsvText } from '../../kit/formats/to-csv-text.ts';
import { columns, type Chapter, type Entry, type Fact } from './dictionary.ts';
import type { Words } from '../../resource/filter-words.ts';

/** All fields as one table. */
export function toCsv(chapters: readonly Chapter[], { tell }: Words): string {
  const head = columns.map((name) => tell(`columns.${name}`));
  const rows = chapters.flatMap(({ resource, entries, facts }) => [
    ...facts.map((fact) => columns.map((name) => toCell(resource.name, fact, name, tell))),
    ...entries.map((entry) => columns.map((name) => entry[name])),
  ]);
  return toCsvText([head, ...rows]);
}

/** A heading and a table for each resource. */
export function toMarkdown(chapters: readonly Chapter[], { tell, say }: Words): string {
  const shown = columns.filter((name) => name !== 'resource');
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`;
  const toRow = (entry: Entry): string => line(shown.map((name) => entry[name]));
  const parts = chapters.map(({ resource, entries, facts }) =>
    [
      `## ${escape(say(resource.label))} (${resource.name})`,
      '',
      ...facts.map(({ kind, text }) => `- ${tell(`facts.${kind}`)}: ${escape(text)}`),
      ...(facts.length > 0 ? [''] : []),
      line(shown.map((name) => tell(`columns.${name}`))),
      `|${' --- |'.repeat(shown.length)}`,
      ...entries.map(toRow),
    ].join('\n'),
  );
  return `# ${tell('tabs.dictionary')}\n\n${parts.join('\n\n')}\n`;
}

/** Facts about the resource as a whole are in rows without a field. */
function toCell(
  resource: string,
  { kind, text }: Fact,
  name: (typeof columns)[number],
  tell: Words['tell'],
): string {
  if (name === 'resource') return resource;
  if (name === 'type') return tell(`facts.${kind}`);
  return name === 'settings' ? text : '';
}

/** Escapes everything that Markdown or HTML would interpret. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`).replace(/\s*\n\s*/g, ' ');
}
