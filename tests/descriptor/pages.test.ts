import { describe, expect, test } from 'vitest';
import { ownPages } from '../../src/admin/shell/is-screen.ts';
import { checkPageCode } from '../../src/descriptor/read/checks/page-checks.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { right } from './broken-descriptors.ts';

const withPages = (pages: readonly unknown[]): string =>
  right.replace('"sidebar"', `"pages": ${JSON.stringify(pages)}, "sidebar"`);
const board = { name: 'board', path: '/tools/board' };

describe('a declared page', () => {
  test.each([
    ['in the address of a resource', { path: '/books/board' }, 'D048 app.pages.0.path'],
    ['in the address of the system', { path: '/info/more' }, 'D009 app.pages.0.path'],
    ['with an address that is none', { path: 'tools' }, 'D004 app.pages.0.path'],
    ['for a role there is not', { roles: ['stuff'] }, 'D017 app.pages.0.roles.0'],
    ['in a group there is not', { group: 'tools' }, 'D032 app.pages.0.group'],
    ['that fills a resource there is not', { fills: 'boats' }, 'D010 app.pages.0.fills'],
    ['without a German label', { label: { en: 'Board' } }, 'D018 app.pages.0.label'],
    ['with an icon that is not a name', { icon: 'black board' }, 'D004 app.pages.0.icon'],
    ['with a setting there is not', { code: 'x' }, 'D003 app.pages.0.code'],
  ])('%s is a problem with its place', (_, changes, expected) => {
    const checked = parseDescriptor(withPages([{ ...board, ...changes }]));

    const problems = 'problems' in checked ? checked.problems : [];
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([expected]);
    expect(problems[0]?.line).toBe(3);
  });

  test('has a unique name and path', () => {
    const checked = parseDescriptor(withPages([board, board]));

    const problems = 'problems' in checked ? checked.problems : [];
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'D012 app.pages.1.name',
      'D048 app.pages.1.path',
    ]);
  });

  test.each([...ownPages].filter((path) => path !== '/'))(
    'cannot be at %s, which exists already',
    (path) => {
      const checked = parseDescriptor(withPages([{ ...board, path }]));

      const problems = 'problems' in checked ? checked.problems : [];
      expect(problems.map(({ code }) => code).join()).toMatch(/^(D009|D048)$/);
    },
  );

  test('can be at the paths reserved for pages', () => {
    expect(parseDescriptor(withPages([board]))).not.toHaveProperty('problems');
  });
});

describe('the code of pages', () => {
  const declared = (pages: readonly unknown[]) =>
    toDescriptor({ app: { pages }, resources: { books: { fields: {} } } });

  test.each([
    [
      'a page without code',
      [board],
      [{ name: 'bord', resources: [] }],
      ['D049 app.pages.0.name', 'D050 app'],
    ],
    ['code without a page', [], [{ name: 'board', resources: ['books'] }], ['D050 app']],
    ['code for other worlds', [], [{ name: 'board', resources: ['books', 'chairs'] }], []],
    ['both', [board], [{ name: 'board', resources: ['books'] }], []],
  ])('is checked with %s', (_, pages, known, expected) => {
    const found = checkPageCode(declared(pages), known);

    expect(found.map((one) => `${one.problem.code} ${one.path.join('.')}`)).toEqual(expected);
  });
});
