import { showBidi } from '../fields/direction-signs.ts';
import type { Field } from '../fields/field.ts';
import type { Resource } from './descriptor.ts';
import { systemFieldTable } from './system-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A part of a title template: literal text, or the name of a field. */
export type TitlePart = { text: string } | { field: string };

/** Parses `{commonName} ({casId})` into the field, ` (`, the field, `)`. */
export function parseTitle(template: string): readonly TitlePart[] {
  return template
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { field: piece.slice(1, -1) } : { text: piece }));
}

/** The fields in a title. A caller that shows titles must read them. */
export function titleFields(resource: Resource): readonly string[] {
  return partsOf(resource).flatMap((part) => ('field' in part ? [part.field] : []));
}

/** The title of a record; empty when one of its fields is empty (`spec.md`, Articles). */
export function titleOf(resource: Resource, record: Values): string {
  let title = '';
  for (const part of partsOf(resource)) {
    const text = 'text' in part ? part.text : write(resource, record, part.field);
    if (text === '') return '';
    title += text;
  }
  return title;
}

/** The text that represents a record: its title, otherwise its import key, otherwise its `_id`. */
export function displayTitle(resource: Resource, record: Values): string {
  return showBidi(
    titleOf(resource, record) ||
      write(resource, record, resource.importKey) ||
      write(resource, record, '_id'),
  );
}

/** Whether a field can be part of a title: one readable value, so no list, object or reference. */
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

// Every row of a list shows a title, so the template is parsed once.
function partsOf(resource: Resource): readonly TitlePart[] {
  let parts = read.get(resource);
  if (!parts) read.set(resource, (parts = parseTitle(resource.title)));
  return parts;
}
