import { mayDo, readableFields } from '../../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import {
  isTitleField,
  titleFields,
  displayTitle,
  parseTitle,
} from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/field.ts';
import type { LookupMatches } from '../../../../contract/lists.ts';
import { fillTemplate } from '../../../../fields/fill-template.ts';
import { textIn } from '../../../../fields/localized-text.ts';
import { uiOf } from '../../../kit/field-value.tsx';
import { language } from '../../../messages/language.ts';
import { call } from '../../../client/http.ts';
import { textsOf } from '../../../messages/texts.ts';
import { isNumeric, readNumbers, type NumberReading } from './read-numbers.ts';

type TextCell = { field: Field; text: string };

/** The value of a text, with a reason if it has none. */
type ReadCell = { value: unknown; refused?: string };

type Asker = { descriptor: Descriptor; role: string };
type Found = ReadonlyMap<string, ReadonlyMap<string, Meant>>;

/** Reads the values of texts; records of one resource are looked up together. */
export async function readTexts(
  asker: Asker,
  cells: readonly TextCell[],
  isOurs: boolean,
): Promise<{ values: ReadCell[]; note: string | undefined }> {
  const named = new Map<string, Set<string>>();
  for (const { field, text } of cells) {
    const to = field.kind.relation?.(field.settings).to;
    if (to === undefined) continue;
    const names = named.get(to) ?? new Set();
    for (const name of splitNames(field, text)) names.add(name);
    named.set(to, names);
  }
  const found = new Map<string, ReadonlyMap<string, Meant>>();
  for (const [to, names] of named) found.set(to, await find(asker, to, [...names]));
  const numbers = readNumbers(cells, isOurs);
  return { values: cells.map((cell) => readCell(cell, found, numbers)), note: numbers.note };
}

function readCell({ field, text }: TextCell, found: Found, numbers: NumberReading): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const relation = field.kind.relation?.(field.settings);
  if (relation) return readReference({ field, text }, relation.many, found.get(relation.to));
  // The label of a value in a menu means the value too.
  const options = uiOf(field).options?.(field, language(), (key) => key);
  const chosen = options?.find(({ label }) => label.toLowerCase() === trimmed.toLowerCase());
  if (chosen) return { value: chosen.value };
  if (!isNumeric(field)) return { value: field.kind.text.read(text, field.settings) };
  const read = numbers.read(text);
  if ('refused' in read) return { value: text, refused: read.refused };
  return { value: field.kind.text.read(read.text, field.settings) };
}

function readReference(
  { field, text }: TextCell,
  many: boolean,
  found: ReadonlyMap<string, Meant> | undefined,
): ReadCell {
  // If the user may not list records, only ids can identify them.
  const meant = splitNames(field, text).map((name) => found?.get(name) ?? { id: name });
  const refused = meant.flatMap((each) => ('refused' in each ? [each.refused] : []));
  if (refused.length > 0) return { value: text, refused: [...new Set(refused)].join('; ') };
  const ids = meant.flatMap((each) => ('id' in each ? [each.id] : []));
  return { value: many ? ids : ids[0] };
}

function splitNames({ kind, settings }: Field, text: string): string[] {
  const names = kind.relation?.(settings).many ? text.split(/[,;|]/) : [text];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

async function find({ descriptor, role }: Asker, to: string, names: readonly string[]) {
  const target = descriptor.resources.get(to);
  if (!target || names.length === 0 || !mayDo(descriptor, role, target, 'list')) return new Map();
  const readable = new Set(readableFields(descriptor, role, target));
  const fields = [target.importKey, ...titleFields(target)].filter((name) => {
    const field = target.fields.get(name);
    const canBeFound = field && isTitleField(field) && field.kind.filter.operators.includes('in');
    return canBeFound && readable.has(name);
  });
  return findMeant(target, [...new Set(['_id', ...fields])], names);
}

type Meant = { id: string } | { refused: string };

type Match = LookupMatches['data'][number]['matches'][number];

/** The most texts that the server looks up in one request. */
const MOST = 1_000;

/**
 * Finds the records that texts mean: by `_id`, by the name files use, or by title or a part of it, all texts
 * in one request. A text that means no record or several is refused with a reason.
 */
async function findMeant(target: Resource, fields: readonly string[], texts: readonly string[]) {
  const parts = new Map(texts.map((text) => [text, partsOf(target, text)]));
  const values = [...new Set([...texts, ...[...parts.values()].flat()])];
  const found = new Map<string, readonly Match[]>();
  for (let from = 0; from < values.length; from += MOST) {
    const body = { values: values.slice(from, from + MOST), fields };
    const { json } = await call<LookupMatches>(`${target.root}/lookup`, { method: 'POST', body });
    for (const { value, matches } of json.data) found.set(value, matches);
  }
  return new Map(
    texts.map((text) => {
      const own = found.get(text) ?? [];
      const titled = (parts.get(text) ?? [])
        .flatMap((part) => found.get(part) ?? [])
        .filter(({ record }) => displayTitle(target, record) === text);
      return [text, choose(target, text, own, titled)];
    }),
  );
}

/** Chooses by the most certain way in which a record was found. */
function choose(target: Resource, text: string, own: readonly Match[], titled: readonly Match[]) {
  const by = (name: string) => own.filter((match) => match.by.includes(name));
  // The server ignores case; an exact match comes first.
  const exact = own.filter(({ record }) => displayTitle(target, record) === text);
  const ways = [by('_id'), exact, by(target.importKey), titled, own];
  const ids = ways.map((way) => new Map(way.map(({ record }) => [record._id, record])));
  const first = ids.find((way) => way.size > 0);
  const name = textIn(target.label, language());
  if (!first) return { refused: fillTemplate(textsOf('paste').missing, { text, name }) };
  const [only, ...others] = first.values();
  if (others.length === 0) return { id: only!._id };
  const titles = [...first.values()].slice(0, 3).map((record) => displayTitle(target, record));
  const key = target.fields.get(target.importKey);
  return {
    refused: fillTemplate(textsOf('paste').several, {
      text,
      name,
      titles: titles.join(', '),
      key: key ? textIn(key.label, language()) : 'ID',
    }),
  };
}

/** The parts of `Bisphenol A (80-05-7)` for a title of several fields; none if the text has another form. */
function partsOf(target: Resource, text: string): string[] {
  if (titleFields(target).length < 2) return [];
  const pattern = parseTitle(target.title)
    .map((part) => ('text' in part ? escape(part.text) : '(.+?)'))
    .join('');
  return new RegExp(`^${pattern}$`, 's').exec(text)?.slice(1) ?? [];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
