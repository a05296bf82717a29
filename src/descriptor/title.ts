import { showDirections } from '../fields/direction-signs.ts';
import type { Field } from '../fields/field.ts';
import type { Resource } from './descriptor.ts';
import { systemFieldTable } from './system-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A title's template, read: literal text and names of fields in turn. */
export type TitlePart = { text: string } | { field: string };

/** `{commonName} ({casId})` → the field, ` (`, the field, `)`. */
export function parseTitle(template: string): readonly TitlePart[] {
  return template
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { field: piece.slice(1, -1) } : { text: piece }));
}

/** The fields a title is made of, which whoever shows it must have asked for. */
export function titleFields(resource: Resource): readonly string[] {
  return partsOf(resource).flatMap((part) => ('field' in part ? [part.field] : []));
}

/** What the record is called; empty when one of the title's fields is empty (`spec.md`, Articles). */
export function titleOf(resource: Resource, record: Values): string {
  let title = '';
  for (const part of partsOf(resource)) {
    const text = 'text' in part ? part.text : write(resource, record, part.field);
    if (text === '') return '';
    title += text;
  }
  return title;
}

/** What to show in place of the record: its title, else what files call it, else its `_id`. */
export function displayTitle(resource: Resource, record: Values): string {
  return showDirections(
    titleOf(resource, record) ||
      write(resource, record, resource.importKey) ||
      write(resource, record, '_id'),
  );
}

/** Can it be part of a title? One value that reads as itself: not a list, an object, or an id of another record. */
export function isTitleField(field: Field): boolean {
  const { sql, many } = field.kind.column(field.settings);
  return !many && sql !== 'jsonb' && !field.kind.relation;
}

function write(resource: Resource, record: Values, name: string): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  const field = resource.fields.get(name) ?? systemFieldTable.get(name);
  return field ? field.kind.text.write(value, field.settings) : '';
}

const read = new WeakMap<Resource, readonly TitlePart[]>();

// Drawn for every row of a list, so the template is read once.
function partsOf(resource: Resource): readonly TitlePart[] {
  let parts = read.get(resource);
  if (!parts) read.set(resource, (parts = parseTitle(resource.title)));
  return parts;
}
