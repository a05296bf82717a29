import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isObject } from '../json-object.ts';
import { checkFieldName, checkForm } from '../read/checks/name-checks.ts';
import { asObject, asTexts } from '../read/draft.ts';
import { ROLES, USE } from '../read/shared-sets.ts';
import type { Path } from '../read/source-text.ts';
import { valueAt } from '../read/schema-at.ts';
import { sections } from '../read/sources.ts';
import { appSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { expansionOf } from './expand.ts';
import { insertMember, removeMember, writtenMember } from './member-edits.ts';
import {
  declaredAt,
  fileOf,
  openFiles,
  setsOf,
  sourceOf,
  withText,
  type DescriptorFiles,
  type Edited,
  type Opened,
  type Refusal,
} from './open-files.ts';
import { applyChanges } from './text-places.ts';
import { nodeAt, parse, valueOf, writeValue } from './write-value.ts';

/**
 * Gives a setting a value. Only what differs from the present value changes in the text; the order of members stays. What
 * leads to the setting is added, but no collection and no field.
 */
export function setAt(files: DescriptorFiles, path: Path, value: unknown): Edited {
  return edit(files, path, (target) => {
    if (value === undefined) return withoutPart(target);
    const { text, inside } = target;
    if (findNodeAtLocation(target.root, [...inside])) return writeValue(text, inside, value);
    return add(target, inside, value);
  });
}

/** Removes a declaration, a setting, or an entry of a list. Comments around it stay. */
export function removeAt(files: DescriptorFiles, path: Path): Edited {
  return edit(files, path, withoutPart);
}

/**
 * Adds a member to the object or list at a path: a key with its value, or the value at an index. `before` is the key of
 * the member that follows; without it, the new one is the last.
 */
export function insertAt(
  files: DescriptorFiles,
  path: Path,
  { key, value, before }: { key: string | number; value: unknown; before?: string | undefined },
): Edited {
  const whole = [...path, key];
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  // The member to which `setAt` would give another value.
  const taken = typeof key === 'string' ? checkNewName(opened, path, key) : undefined;
  if (taken) return { refused: taken };
  const beside = before === undefined ? whole : [...path, before];
  const work: Work = (target) => {
    const container = findNodeAtLocation(target.root, [...path]);
    return container && typeof key === 'number'
      ? addEntry(target.text, container, key, value)
      : add(target, whole, value, before);
  };
  return edit(files, whole, work, beside);
}

/** Moves a member of an object or list before another one, or to the end, with the comments that are about it. */
export function moveAt(files: DescriptorFiles, path: Path, before?: string | number): Edited {
  const parent = path.slice(0, -1);
  return edit(files, path, ({ text, root, opened }) => {
    const node = findNodeAtLocation(root, [...path]);
    const from = node && membersOf(root, parent).indexOf(memberOf(node));
    const next = before === undefined ? undefined : findNodeAtLocation(root, [...parent, before]);
    if (from === undefined) return { reason: 'gone' };
    if (before !== undefined && !next) {
      const isElsewhere = declaredAt(opened, [...parent, before]) !== undefined;
      return { reason: isElsewhere ? 'otherFile' : 'gone' };
    }
    const to = next
      ? membersOf(root, parent).indexOf(memberOf(next))
      : membersOf(root, parent).length;
    return to === from || to === from + 1 ? text : moveMember(text, parent, from, to);
  });
}

/** Gives a member of an object another key. What mentions the member stays as it is. */
export function renameMember(files: DescriptorFiles, path: Path, to: string): Edited {
  return edit(files, path, ({ text, root, opened }) => {
    const property = findNodeAtLocation(root, [...path])?.parent;
    const key = property?.type === 'property' ? property.children?.[0] : undefined;
    if (!key) return { reason: 'gone' };
    const wrong = checkNewName(opened, path.slice(0, -1), to);
    return (
      wrong ??
      applyChanges(text, [{ at: key.offset, length: key.length, text: JSON.stringify(to) }])
    );
  });
}

/** Moves an entry of a list to a place of another one, with the comments that are about it. */
export function passAt(files: DescriptorFiles, path: Path, to: { list: Path; at: number }): Edited {
  return edit(files, path, ({ text, root, opened }) => {
    const node = findNodeAtLocation(root, [...path]);
    const list = findNodeAtLocation(root, [...to.list]);
    if (!list && declaredAt(opened, to.list) !== undefined) return { reason: 'otherFile' };
    const parent = node?.parent;
    if (!node || parent?.type !== 'array' || list?.type !== 'array') return { reason: 'gone' };
    const { written, without } = writtenMember(text, node);
    const rest = removeMember(without, nodeAt(without, path.slice(0, -1)), Number(path.at(-1)));
    return insertMember(rest, nodeAt(rest, to.list), to.at, written);
  });
}

function moveMember(text: string, parent: Path, from: number, to: number): string {
  const member = (of: string): [Node, Node] => {
    const container = nodeAt(of, parent);
    return [container, container.children?.[from] ?? container];
  };
  const { written, without } = writtenMember(text, member(text)[1]);
  const rest = removeMember(without, member(without)[0], from);
  return insertMember(rest, nodeAt(rest, parent), from < to ? to - 1 : to, written);
}

/** One of the files, and where in it an edit is. */
type Target = { opened: Opened; index: number; text: string; root: Node; inside: Path };

type Reason = Pick<Refusal, 'reason'>;

/** Makes the new text. */
type Work = (target: Target) => string | Reason;

/** `beside`: the declaration in whose file the edit is. */
function edit(files: DescriptorFiles, path: Path, work: Work, beside = path): Edited {
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const source = sourceOf(opened, path);
  if (source) return { refused: { reason: 'inSet', path, source } };
  const declared = fileOf(opened, beside);
  const index = declared < 0 ? fileOf(opened, path.slice(0, 1)) : declared;
  const reached = expandTo(opened, index, path);
  if ('refused' in reached) return reached;
  const root = parse(reached.text);
  const done = work({ opened, index, text: reached.text, root, inside: path });
  if (typeof done !== 'string') return { refused: { path, ...done } };
  return { files: withText(opened, index, done) };
}

/** The text of a file in which the short forms on the way to a path are written in their long form. */
function expandTo(
  opened: Opened,
  index: number,
  path: Path,
): { text: string } | { refused: Refusal } {
  const file = opened.files[index];
  const [language = 'en'] = asTexts(asObject(opened.files[0]?.value['app']).languages);
  if (!file) return { refused: { reason: 'gone', path } };
  let [text, value] = [file.file.text, file.value];
  for (let length = 1; length < path.length; length += 1) {
    const way = path.slice(0, length);
    const member = path[length] ?? '';
    const here = valueAt(value, way);
    if (here === undefined) break;
    if (here === ROLES && way.at(-1) === 'choices')
      return { refused: { reason: 'ofRoles', path, source: ['roles'] } };
    if (hasMembers(here, member)) continue;
    const expansion = expansionOf(value, way, member, language);
    if (!expansion) return { refused: { reason: 'notHere', path } };
    text = expansion.expand(text, nodeAt(text, way));
    value = asObject(valueOf(text));
  }
  return { text };
}

/** Whether a value has such members, entries at an index or settings with a key. */
function hasMembers(value: unknown, member: string | number): boolean {
  return Array.isArray(value) ? typeof member === 'number' : isObject(value);
}

function withoutPart({ text, root, inside }: Target): string | Reason {
  const node = findNodeAtLocation(root, [...inside]);
  const member = node && memberOf(node);
  const parent = member?.parent;
  if (!member || !parent) return { reason: 'gone' };
  return removeMember(text, parent, (parent.children ?? []).indexOf(member));
}

/** Adds what is missing of a path. */
function add(target: Target, path: Path, value: unknown, before?: string): string | Reason {
  const { opened, text, root } = target;
  const missing = path.findIndex((_, at) => !findNodeAtLocation(root, path.slice(0, at + 1)));
  const [way, key, rest] = [path.slice(0, missing), path[missing] ?? '', path.slice(missing + 1)];
  const container = nodeAt(text, way);
  if (!isAddable(way, key, rest)) return { reason: 'gone' };
  const inner = rest.toReversed().reduce<unknown>((part, step) => nest(step, part), value);
  if (typeof key === 'number') return addEntry(text, container, key, inner);
  if (container.type !== 'object') return { reason: 'gone' };
  const wrong = checkNewName(opened, way, key);
  if (wrong) return wrong;
  const members = container.children ?? [];
  const index = indexBefore({ opened, members, way, key }, before);
  if (index === undefined) return { reason: 'gone' };
  return insertMember(text, container, index, { key, value: inner });
}

/** A setting may be added with what leads to it, but a collection or a field must be there. */
function isAddable(way: Path, key: string | number, rest: Path): boolean {
  const hasPlaces = rest.every((step) => step === 0 || typeof step === 'string');
  if (!hasPlaces || [key, ...rest].includes('__proto__')) return false;
  const isSection = (step: unknown) => sections.some((one) => one === step);
  if (way.length === 0) return !isSection(key) || rest.length <= 1;
  const isNamed = way.at(-1) === 'fields' || (way.length === 1 && isSection(way[0]));
  return !isNamed || rest.length === 0;
}

function nest(step: string | number, part: unknown): unknown {
  return typeof step === 'number' ? [part] : { [step]: part };
}

function addEntry(text: string, list: Node, index: number, value: unknown): string | Reason {
  const isPlace = list.type === 'array' && index <= (list.children ?? []).length;
  return isPlace ? insertMember(text, list, index, { key: undefined, value }) : { reason: 'gone' };
}

type New = { opened: Opened; members: readonly Node[]; way: Path; key: string };

/** Where a new key stands: before the one that is named, in the order of the settings, or last. */
function indexBefore({ opened, members, way, key }: New, before?: string): number | undefined {
  const keys = members.map((member) => String(member.children?.[0]?.value));
  if (before !== undefined) {
    const isOfSet = way.at(-1) === 'fields' && sourceOf(opened, [...way, before]) !== undefined;
    const at = keys.indexOf(isOfSet ? USE : before);
    return at < 0 ? undefined : at;
  }
  const order = orderAt(way);
  const known = order.indexOf(key);
  if (known < 0) return keys.length;
  return keys.findLastIndex((one) => order.includes(one) && order.indexOf(one) < known) + 1;
}

function orderAt(way: Path): readonly string[] {
  if (way.length === 2 && way[0] === 'resources') return Object.keys(resourceSettings.shape);
  if (way.length === 1 && way[0] === 'app') return Object.keys(appSettings.shape);
  return way.length === 0 ? ['$schema', 'include', 'app', ...sections] : [];
}

/** What is wrong with the name of a new declaration. */
export function checkNewName(opened: Opened, path: Path, name: string): Refusal | undefined {
  const at = [...path, name];
  const isField = path.at(-1) === 'fields' || (path[0] === 'fieldSets' && path.length === 2);
  const isName = isField || (path.length === 1 && sections.some((one) => one === path[0]));
  const check = isField ? checkFieldName : checkForm;
  const [flaw] = isName && name !== USE ? check(name, at) : [];
  if (flaw) return { reason: 'name', path: at, problem: { ...flaw.problem, line: 1, column: 1 } };
  return isTaken(opened, path, name) ? { reason: 'taken', path: at } : undefined;
}

function isTaken(opened: Opened, path: Path, name: string): boolean {
  const whole = declaredAt(opened, [...path, name]) !== undefined;
  if (whole || sourceOf(opened, [...path, name]) !== undefined) return true;
  const [section, set] = path;
  if (section !== 'fieldSets' || path.length !== 2) return false;
  return usersOf(opened, String(set)).some((user) =>
    Object.hasOwn(asObject(declaredAt(opened, ['resources', user, 'fields'])), name),
  );
}

/** The collections that have the fields of a set. */
export function usersOf({ files }: Opened, set: string): string[] {
  return files.flatMap(({ value }) =>
    Object.entries(asObject(value['resources']))
      .filter(([, resource]) => setsOf(resource).includes(set))
      .map(([name]) => name),
  );
}

function membersOf(root: Node, path: Path): readonly Node[] {
  return findNodeAtLocation(root, [...path])?.children ?? [];
}

/** The member of an object or list that has a value. */
function memberOf(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent : node;
}
