import { z } from 'zod';
import { ImportSettings, layoutMembers, MOST_ROWS } from '../../contract/import-settings.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { valueProblems } from '../../fields/problems/value-problems.ts';

const { layout: _, recipe: __, ...members } = ImportSettings.shape;

/** The settings that can be given as texts, each by its own name, and those of the layout beside them. */
export const textMembers: Readonly<Record<string, z.ZodType>> = { ...members, ...layoutMembers };

/** JSON objects, of which a form reports what they have as if it were a part of the form. */
const objects = ['mapping', 'constants', 'missing'];

/** Reads settings from the texts of a form or a command. An unknown name is a problem; an empty text says nothing. */
export function readTexts(texts: ReadonlyMap<string, string>): {
  settings: ImportSettings;
  problems: Problem[];
} {
  const settings: Record<string, unknown> = {};
  const layout: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, text] of texts) {
    const member = Object.hasOwn(textMembers, name) ? textMembers[name] : undefined;
    if (!member) problems.push(problem('Q001', name, {}));
    else if (text === '') continue;
    else {
      const isOfLayout = Object.hasOwn(layoutMembers, name);
      // A number or a switch of the layout may stay a text.
      const isRead = !isOfLayout || formOfText(name) === 'json';
      const read = isRead ? readText(name, text, member) : { value: text };
      if ('problems' in read) problems.push(...read.problems);
      else (isOfLayout ? layout : settings)[name] = read.value;
    }
  }
  return { settings: { ...settings, layout }, problems };
}

type Read = { value: unknown } | { problems: Problem[] };

function readText(name: string, text: string, member: z.ZodType): Read {
  const form = formOfText(name);
  if (form === 'plain') return { value: text };
  if (form === 'json') return readJson(name, text, member);
  return form === 'switch' ? readSwitch(name, text) : readRows(name, text);
}

/** How a text gives a setting: as it is, as `true` or `false`, as JSON, or as rows, of which this is an example. */
export type TextForm = 'plain' | 'switch' | 'json' | '3,5,17-20' | 'all, 3,5,17-20';

export function formOfText(name: string): TextForm {
  if (name === 'leaveOut') return '3,5,17-20';
  if (name === 'take') return 'all, 3,5,17-20';
  const member = textMembers[name];
  const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
  if (inner instanceof z.ZodBoolean) return 'switch';
  const isJson = [z.ZodRecord, z.ZodObject, z.ZodArray].some((kind) => inner instanceof kind);
  return isJson ? 'json' : 'plain';
}

function readSwitch(name: string, text: string): Read {
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  return { problems: [problem('I005', name, { expected: 'true, false' })] };
}

/** Reads `3,5,17-20`: rows of a file, counted from 1 below the column names. */
function readRows(name: string, text: string): Read {
  if (name === 'take' && text === 'all') return { value: text };
  const rows = new Set<number>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part) ?? [];
    const count = Number(to) - Number(from) + 1;
    if (!(Number(from) >= 1 && count >= 1))
      return { problems: [problem('I005', name, { expected: formOfText(name) })] };
    if (rows.size + count > MOST_ROWS)
      return { problems: [problem('V016', name, { max: MOST_ROWS })] };
    for (let row = Number(from); row <= Number(to); row++) rows.add(row);
  }
  return { value: [...rows] };
}

function readJson(name: string, text: string, member: z.ZodType): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [problem('Q005', name, { reason: (error as SyntaxError).message })] };
  }
  const hidden = findHidden(value, name);
  if (hidden !== undefined) return { problems: [problem('V020', hidden, { key: '__proto__' })] };
  const { success, data, error } = member.safeParse(value);
  if (success) return { value: data };
  return {
    problems: objects.includes(name)
      ? error.issues.flatMap((issue) => toPartProblems(issue, name))
      : valueProblems(error, name),
  };
}

function toPartProblems(issue: z.core.$ZodIssue, name: string): Problem[] {
  const path = [name, ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => problem('Q001', `${path}.${key}`));
  // An empty filter means all records, and somebody has to say so.
  if (path === 'missing.where') return [problem('V001', path)];
  return [problem('Q004', path, { expected: 'object' })];
}

/** A schema passes over a key of this name, but nothing that somebody has sent must be lost. */
function findHidden(value: unknown, path: string): string | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, '__proto__')) return path;
  const name = Object.keys(value).find((one) => {
    const own = value[one];
    return isObject(own) && Object.hasOwn(own, '__proto__');
  });
  return name === undefined ? undefined : `${path}.${name}`;
}
