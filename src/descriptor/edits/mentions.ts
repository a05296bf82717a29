import { z } from 'zod';
import { isSameJson, type JsonObject } from '../json-object.ts';
import { descriptorProblem } from '../read/descriptor-problem.ts';
import { fieldSettings } from '../read/grammar.ts';
import { schemaAt, type Schema, valueAt } from '../read/schema-at.ts';
import type { Path } from '../read/source-text.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { removeAt } from './edit.ts';
import { type DescriptorFiles, type Edited, fileOf, type Refusal, wholeOf } from './open-files.ts';
import { mentionedIn } from './rename.ts';

/** A place that mentions a field, a collection or a choice: the smallest part that can be removed. */
export type Mention = { file: string; path: Path; line: number; column: number };

/** Where the descriptor mentions what a path names, from top to bottom, without its declaration. */
export function mentionsOf(
  files: DescriptorFiles,
  path: Path,
): { mentions: readonly Mention[] } | { refused: Refusal } {
  const found = mentionedIn(files, path);
  if ('refused' in found) return found;
  const { opened, paths } = found;
  const whole = wholeOf(opened);
  const parts = paths.map((one) => removablePart(whole, one));
  const apart = parts.filter(
    (one, at) => !parts.slice(0, at).some((other) => isSameJson(other, one)),
  );
  const mentions = apart.flatMap((part): Mention[] => {
    const of = opened.files[fileOf(opened, part)];
    if (!of) return [];
    const { line, column } = of.source.locate(descriptorProblem('D011', ''), part, 'key');
    return [{ file: of.file.path, path: part, line, column }];
  });
  return { mentions };
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

/** A child list without its field is none, and a list of columns may not be empty. */
function removablePart(whole: JsonObject, path: Path): Path {
  const parent = path.slice(0, -1);
  const step = path.at(-1) ?? '';
  const siblings = valueAt(whole, parent);
  if (typeof step === 'number')
    return Array.isArray(siblings) && siblings.length === 1 ? removablePart(whole, parent) : path;
  const schema = schemaOf(whole, parent);
  const setting: unknown = schema instanceof z.ZodObject ? schema.shape[step] : undefined;
  const isNeeded =
    setting instanceof z.ZodType && !setting.safeParse(undefined).success && parent.length > 2;
  return isNeeded ? removablePart(whole, parent) : path;
}

function schemaOf(whole: JsonObject, path: Path): Schema | undefined {
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
