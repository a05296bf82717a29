import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operators } from '../src/fields/operators.ts';
import { problemTexts } from '../src/fields/problem-codes.ts';
import { fieldTypes } from '../src/fields/registry.ts';
import { renewGuide } from '../src/hosts/descriptor-guide.ts';
import { variables } from '../src/hosts/environment.ts';
import { listFiles, top } from './support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs')].filter((path) =>
  path.endsWith('.md'),
);

describe('the documentation', () => {
  test.each([
    ['README.md', 'every variable', Object.values(variables).map(({ name }) => name)],
    ['docs/descriptor.md', 'every type of field', Object.keys(fieldTypes)],
    ['docs/descriptor.md', 'every operator', Object.keys(operators)],
    ['docs/problems.md', 'every code of a problem', Object.keys(problemTexts)],
  ])('explains in %s %s', (path, _, names) => {
    const text = read(path);

    const missing = names.filter((name) => !new RegExp(`\`${name}\``).test(text));

    expect(missing).toEqual([]);
  });

  test('explains no code that is gone', () => {
    const explained = [...read('docs/problems.md').matchAll(/^\| `([A-Z]\d{3}|\d{5})` \|/gm)];

    const gone = explained
      .map(([, code]) => code)
      .filter((code) => !(String(code) in problemTexts));

    expect(gone).toEqual([]);
  });

  test('has the settings of the descriptor as the code has them (npm run docs)', () => {
    const guide = read('docs/descriptor.md');

    expect(guide).toBe(renewGuide(guide));
  });

  test('begins with a README one can read in a sitting', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(200);
  });

  test.each(documents)('links in %s to what is there', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const links = targets.filter((target) => !/^(https?|mailto):/.test(target));

    const broken = links.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const whole = file ? join(dirname(path), file) : path;
      if (!existsSync(join(top, whole))) return true;
      return anchor !== undefined && !anchorsOf(read(whole)).includes(anchor);
    });

    expect(broken).toEqual([]);
  });

  test('names scripts that are there', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const used = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script ?? ''),
    );

    expect(used.filter((script) => !(script in scripts))).toEqual([]);
  });
});

/** The anchors the usual viewers make of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
