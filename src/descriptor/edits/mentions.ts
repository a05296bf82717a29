import { z } from 'zod';
import { isSameJson, type JsonObject } from '../json-object.ts';
import { descriptorProblem } from '../read/descriptor-problem.ts';
import { fieldSettings } from '../read/grammar.ts';
import { schemaAt, type Schema, valueAt } from '../read/schema-at.ts';
import type { Path } from '../read/source-text.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { removeAt } from './edit.ts';
import {
  type DescriptorFiles,
  type Edited,
  fileOf,
  type Opened,
  type Refusal,
  wholeOf,
} from './open-files.ts';
import { mentionedIn } from './rename.ts';

/** A place that mentions a field, a collection or a choice: the smallest part that can be removed. */
export type Mention = { file: string; path: Path; line: number; column: number };

type Mentions = { mentions: readonly Mention[] } | { refused: Refusal };

/**
 * What goes together with what a path names, from top to bottom, without its declaration: the places that mention it, and
 * those that mention a field that goes with it, such as one that is computed from it.
 */
export function mentionsOf(files: DescriptorFiles, path: Path): Mentions {
  const found = partsOf(files, path);
  if ('refused' in found) return found;
  const parts = [...found.parts];
  // The list grows while it is read.
  for (const part of parts) {
    const more = isField(part) ? partsOf(files, part) : { parts: [] };
    const others = 'parts' in more ? more.parts : [];
    parts.push(...others.filter((one) => !isIn(one, path) && !has(parts, one)));
  }
  return { mentions: locate(found.opened, withLists(wholeOf(found.opened), parts)) };
}

/** The places that mention what a path names, alone. */
export function directMentionsOf(files: DescriptorFiles, path: Path): Mentions {
  const found = partsOf(files, path);
  if ('refused' in found) return found;
  return { mentions: locate(found.opened, withLists(wholeOf(found.opened), found.parts)) };
}

function partsOf(
  files: DescriptorFiles,
  path: Path,
): { opened: Opened; parts: readonly Path[] } | { refused: Refusal } {
  const found = mentionedIn(files, path);
  if ('refused' in found) return found;
  const { opened, paths } = found;
  const whole = wholeOf(opened);
  return { opened, parts: paths.map((one) => removablePart(whole, one)) };
}

/** The parts from top to bottom, without those inside others. */
function locate(opened: Opened, parts: readonly Path[]): Mention[] {
  const apart = parts.filter(
    (part, at) =>
      !has(parts.slice(0, at), part) &&
      !parts.some((other) => other.length < part.length && isIn(part, other)),
  );
  const placed = apart.flatMap((path) => {
    const index = fileOf(opened, path);
    const of = opened.files[index];
    if (!of) return [];
    const { line, column } = of.source.locate(descriptorProblem('D011', ''), path, 'key');
    return [{ index, mention: { file: of.file.path, path, line, column } }];
  });
  return placed
    .toSorted(
      (one, other) =>
        one.index - other.index ||
        one.mention.line - other.mention.line ||
        one.mention.column - other.mention.column,
    )
    .map(({ mention }) => mention);
}

function has(parts: readonly Path[], part: Path): boolean {
  return parts.some((one) => isSameJson(one, part));
}

function isIn(part: Path, other: Path): boolean {
  return other.every((step, at) => part[at] === step);
}

/** Removes a declaration together with what mentions it. */
export function removeWithMentions(files: DescriptorFiles, path: Path): Edited {
  const found = mentionsOf(files, path);
  if ('refused' in found) return found;
  // From the bottom, so that the entries of lists keep their places.
  const remaining = found.mentions.toReversed().reduce((left, mention) => {
    const edited = removeAt(left, mention.path);
    // A part of what has been removed already is gone.
    return 'files' in edited ? edited.files : left;
  }, files);
  return removeAt(remaining, path);
}

/**
 * What goes as a whole, up to `>`, if what follows mentions something. What a condition limits would be free without it:
 * all records would be public. With fewer fields, a key or a rule would be another one.
 */
const wholes = [
  'resources * public > where',
  'resources * public create > when',
  'resources * public create > confirm',
  'resources * permissions * *',
  'permissionSets * * *',
  'resources * importKey',
  'resources * unique *',
  'resources * indexes *',
  'resources * noOverlap *',
  'resources * checks * > check',
  'resources * actions * > when',
  ...['resources * fields *', 'fieldSets * *'].flatMap((field) => [
    `${field} > computed`,
    `${field} states transitions * > when`,
  ]),
].map((written) => {
  const [start = '', end = ''] = written.split(' > ');
  const goes = start.split(' ');
  return { goes: goes.length, steps: [...goes, ...(end === '' ? [] : [end])] };
});

function wholeAround(path: Path): Path {
  const around = wholes.find(
    ({ steps }) =>
      steps.length <= path.length && steps.every((step, at) => step === '*' || step === path[at]),
  );
  return around ? path.slice(0, around.goes) : path;
}

function isField({ 0: section, 2: setting, length }: Path): boolean {
  return section === 'fieldSets'
    ? length === 3
    : section === 'resources' && setting === 'fields' && length === 4;
}

/** A child list without its field is none. */
function removablePart(whole: JsonObject, mentioned: Path): Path {
  const path = wholeAround(mentioned);
  const parent = path.slice(0, -1);
  const step = path.at(-1) ?? '';
  if (typeof step === 'number') return path;
  // A reference to a value is one value.
  if (step.startsWith('$') && parent.length > 2) return removablePart(whole, parent);
  const schema = schemaOf(whole, parent);
  const setting: unknown = schema instanceof z.ZodObject ? schema.shape[step] : undefined;
  const isNeeded =
    setting instanceof z.ZodType && !setting.safeParse(undefined).success && parent.length > 2;
  return isNeeded ? removablePart(whole, parent) : path;
}

/** The parts with the lists that would be empty; a list of columns may not be. */
function withLists(whole: JsonObject, parts: readonly Path[]): readonly Path[] {
  const emptied = parts.flatMap((part) => {
    const list = part.slice(0, -1);
    const entries = typeof part.at(-1) === 'number' ? valueAt(whole, list) : undefined;
    // Without transitions no change of the state is allowed; without their list, every change would be.
    if (!Array.isArray(entries) || list.at(-1) === 'transitions') return [];
    return entries.every((_, at) => has(parts, [...list, at])) ? [removablePart(whole, list)] : [];
  });
  const added = emptied.filter((part) => !has(parts, part));
  return added.length === 0 ? parts : withLists(whole, [...parts, ...added]);
}

/** The grammar at a path of the descriptor, also inside of resources and fields. */
export function schemaOf(whole: JsonObject, path: Path): Schema | undefined {
  const [section, , setting] = path;
  const depth = section === 'fieldSets' ? 3 : 4;
  if (section === 'fieldSets' || (section === 'resources' && setting === 'fields')) {
    const field = valueAt(whole, path.slice(0, depth));
    const settings = fieldSettings[String(valueAt(field, ['type']))];
    return settings && path.length >= depth
      ? schemaAt(settings, path.slice(depth), field)
      : undefined;
  }
  if (section !== 'resources') return schemaAt(descriptorSettings, path, whole);
  return schemaAt(resourceSettings, path.slice(2), valueAt(whole, path.slice(0, 2)));
}
