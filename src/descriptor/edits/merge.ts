import { createScanner, findNodeAtLocation, type Node } from 'jsonc-parser';
import { isObject, isSameJson } from '../json-object.ts';
import { asObject } from '../read/draft.ts';
import { valueAt } from '../read/schema-at.ts';
import type { Path } from '../read/source-text.ts';
import { sections } from '../read/sources.ts';
import { insertAt, moveAt, removeAt, setAt } from './edit.ts';
import { insertMember, writtenMember } from './member-edits.ts';
import {
  declaredAt,
  type DescriptorFile,
  type DescriptorFiles,
  type Edited,
  fileOf,
  type Opened,
  openFiles,
  withText,
  wholeOf,
} from './open-files.ts';
import { afterComma, applyChanges, endOf, indentAt, startOfLine } from './text-places.ts';
import { nodeAt } from './write-value.ts';

/** What both sides changed differently: a setting, or a file if one of the texts has a syntax error. */
export type Conflict =
  | { path: Path; theirs: unknown; mine: unknown }
  | { file: string; theirs: string | undefined; mine: string | undefined };

export type Side = 'theirs' | 'mine';

/** The side that the person wants of a conflict; they come in the same order each time. */
export type Choice = (conflict: Conflict, index: number) => Side;

export type Merged = {
  files: DescriptorFiles;
  conflicts: readonly Conflict[];
  /** What one side has written as a comment, and the files do not have. */
  lostComments: readonly string[];
};

type Sides<Of> = { base: Of; theirs: Of; mine: Of };

/**
 * Merges two changes of the same texts. What only one side changed is taken from it: whole collections (and other
 * members of the sections and of the root) as their texts stand, with their comments. Where both changed the same
 * collection, this goes on by field and setting. What is still different is a conflict,
 * which the choice decides.
 */
export function merge(sides: Sides<DescriptorFiles>, sideOf: Choice): Merged {
  const { files, conflicts } = mergeSides(sides, sideOf);
  return { files, conflicts, lostComments: lostComments(sides, files) };
}

type Parts = Pick<Merged, 'files' | 'conflicts'>;

function mergeSides(sides: Sides<DescriptorFiles>, sideOf: Choice): Parts {
  const [base, theirs, mine] = [sides.base, sides.theirs, sides.mine].map((one) => openFiles(one));
  if (!base || !theirs || !mine || 'refused' in base || 'refused' in theirs || 'refused' in mine)
    return mergeFiles(sides, sideOf);
  const opened = { base, theirs, mine };
  const state: State = { files: startOf(sides), conflicts: [], sideOf };
  for (const path of unitsOf(opened)) mergeUnit(state, opened, path);
  for (const section of sections) mergeOrder(state, valuesOf(opened, [section]), [section]);
  return state;
}

type State = { files: DescriptorFiles; conflicts: Conflict[]; sideOf: Choice };

/** Files that only one side changed need no merge; where both did, theirs is where mine is added. */
function startOf({ base, theirs, mine }: Sides<DescriptorFiles>): DescriptorFiles {
  const [before, own] = [textsOf(base), textsOf(mine)];
  const present = theirs.flatMap((file): DescriptorFile[] => {
    const text = own.get(file.path);
    const isTheirs = before.get(file.path) !== file.text;
    if (text === undefined && !isTheirs) return [];
    return [isTheirs || text === undefined ? file : { path: file.path, text }];
  });
  const known = textsOf(theirs);
  const added = mine.filter(({ path }) => !before.has(path) && !known.has(path));
  return [...present, ...added];
}

function textsOf(files: DescriptorFiles): Map<string, string> {
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** What is merged as a whole if it can be: the members of the sections, and the other keys of the descriptor. */
function unitsOf(opened: Sides<Opened>): Path[] {
  const wholes = [opened.theirs, opened.base, opened.mine].map((side) => wholeOf(side));
  const isSection = (key: string): boolean => sections.some((one) => one === key);
  const keysAt = (key?: string): Set<string> =>
    new Set(
      wholes.flatMap((whole) => Object.keys(key === undefined ? whole : asObject(whole[key]))),
    );
  return [
    ...[...keysAt()].filter((key) => !isSection(key)).map((key) => [key]),
    ...sections.flatMap((section) => [...keysAt(section)].map((name) => [section, name])),
  ];
}

function mergeUnit(state: State, opened: Sides<Opened>, path: Path): void {
  const texts = mapSides(opened, (side) => writtenAt(side, path)?.whole);
  const values = valuesOf(opened, path);
  if (texts.mine === texts.base || texts.mine === texts.theirs) put(state, opened.theirs, path);
  else if (texts.theirs === texts.base) put(state, opened.mine, path);
  else if (isSame(values.mine, values.base)) put(state, opened.theirs, path);
  else if (isSame(values.theirs, values.base) || isSame(values.theirs, values.mine))
    put(state, opened.mine, path);
  else if (isObject(values.theirs) && isObject(values.mine)) {
    put(state, opened.theirs, path);
    mergeInside(state, values, path);
  } else decide(state, values, path, () => put(state, opened.mine, path));
}

/** Goes on by setting, where both sides have changed something. */
function mergeInside(state: State, values: Sides<unknown>, path: Path): void {
  const sides = mapSides(values, asObject);
  const keys = new Set([sides.theirs, sides.mine].flatMap((side) => Object.keys(side)));
  for (const key of keys) {
    const at = [...path, key];
    const one = mapSides(sides, (side) => side[key]);
    if (isSame(one.mine, one.base) || isSame(one.mine, one.theirs)) continue;
    if (isObject(one.theirs) && isObject(one.mine)) mergeInside(state, one, at);
    else if (isSame(one.theirs, one.base)) write(state, sides.mine, at);
    else decide(state, one, at, () => write(state, sides.mine, at));
  }
  mergeOrder(state, sides, path);
}

/** Whether two values are the same, in the same order: the order of fields is a change too. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function decide(
  state: State,
  { theirs, mine }: Sides<unknown>,
  path: Path,
  take: () => void,
): void {
  const conflict = { path, theirs, mine };
  const index = state.conflicts.push(conflict) - 1;
  if (state.sideOf(conflict, index) === 'mine') take();
}

/** Writes one member of my side, before the one that follows it there. */
function write(state: State, mine: Readonly<Record<string, unknown>>, path: Path): void {
  const [parent, key] = [path.slice(0, -1), String(path.at(-1))];
  const value = mine[key];
  const opened = openFiles(state.files);
  if ('refused' in opened) return;
  if (value === undefined) return keep(state, removeAt(state.files, path));
  if (declaredAt(opened, path) !== undefined) return keep(state, setAt(state.files, path, value));
  const names = Object.keys(mine);
  const before = names
    .slice(names.indexOf(key) + 1)
    .find((name) => declaredAt(opened, [...parent, name]) !== undefined);
  const inserted = insertAt(state.files, parent, { key, value, before });
  keep(state, 'files' in inserted ? inserted : setAt(state.files, path, value));
}

/** If only my side has another order of what both have, it counts. */
function mergeOrder(state: State, values: Sides<unknown>, path: Path): void {
  const { base, theirs, mine } = mapSides(values, (side) => Object.keys(asObject(side)));
  const shared = (side: readonly string[]) =>
    side.filter((name) => [base, theirs, mine].every((all) => all.includes(name)));
  const [before, now, wanted] = [shared(base), shared(theirs), shared(mine)];
  if (!isSameJson(before, now) || isSameJson(now, wanted)) return;
  for (const [index, name] of wanted.entries().toArray().toReversed())
    keep(state, moveAt(state.files, [...path, name], wanted[index + 1]));
}

/** An edit that is not possible leaves what is there. */
function keep(state: State, edited: Edited): void {
  if ('files' in edited) state.files = edited.files;
}

type Unit = { file: number; text: string; node: Node; whole: string };

/** A unit as one side has written it, with the comments that are about it. */
function writtenAt(opened: Opened, path: Path): Unit | undefined {
  if (declaredAt(opened, path) === undefined) return undefined;
  const file = fileOf(opened, path);
  const text = opened.files[file]?.file.text ?? '';
  const node = findNodeAtLocation(nodeAt(text, []), [...path])?.parent;
  if (!node) return undefined;
  const { lead, body, tail } = writtenMember(text, node).written;
  return { file, text, node, whole: lead + body + tail };
}

/** Gives a unit the text that one side has for it. */
function put(state: State, side: Opened, path: Path): void {
  const opened = openFiles(state.files);
  if ('refused' in opened) return;
  const [now, wanted] = [writtenAt(opened, path), writtenAt(side, path)];
  if (now?.whole === wanted?.whole) return;
  if (!wanted) keep(state, removeAt(state.files, path));
  else if (now) state.files = withText(opened, now.file, replaced(now, wanted));
  else add(state, { opened, side, path, wanted });
}

/** The text with another text for a unit and the comments around it. */
function replaced({ text, node }: Unit, wanted: Unit): string {
  const { written } = writtenMember(wanted.text, wanted.node);
  const { lead, tail } = writtenMember(text, node).written;
  const isLine = text.slice(startOfLine(text, node.offset), node.offset).trim() === '';
  const top = isLine ? startOfLine(text, node.offset) - lead.length : node.offset;
  const head = isLine ? written.lead + indentAt(text, node.offset) : '';
  const end = endOf(node);
  return applyChanges(text, [
    { at: top, length: end - top, text: head + written.body },
    ...(isLine && tail !== written.tail
      ? [{ at: afterComma(text, end) ?? end, length: tail.length, text: written.tail }]
      : []),
  ]);
}

type Added = { opened: Opened; side: Opened; path: Path; wanted: Unit };

/** Adds a unit to the file that it has on its side, before what follows it there. */
function add(state: State, { opened, side, path, wanted }: Added): void {
  const parent = path.slice(0, -1);
  const own = side.files[wanted.file]?.file.path;
  const file = Math.max(
    0,
    opened.files.findIndex((one) => one.file.path === own),
  );
  const text = opened.files[file]?.file.text ?? '';
  const container = findNodeAtLocation(nodeAt(text, []), [...parent]);
  const { written } = writtenMember(wanted.text, wanted.node);
  if (!container) {
    const value = declaredAt(side, path);
    return keep(state, setAt(state.files, path, value));
  }
  const names = namesOf(container);
  const order = Object.keys(asObject(valueAt(side.files[wanted.file]?.value, parent)));
  const next = order
    .slice(order.indexOf(String(path.at(-1))) + 1)
    .find((one) => names.includes(one));
  const index = next === undefined ? names.length : names.indexOf(next);
  state.files = withText(opened, file, insertMember(text, container, index, written));
}

function namesOf({ children = [] }: Node): string[] {
  return children.map((member) => String(member.children?.[0]?.value));
}

function valuesOf(opened: Sides<Opened>, path: Path): Sides<unknown> {
  return mapSides(opened, (side) => valueAt(wholeOf(side), path));
}

function mapSides<From, To>(
  { base, theirs, mine }: Sides<From>,
  of: (side: From) => To,
): Sides<To> {
  return { base: of(base), theirs: of(theirs), mine: of(mine) };
}

/** Whole files, because a text with a syntax error has no collections. */
function mergeFiles(sides: Sides<DescriptorFiles>, sideOf: Choice): Parts {
  const texts = mapSides(sides, textsOf);
  const paths = new Set([...texts.theirs.keys(), ...texts.mine.keys()]);
  const conflicts: Conflict[] = [];
  const files = [...paths].flatMap((path): DescriptorFile[] => {
    const { base, theirs, mine } = mapSides(texts, (side) => side.get(path));
    let text = theirs === base ? mine : theirs;
    if (mine !== base && theirs !== base && mine !== theirs) {
      const conflict = { file: path, theirs, mine };
      const index = conflicts.push(conflict) - 1;
      if (sideOf(conflict, index) === 'mine') text = mine;
    }
    return text === undefined ? [] : [{ path, text }];
  });
  return { files, conflicts };
}

/** Comments outside of what is merged as a whole stay as theirs, so that some can be lost. */
function lostComments(sides: Sides<DescriptorFiles>, merged: DescriptorFiles): string[] {
  const known = new Set([sides.base, merged].flatMap((files) => [...commentsOf(files)]));
  const written = new Set([sides.theirs, sides.mine].flatMap((files) => [...commentsOf(files)]));
  return [...written].filter((comment) => !known.has(comment));
}

function* commentsOf(files: DescriptorFiles): Generator<string> {
  for (const { text } of files) {
    const scanner = createScanner(text);
    while (scanner.getPosition() < text.length) {
      scanner.scan();
      const at = scanner.getTokenOffset();
      if (text.charAt(at) === '/') yield text.slice(at, scanner.getPosition()).trim();
    }
  }
}
