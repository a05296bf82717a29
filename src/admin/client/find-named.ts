import { requireRelation } from '../../fields/type/require-relation.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import type { LookupMatches } from '../../contract/lists.ts';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { displayTitle, isTitleField, parseTitle, titleFields } from '../../descriptor/title.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Field } from '../../fields/type/field.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { recordIdPattern } from '../../fields/text/record-id.ts';
import type { ReadReference } from '../../fields/type/reference-context.tsx';
import { namesToTry, splitNames, writeList } from '../../fields/text/written-list.ts';
import { language } from '../messages/language.ts';
import { loadTexts, textsOf } from '../messages/texts.ts';
import { call } from './http.ts';

export type Asker = { descriptor: Descriptor; role: string };

/** The record that a text means, or why it means none. */
export type Meant = { id: string } | { missing: string } | { several: string };

type NamedCell = { field: Field; text: string };

/**
 * Reads the texts of reference fields: the names of records as files write them, titles or parts of titles. A field of
 * several records reads a list (`splitNames`). All texts about one collection are looked up in one request.
 */
export async function readReferences(asker: Asker, cells: readonly NamedCell[]) {
  const named = new Map<string, Set<string>>();
  for (const { field, text } of cells) {
    const relation = field.kind.relation?.(field.settings);
    if (!relation) continue;
    const names = named.get(relation.to) ?? new Set();
    for (const name of relation.many ? namesToTry(text) : [text.trim()]) names.add(name);
    named.set(relation.to, names);
  }
  const byTarget = new Map<string, ReadonlyMap<string, Meant>>();
  if (named.size > 0) await loadTexts(import.meta.glob('/src/admin/messages/*/list/paste.ts'));
  for (const [to, names] of named) byTarget.set(to, await findNamed(asker, to, [...names]));
  return (cell: NamedCell): ReadReference => {
    const { to, many } = requireRelation(cell.field);
    return readReference(cell.text, many, requireEntry(byTarget, to));
  };
}

function readReference(
  text: string,
  many: boolean,
  meanings: ReadonlyMap<string, Meant>,
): ReadReference {
  // A user who may not list the records can identify them by their ids only.
  const meantBy = (name: string): Meant => meanings.get(name) ?? { id: name };
  const exists = (name: string) =>
    meanings.has(name) ? !('missing' in requireEntry(meanings, name)) : recordIdPattern.test(name);
  const names = many ? splitNames(text, exists) : [text.trim()];
  const meant = names.map(meantBy);
  const reasons = meant.flatMap((each) => ('id' in each ? [] : Object.values(each)));
  const ids = [...new Set(meant.flatMap((each) => ('id' in each ? [each.id] : [])))];
  if (reasons.length === 0) return { value: many ? ids : ids[0] };
  const refused = [...new Set(reasons)].join('. ');
  const rest = writeList(names.filter((_, index) => !('id' in meant[index]!)));
  return { value: text, refused, ...(ids.length > 0 && { partly: { clear: ids, rest } }) };
}

/** Why a text is refused, where the clear part of it is saved all the same. */
export function refusedText({ refused, partly }: ReadReference): string | undefined {
  return refused && partly ? fillTemplate(textsOf('paste').partly, { reason: refused }) : refused;
}

/** The record that each name means; empty if the user may not list the records of this collection. */
async function findNamed({ descriptor, role }: Asker, to: string, names: readonly string[]) {
  const target = descriptor.resources.get(to);
  if (!target || names.length === 0 || !mayDo(descriptor, role, target, 'list'))
    return new Map<string, Meant>();
  const readable = new Set(readableFields(descriptor, role, target));
  const key = target.importKey.join();
  const fields = [
    ...target.importKey.filter((name) => name === key),
    ...titleFields(target),
  ].filter((name) => {
    const field = target.fields.get(name);
    const canBeFound = field && isTitleField(field) && field.kind.filter.operators.includes('in');
    return canBeFound && readable.has(name);
  });
  const several = key.includes(',') ? [key] : [];
  return findMeant(target, [...new Set(['_id', ...several, ...fields])], names);
}

type Match = LookupMatches['data'][number]['matches'][number];

/** What the server looks up in one request: values, the characters of one, and of all together. */
const MAX_LOOKUP = { values: 1_000, length: 500, characters: 100_000 };

/**
 * Finds the records that texts mean: by `_id`, by the name files use, or by title or a part of it. A text that means
 * no record or several has a reason instead.
 */
async function findMeant(target: Resource, fields: readonly string[], texts: readonly string[]) {
  const parts = new Map(texts.map((text) => [text, partsOf(target, text)]));
  const values = [...new Set([...texts, ...[...parts.values()].flat()])];
  const matchesByValue = new Map<string, readonly Match[]>();
  for (const some of inRequests(values)) {
    const body = { values: some, fields };
    const { json } = await call<LookupMatches>(`${target.root}/lookup`, { method: 'POST', body });
    for (const { value, matches } of json.data) matchesByValue.set(value, matches);
  }
  return new Map(
    texts.map((text) => {
      const own = matchesByValue.get(text) ?? [];
      const titled = (parts.get(text) ?? [])
        .flatMap((part) => matchesByValue.get(part) ?? [])
        .filter(({ record }) => displayTitle(target, record) === text);
      return [text, choose(target, text, own, titled)];
    }),
  );
}

/** The server refuses to look up a longer name. A longer text may still be a list of names. */
function* inRequests(values: readonly string[]): Iterable<string[]> {
  let some: string[] = [];
  let length = 0;
  for (const value of values.filter((each) => each.length <= MAX_LOOKUP.length)) {
    if (some.length === MAX_LOOKUP.values || length + value.length > MAX_LOOKUP.characters) {
      yield some;
      [some, length] = [[], 0];
    }
    some.push(value);
    length += value.length;
  }
  if (some.length > 0) yield some;
}

/** Chooses by the most certain way in which a record was found. */
function choose(
  target: Resource,
  text: string,
  own: readonly Match[],
  titled: readonly Match[],
): Meant {
  const by = (name: string) => own.filter((match) => match.by.includes(name));
  // The server ignores case; an exact match comes first.
  const exact = own.filter(({ record }) => displayTitle(target, record) === text);
  const ways = [by('_id'), exact, by(target.importKey.join()), titled, own];
  const ids = ways.map((way) => new Map(way.map(({ record }) => [record._id, record])));
  const first = ids.find((way) => way.size > 0);
  const name = textIn(target.label, language());
  if (!first) return { missing: fillTemplate(textsOf('paste').missing, { text, name }) };
  const [only, ...others] = first.values();
  if (others.length === 0) return { id: only!._id };
  const titles = [...first.values()].slice(0, 3).map((record) => displayTitle(target, record));
  const key = target.importKey.flatMap((one) => target.fields.get(one) ?? []);
  return {
    several: fillTemplate(textsOf('paste').several, {
      text,
      name,
      titles: titles.join(', '),
      key: key.map(({ label }) => textIn(label, language())).join(' / ') || 'ID',
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
