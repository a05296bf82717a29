import { requireItem } from '../../fields/require-entry.ts';
import { z } from 'zod';
import type { DescriptorProblemCode } from '../../fields/problems/descriptor-problem-codes.ts';
import type { Problem, ProblemParams } from '../../fields/problems/problem.ts';
import { suggestHint } from '../suggest.ts';
import { descriptorProblem } from './descriptor-problem.ts';
import { schemaAt, settingNames, valueAt } from './schema-at.ts';
import type { Path } from './source-text.ts';

/** A problem, and the path of the declaration that has it. */
export type Flaw = {
  problem: Problem;
  path: Path;
  at: 'key' | 'value';
  /** The position within a text, in characters. */
  inside?: number;
};

export function flaw(
  code: DescriptorProblemCode,
  path: Path,
  params: ProblemParams = {},
  hint?: string,
): Flaw {
  return { problem: descriptorProblem(code, path.join('.'), params, hint), path, at: 'value' };
}

/** A problem of the name of a declaration, or of the whole of it. */
export function keyFlaw(...args: Parameters<typeof flaw>): Flaw {
  return { ...flaw(...args), at: 'key' };
}

/**
 * Checks a declaration against the grammar. `path` is its place in the file; `of`
 * describes it for "is not a setting of {of}".
 */
export function checkGrammar(schema: z.ZodType, declared: unknown, path: Path, of: string): Flaw[] {
  const issues = schema.safeParse(declared).error?.issues ?? [];
  return issues.flatMap((issue) => fromIssue({ schema, declared, path, of }, issue));
}

/** The most unknown settings of one object that are reported; each is compared with all names. */
const MOST_UNKNOWN = 100;

type Declaration = { schema: z.ZodType; declared: unknown; path: Path; of: string };
type Issue = z.core.$ZodIssue;

function fromIssue(declaration: Declaration, issue: Issue): Flaw[] {
  const inside = issue.path as Path;
  const path = [...declaration.path, ...inside];
  const value = valueAt(declaration.declared, inside);
  const schema = schemaAt(declaration.schema, inside, declaration.declared);
  if (issue.code === 'unrecognized_keys') {
    const of = describePlace(inside) ?? declaration.of;
    const names = settingNames(schema);
    return issue.keys
      .slice(0, MOST_UNKNOWN)
      .map((key) => unknownSetting([...path, key], names, of));
  }
  if (issue.code === 'invalid_key') {
    const reason = expectedBy(requireItem(issue.issues, 0));
    return [keyFlaw('D008', path, { reason })];
  }
  if (value === undefined) return [flaw('D005', path)];
  if (issue.code === 'custom') return [flaw('D007', path, { reason: issue.message })];
  if (issue.code === 'invalid_union') return fromUnion(declaration, issue, path, value);
  const expected = (schema && z.globalRegistry.get(schema)?.title) ?? expectedBy(issue);
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  return [flaw('D004', path, { expected }, hintFor(value, values))];
}

function describePlace(inside: Path): string | undefined {
  const name = inside.findLast((step) => typeof step === 'string');
  return name && (typeof inside.at(-1) === 'number' ? `an entry of ${name}` : name);
}

export function unknownSetting(path: Path, names: readonly string[], of: string): Flaw {
  const hint = suggestHint(String(path.at(-1)), names) ?? `the settings are ${names.join(', ')}`;
  return keyFlaw('D003', path, { of }, hint);
}

type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

/** Reports the problems of the alternative that matches best. */
function fromUnion(declaration: Declaration, issue: UnionIssue, path: Path, value: unknown) {
  if (issue.discriminator !== undefined) return [wrongType(issue, path, value)];
  const meant = issue.errors.find((inner) => inner.some(isInside));
  if (meant) {
    return meant.flatMap((inner) =>
      fromIssue(declaration, { ...inner, path: [...issue.path, ...inner.path] }),
    );
  }
  const ways = new Set(issue.errors.flat().map(expectedBy));
  return [flaw('D004', path, { expected: [...ways].join(' or ') })];
}

function isInside(issue: Issue): boolean {
  return issue.path.length > 0 || issue.code === 'unrecognized_keys';
}

/** zod sets `options` when it reports a discriminator, although its type does not say so. */
function wrongType(
  issue: UnionIssue & { options?: readonly unknown[] },
  path: Path,
  value: unknown,
) {
  return unknownType(path, value, issue.options?.map(String) ?? []);
}

/** Suggests the type that was probably meant, and lists all types only if none is similar. */
export function unknownType(path: Path, value: unknown, types: readonly string[]): Flaw {
  const hint = hintFor(value, types) ?? `the types are ${types.join(', ')}`;
  return flaw('D006', path, {}, hint);
}

function hintFor(value: unknown, words: readonly string[]): string | undefined {
  return typeof value === 'string' ? suggestHint(value, words) : undefined;
}

/** What a schema wanted, as the end of "must be …". */
function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return sized(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return sized(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return `text that matches ${issue.pattern ?? issue.format}`;
    default:
      return issue.message;
  }
}

const typeTexts: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
};

function sized(origin: string, limit: string, count: number): string {
  const size = `${limit} ${count}`;
  if (origin === 'string') return `text of ${size} ${count === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `a list of ${size} ${count === 1 ? 'entry' : 'entries'}`;
  return size;
}
