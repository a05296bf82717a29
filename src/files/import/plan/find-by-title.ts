import { requireEntry } from '../../../fields/require-entry.ts';
import { mayRead } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { titleFields, titleOf, parseTitle, type TitlePart } from '../../../descriptor/title.ts';
import type { ImportTarget } from '../import-parts.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/type/field.ts';

/**
 * The `_id`s of the records with each title; several if they share it. A title matches
 * the whole title of a record, or the part besides the key: `Bisphenol A` of
 * `{commonName} ({casId})`. All titles are looked up together.
 */
export async function findByTitle(target: ImportTarget, to: Resource, titles: readonly string[]) {
  const idsByTitle = await findByWhole(target, to, titles);
  const left = titles.filter((title) => !idsByTitle.has(title));
  const [name, ...others] = new Set(titleFields(to).filter((one) => !to.importKey.includes(one)));
  const isShort = name !== undefined && others.length === 0 && titleFields(to).length > 1;
  if (!isShort || left.length === 0) return idsByTitle;
  const field = requireEntry(to.fields, name);
  const kept = new Map<unknown, string>();
  for (const title of left) {
    const value = canonicalValue(field, title);
    if (value !== undefined) kept.set(value, title);
  }
  if (kept.size === 0) return idsByTitle;
  const tuples = [...kept.keys()].map((value) => [value]);
  for (const record of await target.findTogether(to, [name], tuples)) {
    const title = kept.get(record[name]);
    if (title !== undefined) addTitle(idsByTitle, title, record._id);
  }
  return idsByTitle;
}

async function findByWhole(target: ImportTarget, to: Resource, titles: readonly string[]) {
  const idsByTitle = new Map<string, string[]>();
  const names = [...new Set(titleFields(to))];
  const titleSet = new Set(titles);
  const candidates = [...titleSet].flatMap((title) => readTitle(to, title));
  if (candidates.length === 0) return idsByTitle;
  const unique = names.find((name) => requireEntry(to.fields, name).unique);
  const records =
    unique === undefined
      ? await target.findTogether(
          to,
          names,
          candidates.map((values) => names.map((name) => values[name])),
        )
      : await target.findMany(
          to,
          unique,
          [...new Set(candidates.map((one) => one[unique]))],
          names,
        );
  for (const record of records) {
    const title = titleOf(to, record);
    if (titleSet.has(title)) addTitle(idsByTitle, title, record._id);
  }
  return idsByTitle;
}

function addTitle(idsByTitle: Map<string, string[]>, title: string, id: string): void {
  idsByTitle.set(title, [...(idsByTitle.get(title) ?? []), id]);
}

/** Whether records can be found by title, and the role may read it. */
export function hasTitles(descriptor: Descriptor, role: string, to: Resource): boolean {
  const names = titleFields(to);
  return (
    names.length > 0 &&
    names.every((name) => {
      const field = to.fields.get(name);
      return field && field.computed === undefined && mayRead(descriptor, role, to, name);
    })
  );
}

/** The values of a record's fields, as far as its title shows them. */
type TitleValues = Readonly<Record<string, unknown>>;

/** The most ways to read one title. Nobody would write a title with more. */
const MAX_CANDIDATES = 20;

/**
 * The field values of a record with this title: `Bisphenol A (80-05-7)` read by
 * `{commonName} ({casId})`. There are several ways if the text between the fields also occurs in them.
 */
export function readTitle(resource: Resource, title: string): TitleValues[] {
  const candidates: TitleValues[] = [];
  const read = (parts: readonly TitlePart[], rest: string, values: TitleValues): void => {
    const [part, ...others] = parts;
    if (candidates.length >= MAX_CANDIDATES) return;
    if (!part) {
      if (rest === '') candidates.push(values);
    } else if ('text' in part) {
      if (rest.startsWith(part.text)) read(others, rest.slice(part.text.length), values);
    } else {
      for (const end of endsOf(rest, others[0])) {
        const field = requireEntry(resource.fields, part.field);
        const value = canonicalValue(field, rest.slice(0, end));
        const isOther = part.field in values && values[part.field] !== value;
        if (value === undefined || isOther) continue;
        read(others, rest.slice(end), { ...values, [part.field]: value });
      }
    }
  };
  read(parseTitle(resource.title), title, {});
  return candidates;
}

/** Where the text of a field may end: before each occurrence of the next text, or at the end. */
function* endsOf(rest: string, next: TitlePart | undefined): Iterable<number> {
  if (!next || !('text' in next)) return void (yield rest.length);
  for (let at = rest.lastIndexOf(next.text); at > 0; at = rest.lastIndexOf(next.text, at - 1))
    yield at;
}

/** A value in the form its field stores, also for a number written as text; undefined if the field cannot hold it. */
export function canonicalValue(field: Field, written: unknown): unknown {
  const { text } = field.kind;
  const values =
    typeof written === 'string' ? [written, text.read(written, field.settings)] : [written];
  for (const value of values) {
    const checked = checkField(field, value);
    if ('value' in checked) return checked.value ?? undefined;
  }
  return undefined;
}
