import type { z } from 'zod';
import type { Expectation } from './expectations.ts';
import type { ValueMistake } from './value-check.ts';
import { problem, type Problem, type ProblemParams } from './problem.ts';

/**
 * The problems that a value's rule found. `path` is the place of the value; places inside it are appended
 * (`synonyms.2`, `tagtog.id`). Each place has one problem, the first: what else is wrong with a text that should be a
 * list helps nobody.
 */
export function valueProblems(error: z.ZodError, path: string): Problem[] {
  const problems = error.issues.flatMap((issue) => toProblems(issue, path));
  return [...new Map(problems.toReversed().map((each) => [each.path, each])).values()].toReversed();
}

type Issue = z.core.$ZodIssue;

function toProblems(issue: Issue, base: string): Problem[] {
  const path = joinPath(base, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => problem('V009', joinPath(path, [key])));
  }
  const { code, params, hint } = toFinding(issue);
  return [problem(code, path, params, hint)];
}

type Finding = Omit<ValueMistake, 'params'> & { params?: ProblemParams };

const expects = (expected: string): Finding => ({ code: 'V002', params: { expected } });

function toFinding(issue: Issue): Finding {
  switch (issue.code) {
    case 'custom':
      // A bare `refine` has only its message.
      return (issue.params as ValueMistake | undefined) ?? expects(issue.message);
    case 'invalid_type':
      return ofType(issue.expected);
    case 'invalid_format':
      return ofFormat(issue.format, issue.pattern);
    case 'invalid_value':
      return { code: 'V008', params: { choices: issue.values.join(', ') } };
    // The member that says which kind of object it is.
    case 'invalid_union':
      return 'options' in issue
        ? { code: 'V008', params: { choices: (issue.options as unknown[]).join(', ') } }
        : expects(issue.message);
    case 'too_big': {
      const code = issue.origin === 'array' ? 'V016' : 'V006';
      return { code, params: { max: Number(issue.maximum) } };
    }
    case 'too_small':
      return { code: 'V005', params: { min: Number(issue.minimum) } };
    default:
      // The rules of our types raise no other issue; the contract test would show one.
      return expects(issue.message);
  }
}

function ofType(type: string): Finding {
  return type === 'int' ? { code: 'V017' } : expects(expectedTypes[type] ?? type);
}

function ofFormat(format: string, pattern: string | undefined): Finding {
  if (format === 'regex')
    return { code: 'V007', params: { pattern: String(pattern).replace(/^\/|\/\w*$/g, '') } };
  return { code: 'V011', params: { expected: expectedFormats[format] ?? format } };
}

const expectedTypes: Partial<Record<string, Expectation>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

const expectedFormats: Partial<Record<string, Expectation>> = {
  date: 'date',
  datetime: 'dateTime',
};

function joinPath(base: string, rest: readonly PropertyKey[]): string {
  return [base, ...rest.map(String)].filter((part) => part !== '').join('.');
}
