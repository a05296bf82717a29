import { findNodeAtLocation } from 'jsonc-parser';
import { isObject, type JsonObject } from '../json-object.ts';
import { createRenaming, type Links, type NameChange } from '../names/renaming.ts';
import { asObject } from '../read/draft.ts';
import { valueAt } from '../read/schema-at.ts';
import { USE } from '../read/shared-sets.ts';
import type { Path } from '../read/source-text.ts';
import { defaultRoles } from '../settings/descriptor-settings.ts';
import { checkNewName, removeAt, setAt, usersOf } from './edit.ts';
import { changeOfRole, choiceOfRole, placesOf } from './named-places.ts';
import {
  declaredAt,
  type DescriptorFiles,
  type Edited,
  fileOf,
  openFiles,
  type Opened,
  type Refusal,
  setsOf,
  sourceOf,
  wholeOf,
} from './open-files.ts';
import { fieldAt, isEntry, keyOf, kindOf, type NamedKind } from './named-kind.ts';
import { renameDescriptor } from './rename-descriptor.ts';
import { applyChanges } from './text-places.ts';

/** What a path names: a collection, a role, a field of a collection or of a set, a choice of such a field, or a menu group. */
type Named = {
  kind: NamedKind;
  path: Path;
  from: string | number;
};

/**
 * Gives a collection, a role, a field, a choice or a menu group another name, in its declaration and wherever the descriptor mentions it, and
 * writes `was`, so that values and what people have stored follow. `applied` are the files that the tables have: what is
 * new since needs no `was`, and an earlier `was` stays only if it is not yet applied. Without them, the first `was` stays.
 */
export function rename(
  files: DescriptorFiles,
  path: Path,
  to: string | number,
  applied?: DescriptorFiles,
): Edited {
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const named = findNamed(opened, path);
  if ('refused' in named) return named;
  if (named.from === to) return { files };
  const wrong = checkNewNameOf(opened, named, to);
  if (wrong) return { refused: wrong };
  const renamed = renameMentions(opened, named, to);
  if ('refused' in renamed || ['group', 'answer'].includes(named.kind)) return renamed;
  return finish({ opened, named, applied }, renamed.files, to);
}

type Renamed = { opened: Opened; named: Named; applied: DescriptorFiles | undefined };

/** Writes the former name, and renames a role also where users choose it. */
function finish(
  { opened, named, applied }: Renamed,
  files: DescriptorFiles,
  to: string | number,
): Edited {
  const { path } = named;
  const now = named.kind === 'choice' ? path : [...path.slice(0, -1), to];
  const before = formerName(opened, named, applied);
  const written = writeWas(files, now, before === to ? undefined : before);
  const choice = named.kind === 'role' && choiceOfRole(wholeOf(opened), String(named.from));
  return choice && 'files' in written ? rename(written.files, choice, to, applied) : written;
}

/** The parts that would be other if what a path names had another name, apart from its declaration. */
export function mentionedIn(
  files: DescriptorFiles,
  path: Path,
): { opened: Opened; paths: readonly Path[] } | { refused: Refusal } {
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const named = findNamed(opened, path);
  if ('refused' in named) return named;
  const isOwn = (place: Path) => path.every((step, at) => place[at] === step);
  const { places } = findPlaces(opened, named, NOBODY);
  return { opened, paths: places.map((place) => place.path).filter((place) => !isOwn(place)) };
}

/** A name that nothing has. */
const NOBODY = 'nobodyHasThisName';

function findNamed(opened: Opened, path: Path): Named | { refused: Refusal } {
  const source = sourceOf(opened, path);
  if (source) return { refused: { reason: 'inSet', path, source } };
  const declared = declaredAt(opened, path);
  if (declared === undefined) return { refused: { reason: 'gone', path } };
  const kind = kindOf(path);
  if (!kind || path.at(-1) === USE) return { refused: { reason: 'notHere', path } };
  if (!isEntry(kind)) return { kind, path, from: String(path.at(-1)) };
  const value = isObject(declared) ? declared[keyOf[kind]] : declared;
  return typeof value === 'string' || typeof value === 'number'
    ? { kind, path, from: value }
    : { refused: { reason: 'gone', path } };
}

function checkNewNameOf(
  opened: Opened,
  { kind, path }: Named,
  to: string | number,
): Refusal | undefined {
  const parent = path.slice(0, -1);
  if (!isEntry(kind)) return checkNewName(opened, parent, String(to));
  const values = namesInList(declaredAt(opened, parent), keyOf[kind]);
  return values.includes(to) ? { reason: 'taken', path } : undefined;
}

/** The name by which the tables know it. */
function formerName(
  opened: Opened,
  { kind, path, from }: Named,
  applied: DescriptorFiles | undefined,
): string | number | undefined {
  const declared = asObject(declaredAt(opened, path));
  const was =
    typeof declared.was === 'string' || typeof declared.was === 'number' ? declared.was : undefined;
  const known = applied && openFiles(applied);
  if (!known || 'refused' in known) return was ?? from;
  const parent = formerParent(opened, known, path.slice(0, -1));
  const siblings = declaredAt(known, parent);
  const names = isEntry(kind)
    ? namesInList(siblings, keyOf[kind])
    : namesIn(known, parent, siblings);
  // A `was` that is applied says nothing more. A new one says that what has the name now is another than had it then.
  const isNew = was !== undefined && was !== formerIn(siblings, from);
  if (isNew && names.includes(was)) return was;
  return names.includes(from) ? from : undefined;
}

/** The `was` of a field, collection or choice. */
function formerIn(siblings: unknown, name: string | number): unknown {
  const one = Array.isArray(siblings)
    ? siblings.find((choice: unknown) => asObject(choice)['value'] === name)
    : asObject(siblings)[name];
  return asObject(one).was;
}

function namesInList(list: unknown, key: string): unknown[] {
  return (Array.isArray(list) ? list : []).map((one: unknown) => (isObject(one) ? one[key] : one));
}

/** A field that was in a set when it was applied is known too. */
function namesIn(known: Opened, parent: Path, siblings: unknown): unknown[] {
  const preset = parent[0] === 'roles' ? defaultRoles : {};
  const own = Object.keys(asObject(siblings ?? preset));
  const resource = declaredAt(known, parent.slice(0, 2));
  const shared = parent[0] === 'resources' ? setsOf(resource) : [];
  return [
    ...own,
    ...shared.flatMap((one) => Object.keys(asObject(declaredAt(known, ['fieldSets', one])))),
  ];
}

/** The path with the names that the collection and the field had. */
function formerParent(opened: Opened, known: Opened, path: Path): Path {
  return path.reduce<Path>((before, step, at) => {
    const was = asObject(declaredAt(opened, path.slice(0, at + 1))).was;
    const isNamed = at === 1 || at === 3;
    const isThere = declaredAt(known, [...before, step]) !== undefined;
    return [...before, isNamed && !isThere && typeof was === 'string' ? was : step];
  }, []);
}

function renameMentions(opened: Opened, named: Named, to: string | number): Edited {
  const { places, shared } = findPlaces(opened, named, to);
  const [conflict] = shared;
  if (conflict) return { refused: { reason: 'shared', path: named.path, source: conflict } };
  const files = opened.files.map(({ file, source }, index) => {
    const { root } = source;
    const changes = places
      .filter(({ path }) => fileOf(opened, path) === index)
      .flatMap(({ path, key, value }) => {
        const node = root && findNodeAtLocation(root, [...path]);
        const part = key === undefined ? node : node?.parent?.children?.[0];
        const written = JSON.stringify(key ?? value);
        return part ? [{ at: part.offset, length: part.length, text: written }] : [];
      });
    return changes.length > 0 ? { ...file, text: applyChanges(file.text, changes) } : file;
  });
  return { files };
}

/** A part of the descriptor that gets another key or value. */
type Place = { path: Path; key?: string; value?: unknown };

function findPlaces(opened: Opened, named: Named, to: string | number) {
  const whole = wholeOf(opened);
  const change = toChange(opened, named, to);
  const { value, shared } = renameDescriptor(createRenaming(linksIn(whole), change, 'from'), whole);
  return { places: [...ownPlaces(whole, named, to), ...differences(whole, value, [])], shared };
}

/** The places of a role or a group, which are what they are wherever the grammar has them. */
function ownPlaces(whole: JsonObject, { kind, path, from }: Named, to: string | number): Place[] {
  if (kind === 'answer') return answerPlaces(whole, path, from, to);
  if (kind !== 'role' && kind !== 'group') return [];
  const declared = kind === 'role' ? path : [...path, keyOf[kind]];
  return [declared, ...placesOf(whole, { kind, name: String(from) })].map((place) =>
    kind === 'role' && typeof place.at(-1) === 'string'
      ? { path: place, key: String(to) }
      : { path: place, value: to },
  );
}

/** The choice itself, and the default of its field. */
function answerPlaces(
  whole: JsonObject,
  path: Path,
  from: string | number,
  value: unknown,
): Place[] {
  const places = [path, [...path, keyOf.answer], [...path.slice(0, -2), 'default']];
  return places
    .filter((place) => valueAt(whole, place) === from)
    .map((one) => ({ path: one, value }));
}

/** Two values of the same form: the keys and texts that differ. */
function differences(before: unknown, after: unknown, path: Path): Place[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((one: unknown, index) =>
      differences(one, after[index], [...path, index]),
    );
  if (!isObject(before) || !isObject(after)) return [{ path, value: after }];
  const renamed = Object.entries(after);
  return Object.entries(before).flatMap(([name, one], index) => {
    const [key = name, other] = renamed[index] ?? [];
    const own: Place[] = key === name ? [] : [{ path: [...path, name], key }];
    return [...own, ...differences(one, other, [...path, name])];
  });
}

/** A rename in a set is one of each collection that has its fields. */
function toChange(opened: Opened, { kind, path, from }: Named, to: string | number): NameChange {
  const [section, name = ''] = path;
  if (kind === 'group' || kind === 'answer') return [];
  if (kind === 'role') return changeOfRole(wholeOf(opened), { from, to });
  if (kind === 'collection')
    return [{ resource: { from: String(name), to: String(to) }, fields: [] }];
  const same = (one: string) => ({ from: one, to: one });
  const { field: own = '', part } = fieldAt(path);
  const fields =
    kind === 'field'
      ? [{ from: own, to: String(to), choices: [] }]
      : [{ ...same(own), choices: [{ from, to, ...(part !== undefined && { part }) }] }];
  const users = section === 'resources' ? [String(name)] : usersOf(opened, String(name));
  // A set that nobody uses is one of its own; see `renameDescriptor`.
  return (users.length > 0 ? users : ['']).map((user) => ({ resource: same(user), fields }));
}

/** Which fields refer to which collections, as far as declarations with mistakes say so. */
export function linksIn(whole: JsonObject): Links {
  const fieldsOf = (fields: unknown) =>
    Object.entries(asObject(fields))
      .filter(([name]) => name !== USE)
      .map(([name, field]) => {
        const { to } = asObject(field);
        return [name, typeof to === 'string' ? to : undefined] as const;
      });
  const sets = asObject(whole.fieldSets);
  const unused = Object.values(sets).flatMap(fieldsOf);
  return new Map([
    ['', new Map(unused)],
    ...Object.entries(asObject(whole.resources)).map(([name, resource]) => {
      const shared = setsOf(resource).flatMap((one) => fieldsOf(sets[one]));
      return [name, new Map([...fieldsOf(asObject(resource).fields), ...shared])] as const;
    }),
  ]);
}

function writeWas(files: DescriptorFiles, path: Path, was: string | number | undefined): Edited {
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const declared = declaredAt(opened, path);
  const hasWas = isObject(declared) && 'was' in declared;
  if (was === undefined) return hasWas ? removeAt(files, [...path, 'was']) : { files };
  return setAt(files, [...path, 'was'], was);
}
