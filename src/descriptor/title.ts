import { isolateBidi, showBidi } from '../fields/text/direction-signs.ts';
import type { Field } from '../fields/type/field.ts';
import { qualifierOf, withQualifier } from '../fields/type/qualifier-of.ts';
import { unitFieldOf } from '../fields/type/unit-of.ts';
import { type ReaderStyle, screenStyle } from '../fields/reader-style.ts';
import { requestedNames } from './column-field.ts';
import type { Resource } from './descriptor.ts';
import { writeKey } from '../fields/text/written-key.ts';
import { findListedField } from './system-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A part of a title template: literal text, or the name of a field. */
export type TitlePart = { text: string } | { field: string };

/** What stands between two separators of a title. A reference is replaced by the title of the other resource. */
export type TitleGroup = readonly (TitlePart | { title: readonly TitleGroup[] })[];

/** Separates the parts of a title that drop out when they are empty. */
export const SEPARATOR = ' · ';

/** Parses `{commonName} ({casId})` into the field, ` (`, the field, `)`. */
export function parseTitle(template: string): readonly TitlePart[] {
  return template
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { field: piece.slice(1, -1) } : { text: piece }));
}

/** The fields in a title, those behind references as paths. */
export function titleFields(resource: Resource): readonly string[] {
  let fields = cache.get(resource);
  if (!fields) cache.set(resource, (fields = [...new Set(fieldsIn(resource.titleParts))]));
  return fields;
}

/**
 * The fields to read for naming a record: those in its title, the units of the amounts in it, and the import key. `_id`
 * is always read.
 */
export function namingFields(resource: Resource): string[] {
  const named = [...titleFields(resource), ...keyPaths(resource.keyParts)].filter(
    (name) => name !== '_id' && findListedField(resource, name) !== undefined,
  );
  return [...new Set(named.flatMap((name) => requestedNames(resource, name)))];
}

function fieldsIn(groups: readonly TitleGroup[]): string[] {
  return groups.flat().flatMap((part) => {
    if ('title' in part) return fieldsIn(part.title);
    return 'field' in part ? [part.field] : [];
  });
}

/**
 * The title of a record. A part between two ` · ` drops out with its separator when one of its fields is empty or was
 * not read. So a title without ` · ` is empty when one of its fields is (`spec.md`, Articles).
 */
export function titleOf(resource: Resource, record: Values): string {
  return render(resource.titleParts, (name) => writeValue(resource, record, name));
}

/** A part of a record's key: the path of a field, or the key of the record that a reference names. */
export type KeyPart = { path: string } | { key: readonly KeyPart[] };

/** The paths of the fields in a key. */
export function keyPaths(key: readonly KeyPart[]): string[] {
  return key.flatMap((part) => ('key' in part ? keyPaths(part.key) : [part.path]));
}

/** The key of a record as files write it, its parts with ` / ` between; empty if one of them is. */
export function keyOf(resource: Resource, record: Values): string {
  const writePart = (part: KeyPart): string =>
    'key' in part ? writeParts(part.key) : writeValue(resource, record, part.path);
  const writeParts = (key: readonly KeyPart[]): string => {
    const texts = key.map(writePart);
    return texts.includes('') ? '' : writeKey(texts);
  };
  return writeParts(resource.keyParts);
}

/** Whether a field alone is the key of its resource. */
export function isKey({ importKey }: Pick<Resource, 'importKey'>, name: string): boolean {
  return importKey.length === 1 && importKey[0] === name;
}

type WriteField = (name: string) => string;

function render(groups: readonly TitleGroup[], writeField: WriteField): string {
  return groups
    .map((group) => renderGroup(group, writeField))
    .filter((text) => text !== '')
    .join(SEPARATOR);
}

function renderGroup(group: TitleGroup, writeField: WriteField): string {
  let title = '';
  for (const part of group) {
    const text = renderPart(part, writeField);
    if (text === '') return '';
    title += text;
  }
  return title;
}

function renderPart(part: TitleGroup[number], writeField: WriteField): string {
  if ('text' in part) return part.text;
  return 'title' in part ? render(part.title, writeField) : writeField(part.field);
}

/** The text that represents a record on the screens. */
export function displayTitle(resource: Resource, record: Values): string {
  return titleFor(screenStyle(), resource, record);
}

/**
 * The text that represents a record for a reader: its title in words, otherwise its import key, otherwise its `_id`.
 * Choices, days, times and numbers are written as in a list; the import key stays as it is, because people type it.
 * Values in right-to-left letters are isolated, so that a number in brackets stays where the template has it.
 */
export function titleFor(style: ReaderStyle, resource: Resource, record: Values): string {
  const isAlone = resource.titleParts.flat().length === 1;
  const writeShown = (name: string): string => {
    const inWords = isKey(resource, name) ? undefined : style;
    const text = showBidi(writeValue(resource, record, name, inWords));
    return isAlone ? text : isolateBidi(text);
  };
  return (
    render(resource.titleParts, writeShown) ||
    showBidi(keyOf(resource, record) || writeValue(resource, record, '_id'))
  );
}

/**
 * The short form of a record's title, for a column of references: where a title says the key and then more, such as
 * `{sourceId}: {title}`, the key alone. Titles cut at the same place would all look alike.
 */
export function shortTitle(resource: Resource, record: Values): string {
  const [first, ...more] = resource.titleParts.flat();
  const isKeyFirst = first !== undefined && 'field' in first && isKey(resource, first.field);
  const key = isKeyFirst && more.length > 0 ? keyOf(resource, record) : '';
  return showBidi(key) || displayTitle(resource, record);
}

/** Whether a field is one readable value, so no list, object or reference. */
export function isTitleField(field: Field): boolean {
  const { sql, many } = field.kind.column(field.settings);
  return !many && sql !== 'jsonb' && !field.kind.relation;
}

/** The value as in files, or in words for a reader; empty without one. */
export function writeValue(
  resource: Resource,
  record: Values,
  name: string,
  style?: ReaderStyle,
): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  const field = findListedField(resource, name);
  if (!field) return '';
  const { text } = field.kind;
  if (!style || !text.words) return text.write(value, field.settings);
  const words = writeSign(resource, field, record, text.words(value, field.settings, style));
  const beside = unitFieldOf(field);
  const unit = beside === undefined ? field.kind.unit?.of(field.settings) : record[beside];
  // A template may say the currency itself, or show the field that holds it.
  const isSaid =
    typeof unit !== 'string' ||
    (beside === undefined ? resource.title.includes(unit) : titleFields(resource).includes(beside));
  return isSaid ? words : `${words} ${unit}`;
}

/** The words of a number after its sign, unless a part of the title says the sign. */
function writeSign(resource: Resource, field: Field, record: Values, words: string): string {
  const qualifier = qualifierOf(field, field.name);
  const isSaid = qualifier === undefined || titleFields(resource).includes(qualifier);
  return isSaid ? words : withQualifier(field, words, record);
}

// Every row of a list asks for them.
const cache = new WeakMap<Resource, readonly string[]>();
