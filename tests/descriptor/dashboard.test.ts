import { describe, expect, it, test } from 'vitest';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { cardsFor, pinnedField } from '../../src/descriptor/permissions/dashboard.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const source = {
  app: {
    current: 'shelves',
    dashboard: [
      { name: 'books', kind: 'count', resource: 'books' },
      { name: 'unpriced', kind: 'check', resource: 'books', filter: { price_null: true } },
      { name: 'new', kind: 'list', resource: 'books', columns: ['price', 'year'], sort: '-price' },
      { name: 'years', kind: 'chart', resource: 'books', by: 'createdAt', every: 'month' },
      { name: 'theirs', kind: 'count', resource: 'books', roles: ['seller'] },
      { name: 'shelves', kind: 'count', resource: 'shelves' },
      { name: 'latest', kind: 'changes' },
    ],
  },
  roles: { admin: { all: true }, seller: {}, reader: {} },
  resources: {
    shelves: { fields: { name: { type: 'text' } }, permissions: { seller: ['list', 'read'] } },
    books: {
      label: 'Volumes',
      fields: {
        title: { type: 'text', required: true },
        year: { type: 'number', integer: true },
        price: { type: 'number', read: ['seller'] },
        shelf: { type: 'reference', to: 'shelves' },
        notes: { type: 'json' },
      },
      permissions: { seller: ['list', 'read'], reader: ['list', 'read'] },
    },
  },
};
const descriptor = toDescriptor(source);

describe('a card', () => {
  test.each([
    [
      'of an unknown resource',
      { kind: 'count', resource: 'bokks' },
      'D010 app.dashboard.0.resource',
    ],
    ['without the resource it counts', { kind: 'count' }, 'D005 app.dashboard.0.resource'],
    [
      'without what its chart counts',
      { kind: 'chart', resource: 'books' },
      'D005 app.dashboard.0.by',
    ],
    [
      'of changes, of one resource',
      { kind: 'changes', resource: 'books' },
      'D051 app.dashboard.0.resource',
    ],
    [
      'by an unknown field',
      { kind: 'chart', resource: 'books', by: 'yeer' },
      'D011 app.dashboard.0.by',
    ],
    [
      'by month of a number',
      { kind: 'chart', resource: 'books', by: 'year', every: 'month' },
      'D052 app.dashboard.0.by',
    ],
    [
      'with a filter that cannot be read',
      { kind: 'check', resource: 'books', filter: { yeer: 1 } },
      'D029 app.dashboard.0.filter.yeer',
    ],
    [
      'by what cannot be counted',
      { kind: 'chart', resource: 'books', by: 'notes' },
      'D052 app.dashboard.0.by',
    ],
    ['without the resource it lists', { kind: 'list' }, 'D005 app.dashboard.0.resource'],
    ['without the resource it checks', { kind: 'check' }, 'D005 app.dashboard.0.resource'],
    [
      'of numbers, of a few',
      { kind: 'count', resource: 'books', limit: 5 },
      'D051 app.dashboard.0.limit',
    ],
    [
      'that lists by a field',
      { kind: 'list', resource: 'books', by: 'year' },
      'D051 app.dashboard.0.by',
    ],
    [
      'in an unknown order',
      { kind: 'list', resource: 'books', sort: 'year,-colour' },
      'D011 app.dashboard.0.sort',
    ],
    ['for an unknown role', { kind: 'changes', roles: ['reeder'] }, 'D017 app.dashboard.0.roles.0'],
    [
      'with an unknown column',
      { kind: 'list', resource: 'books', columns: ['colour'] },
      'D011 app.dashboard.0.columns.0',
    ],
  ])('%s is a problem', (_, card, expected) => {
    expect(problemsOf({ dashboard: [{ name: 'one', ...card }] })).toEqual([expected]);
  });

  it.each([1, 20])('can show up to %i', (limit) => {
    const card = { name: 'one', kind: 'list', resource: 'books', limit };

    expect(problemsOf({ dashboard: [card] })).toEqual([]);
  });

  it('has a unique name', () => {
    const card = { name: 'one', kind: 'changes' };

    expect(problemsOf({ dashboard: [card, card] })).toEqual(['D012 app.dashboard.1.name']);
  });

  it('has the label of what it counts, or of its name', () => {
    const labels = descriptor.app.dashboard.map(({ label }) => label['en']);

    expect(labels.slice(0, 3)).toEqual(['Volumes', 'Unpriced', 'New']);
    expect(labels.at(-1)).toBe('Latest');
  });

  it.each([
    ['list', {}, 5],
    ['changes', {}, 10],
    ['chart', {}, 8],
    ['chart', { every: 'month' }, 12],
    ['chart', { limit: 3 }, 3],
  ])('of kind %s with %j shows up to %i', (kind, settings, most) => {
    const card = { name: 'one', kind, resource: 'books', ...settings };

    const { app } = toDescriptor({ ...source, app: { dashboard: [card] } });

    expect(app.dashboard[0]?.limit).toBe(most);
  });

  it.each([
    ['admin', 'books,unpriced,new,years,shelves,latest'],
    ['seller', 'books,unpriced,new,years,theirs,shelves,latest'],
    ['reader', 'books,new,years,latest'],
  ])('is visible to %s only if all of it is', (role, names) => {
    expect(
      cardsFor(descriptor, role)
        .map(({ name }) => name)
        .join(),
    ).toBe(names);
  });

  it('is hidden from a role that cannot read the field of its chart', () => {
    const card = { name: 'prices', kind: 'chart', resource: 'books', by: 'price' };
    const { dashboard } = source.app;
    const charted = toDescriptor({ ...source, app: { dashboard: [...dashboard, card] } });
    const seen = ['seller', 'reader'].map((role) =>
      cardsFor(charted, role).some(({ name }) => name === 'prices'),
    );

    expect(seen).toEqual([true, false]);
  });

  it('is sent to a browser without what its role cannot read', () => {
    const seen = toVisibleSource(descriptor, 'reader');

    expect(seen.app?.dashboard).toEqual([
      { name: 'books', kind: 'count', resource: 'books' },
      { name: 'new', kind: 'list', resource: 'books', columns: ['year'] },
      { name: 'years', kind: 'chart', resource: 'books', by: 'createdAt', every: 'month' },
      { name: 'latest', kind: 'changes' },
    ]);
    expect(JSON.stringify(toVisibleSource(descriptor, 'seller'))).not.toContain(
      '"roles":["seller"]',
    );
  });
});

describe('the current record', () => {
  test.each([
    ['of an unknown resource', 'shelfes', 'D010 app.current'],
    ['of what nothing refers to', 'books', 'D053 app.current'],
  ])('%s is a problem', (_, current, expected) => {
    expect(problemsOf({ current })).toEqual([expected]);
  });

  it('is set by the first field that refers to it', () => {
    const field = (name: string) =>
      pinnedField(descriptor, 'admin', descriptor.resources.get(name)!);

    expect([field('books'), field('shelves')]).toEqual(['shelf', undefined]);
  });

  it('has no field if the app pins none', () => {
    const { current: _, ...app } = source.app;
    const plain = toDescriptor({ ...source, app });

    expect(pinnedField(plain, 'admin', plain.resources.get('books')!)).toBeUndefined();
  });

  it('does not filter by a field that the role cannot read', () => {
    const { books } = source.resources;
    const shelf = { ...books.fields.shelf, read: ['seller'] };
    const resources = {
      ...source.resources,
      books: { ...books, fields: { ...books.fields, shelf } },
    };
    const hidden = toDescriptor({ ...source, resources });
    const field = (role: string) => pinnedField(hidden, role, hidden.resources.get('books')!);

    expect([field('seller'), field('reader')]).toEqual(['shelf', undefined]);
  });

  it('is hidden from roles that cannot choose one', () => {
    expect(toVisibleSource(descriptor, 'reader').app?.current).toBeUndefined();
    expect(toVisibleSource(descriptor, 'seller').app?.current).toBe('shelves');
  });
});

function problemsOf(app: object): string[] {
  const parsed = parseDescriptor(JSON.stringify({ ...source, app }));
  const problems = 'problems' in parsed ? parsed.problems : [];
  // That there are no users is another matter.
  return problems.filter(({ code }) => code !== 'D026').map(({ code, path }) => `${code} ${path}`);
}
