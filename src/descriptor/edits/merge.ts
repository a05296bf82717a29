import { isObject, isSameJson } from '../json-object.ts';
import { asObject } from '../read/draft.ts';
import { valueAt } from '../read/schema-at.ts';
import type { Path } from '../read/source-text.ts';
import { sections } from '../read/sources.ts';
import { moveAt } from './edit.ts';
import { keep, lostComments, put, type Sides, writtenAt } from './merge-texts.ts';
import {
  declaredAt,
  type DescriptorFile,
  type DescriptorFiles,
  fileOf,
  type Opened,
  openFiles,
  wholeOf,
} from './open-files.ts';

/** What both sides changed differently: a setting, the order of members, or a file if no part of it can be merged. */
export type Conflict =
  | {
      path: Path;
      theirs: unknown;
      mine: unknown;
      /** The new names of what a side has renamed. */
      renamed?: Partial<Record<Side, string>>;
    }
  | { file: string; theirs: string | undefined; mine: string | undefined };

export type Side = 'theirs' | 'mine';

/** The side that the person wants of a conflict; they come in the same order each time. */
export type Choice = (conflict: Conflict, index: number) => Side;

export type Merged = {
  files: DescriptorFiles;
  conflicts: readonly Conflict[];
  /** What one side has written as a comment, and the files do not have. */
  lostComments: readonly string[];
  /** Places that could not be given what one side has there. */
  lostPaths: readonly Path[];
};

/**
 * Merges two changes of the same texts. What only one side changed is taken from it: whole collections (and other
 * members of the sections and of the root) as their texts stand, with their comments. Where both changed the same
 * collection, this goes on by setting, by field and by setting of a field, and never into one of these: two halves of a
 * condition or of permissions can allow more than either side. What is still different is a conflict, which the choice
 * decides.
 */
export function merge(sides: Sides<DescriptorFiles>, sideOf: Choice): Merged {
  const merged = mergeParts(sides, sideOf) ?? mergeFiles(sides, sideOf);
  const { files, conflicts, lostPaths } = merged;
  return { files, conflicts, lostPaths, lostComments: lostComments(sides, files) };
}

type State = {
  files: DescriptorFiles;
  conflicts: Conflict[];
  lostPaths: Path[];
  sideOf: Choice;
  /** Collections and roles that are part of a conflict about a new name of them. */
  settled: Set<string>;
};

/** Undefined if a text has a syntax error, or a declaration or an inclusion is in another file than before. */
function mergeParts(sides: Sides<DescriptorFiles>, sideOf: Choice): State | undefined {
  const opened = openSides(sides);
  if (!opened) return undefined;
  const units = unitsOf(opened);
  if ([opened.theirs, opened.mine].some((side) => isMoved(opened.base, side, units)))
    return undefined;
  const state = toState(startOf(sides), sideOf);
  for (const path of units) mergeRenamed(state, opened, path);
  for (const path of units) if (!state.settled.has(path.join('.'))) mergeUnit(state, opened, path);
  for (const section of sections) mergeOrder(state, valuesOf(opened, [section]), [section]);
  return 'refused' in openFiles(state.files) ? undefined : state;
}

function openSides(sides: Sides<DescriptorFiles>): Sides<Opened> | undefined {
  const { base, theirs, mine } = mapSides(sides, openFiles);
  if ('refused' in base || 'refused' in theirs || 'refused' in mine) return undefined;
  return { base, theirs, mine };
}

function toState(files: DescriptorFiles, sideOf: Choice): State {
  return { files, conflicts: [], lostPaths: [], sideOf, settled: new Set() };
}

/** Whether a side declares something in another file than before, or has changed what an included file includes. */
function isMoved(base: Opened, side: Opened, units: readonly Path[]): boolean {
  const pathIn = (opened: Opened, path: Path): string | undefined =>
    declaredAt(opened, path) === undefined
      ? undefined
      : opened.files[fileOf(opened, path)]?.file.path;
  const includesOf = ({ files }: Opened) =>
    new Map(files.slice(1).map(({ file, value }) => [file.path, value['include']]));
  const before = includesOf(base);
  return (
    units.some((path) => {
      const [was, now] = [pathIn(base, path), pathIn(side, path)];
      return was !== undefined && now !== undefined && was !== now;
    }) || [...includesOf(side)].some(([path, now]) => !isSame(before.get(path), now))
  );
}

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

/** A collection or a role that one side renamed and the other changed, or that both renamed: the person chooses one of them. */
function mergeRenamed(state: State, opened: Sides<Opened>, path: Path): void {
  const [first, name] = path;
  const section = ['resources', 'roles'].find((one) => one === first);
  if (section === undefined || name === undefined) return;
  const values = valuesOf(opened, path);
  const newNames = (['theirs', 'mine'] as const).map((side) =>
    newNameOf(valuesOf(opened, [section])[side], String(name)),
  );
  const [theirs, mine] = newNames;
  if (values.base === undefined || (theirs === undefined && mine === undefined)) return;
  const isChanged = (side: Side, renamed: string | undefined): boolean =>
    renamed !== undefined || !isSame(values[side], values.base);
  if (!isChanged('theirs', theirs) || !isChanged('mine', mine)) return;
  const at = (renamed: string | undefined): Path => [section, renamed ?? name];
  const side = decide(state, {
    path,
    theirs: valueAt(wholeOf(opened.theirs), at(theirs)),
    mine: valueAt(wholeOf(opened.mine), at(mine)),
    renamed: { ...(theirs !== undefined && { theirs }), ...(mine !== undefined && { mine }) },
  });
  for (const each of [name, theirs, mine])
    if (each !== undefined) {
      const unit = [section, each];
      state.settled.add(unit.join('.'));
      put(state, opened[side], unit);
    }
}

/** What a member of a section or of the fields is called now; undefined if it has not been renamed. */
function newNameOf(members: unknown, name: string): string | undefined {
  if (Object.hasOwn(asObject(members), name)) return undefined;
  return Object.entries(asObject(members)).find(([, one]) => asObject(one)['was'] === name)?.[0];
}

function mergeUnit(state: State, opened: Sides<Opened>, path: Path): void {
  const texts = mapSides(opened, (side) => writtenAt(side, path)?.whole);
  const values = valuesOf(opened, path);
  if (texts.mine === texts.base || texts.mine === texts.theirs) put(state, opened.theirs, path);
  else if (texts.theirs === texts.base) put(state, opened.mine, path);
  else if (isSame(values.mine, values.base)) put(state, opened.theirs, path);
  else if (isSame(values.theirs, values.base) || isSame(values.theirs, values.mine))
    put(state, opened.mine, path);
  else if (canGoInside(path, values)) {
    put(state, opened.theirs, path);
    mergeInside(state, opened, path);
  } else put(state, opened[decide(state, conflictAt(path, values))], path);
}

/** Where the members of both sides can be mixed, because each is about something of its own. */
const mixed = ['app', 'resources.*', 'resources.*.list', 'resources.*.fields.*', 'fieldSets.*.*'];

/** The same, unless a side has renamed one of these: then the others may mention its new name. */
const ofFields = ['resources.*.fields', 'fieldSets.*'];

function canGoInside(path: Path, { base, theirs, mine }: Sides<unknown>): boolean {
  // Two additions with the same name need not be about the same thing.
  if (!isObject(base) || !isObject(theirs) || !isObject(mine)) return false;
  const is = (pattern: string): boolean => {
    const steps = pattern.split('.');
    return (
      steps.length === path.length && steps.every((one, at) => one === '*' || one === path[at])
    );
  };
  if (mixed.some(is)) return true;
  const isRenamed = (field: string): boolean =>
    [theirs, mine].some((side) => newNameOf(side, field) !== undefined);
  return ofFields.some(is) && !Object.keys(base).some(isRenamed);
}

/** Goes on by member, where both sides have changed something. */
function mergeInside(state: State, opened: Sides<Opened>, path: Path): void {
  const sides = mapSides(valuesOf(opened, path), asObject);
  const keys = new Set([sides.theirs, sides.base, sides.mine].flatMap((side) => Object.keys(side)));
  for (const key of keys) {
    const at = [...path, key];
    const one = mapSides(sides, (side) => side[key]);
    if (isSame(one.mine, one.base) || isSame(one.mine, one.theirs)) continue;
    if (isSame(one.theirs, one.base)) put(state, opened.mine, at);
    else if (canGoInside(at, one)) mergeInside(state, opened, at);
    else if (decide(state, conflictAt(at, one)) === 'mine') put(state, opened.mine, at);
  }
  mergeOrder(state, sides, path);
}

/** Whether two values are the same, in the same order: the order of fields is a change too. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function conflictAt(path: Path, { theirs, mine }: Sides<unknown>): Conflict {
  return { path, theirs, mine };
}

function decide(state: State, conflict: Conflict): Side {
  return state.sideOf(conflict, state.conflicts.push(conflict) - 1);
}

/** If only my side has another order of what both have, it counts; if both have one, that is a conflict. */
function mergeOrder(state: State, values: Sides<unknown>, path: Path): void {
  const { base, theirs, mine } = mapSides(values, (side) => Object.keys(asObject(side)));
  const shared = (side: readonly string[]) =>
    side.filter((name) => [base, theirs, mine].every((all) => all.includes(name)));
  const [before, now, wanted] = [shared(base), shared(theirs), shared(mine)];
  if (isSameJson(wanted, before) || isSameJson(now, wanted)) return;
  if (!isSameJson(before, now) && decide(state, { path, theirs: now, mine: wanted }) === 'theirs')
    return;
  for (const [index, name] of [...wanted.entries()].toReversed())
    keep(state, moveAt(state.files, [...path, name], wanted[index + 1]), path);
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

/** Whole files, where no part of them can be merged. */
function mergeFiles(sides: Sides<DescriptorFiles>, sideOf: Choice): State {
  const texts = mapSides(sides, textsOf);
  const state = toState([], sideOf);
  state.files = [...new Set([...texts.theirs.keys(), ...texts.mine.keys()])].flatMap((path) => {
    const { base, theirs, mine } = mapSides(texts, (side) => side.get(path));
    let text = theirs === base ? mine : theirs;
    if (mine !== base && theirs !== base && mine !== theirs)
      text = { theirs, mine }[decide(state, { file: path, theirs, mine })];
    return text === undefined ? [] : [{ path, text }];
  });
  return state;
}
