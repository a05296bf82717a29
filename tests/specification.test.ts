import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { top } from './support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const text = read('docs/specification.md');

describe('the page on the specification', () => {
  test('names existing files', () => {
    const named = [...text.matchAll(/`((?:src|tests)\/[^`]+|\w+\.(?:json|html))`/g)];

    const gone = named.map(([, path = '']) => path).filter((path) => !existsSync(join(top, path)));

    expect(named.length).toBeGreaterThan(100);
    expect(gone).toEqual([]);
  });

  test('quotes existing tests', () => {
    const quoted = [...text.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)];

    const gone = quoted
      .filter(([, path = '', name = '']) => existsSync(join(top, path)) && !has(path, name))
      .map(([whole]) => whole);

    expect(quoted.length).toBeGreaterThan(50);
    expect(gone).toEqual([]);
  });

  test.each(['3.11', '3.12', '3.13', '3.14', '3.15', '9.4'])('says that %s differs', (number) => {
    const line = text.split('\n').find((each) => each.startsWith(`| ${number} |`));

    expect(line).toContain('**differs**');
  });

  test('has each sentence once, in order', () => {
    const numbers = [...text.matchAll(/^\| (\d)\.(\d+) \|/gm)].map(([, section, at]) => [
      Number(section),
      Number(at),
    ]);

    const expected = numbers.map(([section], index) => {
      const [before, last] = numbers[index - 1] ?? [];
      return [section, before === section ? last! + 1 : 1];
    });

    expect(numbers).toEqual(expected);
    expect(new Set(numbers.map(([section]) => section)).size).toBe(9);
  });
});

function has(path: string, name: string): boolean {
  return read(path).includes(name);
}
