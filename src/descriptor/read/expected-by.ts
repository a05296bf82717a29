import type { z } from 'zod';

/** What a schema wanted, as the end of "must be …". */
export function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
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

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
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
