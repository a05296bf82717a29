import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { top } from './support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');

/** A line of the table: the number of a requirement, the verdict, and how, with the tests. */
const lines = read('docs/security.md')
  .split('\n')
  .flatMap((line) => {
    const [, number, verdict = '', rest = ''] =
      /^\| (V\d+\.\d+(?:\.\d+)?) \| ([^|]*) \| (.*) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, verdict, rest }];
  });

/**
 * The requirements of levels 1 and 2 of ASVS 5.0, chapters 6 to 10, as the last number of each section. A section that
 * does not apply has one line.
 */
const required: Readonly<Record<string, string>> = {
  'V6.1': '1 2 3',
  'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  'V6.3': '1 2 3 4',
  'V6.4': '1 2 3 4',
  'V6.5': '1 2 3 4 5',
  'V6.6': '1 2 3',
  'V6.8': '1 2 3 4',
  'V7.1': '1 2 3',
  'V7.2': '1 2 3 4',
  'V7.3': '1 2',
  'V7.4': '1 2 3 4 5',
  'V7.5': '1 2',
  'V7.6': '1 2',
  'V8.1': '1 2',
  'V8.2': '1 2 3',
  'V8.3': '1',
  'V8.4': '1',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '',
  'V10.4': '',
  'V10.5': '1 2 3 4 5',
  'V10.6': '',
  'V10.7': '',
};

describe('the report on ASVS', () => {
  test('has each requirement of levels 1 and 2 once, in order', () => {
    const numbers = lines.map(({ number }) => number);

    const expected = Object.entries(required).flatMap(([section, last]) =>
      last === '' ? [section] : last.split(' ').map((each) => `${section}.${each}`),
    );
    expect(numbers).toEqual(expected);
  });

  test('has a verdict in each line', () => {
    const verdicts = new Set(['met', 'argued', 'not met', '–']);

    expect(lines.filter(({ verdict }) => !verdicts.has(verdict))).toEqual([]);
  });

  test('quotes a test for each requirement that is met', () => {
    const bare = lines.filter(({ verdict, rest }) => verdict === 'met' && quotes(rest).length < 1);

    expect(bare.map(({ number }) => number)).toEqual([]);
  });

  test('quotes existing tests', () => {
    const all = lines.flatMap(({ number, rest }) =>
      quotes(rest).map((quote) => ({ number, ...quote })),
    );

    const gone = all.filter(({ path, name }) => !isTest(path, name));

    expect(all.length).toBeGreaterThan(50);
    expect(gone).toEqual([]);
  });
});

function quotes(text: string): { path: string; name: string }[] {
  return [...text.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)].map(([, path = '', name = '']) => ({
    path,
    name,
  }));
}

/** Whether the file has the name in quotes, as the names of tests and of their cases are. */
function isTest(path: string, name: string): boolean {
  if (!existsSync(join(top, path))) return false;
  const text = read(path);
  return ["'", '"', '`'].some((quote) => text.includes(quote + name + quote));
}
