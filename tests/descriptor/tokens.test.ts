import { describe, expect, test } from 'vitest';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import {
  resolveFilter,
  toDeclaredFilter,
  formatFilter,
} from '../../src/descriptor/filter/declared-filter.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const descriptor = toDescriptor({
  resources: {
    loans: {
      fields: {
        name: { type: 'text' },
        due: { type: 'date' },
        at: { type: 'datetime' },
        year: { type: 'number', integer: true },
        price: { type: 'number' },
        lowest: { type: 'number', integer: true },
        tags: { type: 'tags' },
        by: { type: 'reference', to: 'users' },
        to: { type: 'references', to: 'users' },
        book: { type: 'reference', to: 'books' },
        before: { type: 'reference', to: 'loans' },
        notes: { type: 'json' },
        box: { type: 'object', fields: { size: { type: 'number' }, day: { type: 'date' } } },
      },
    },
  },
});
const loans = descriptor.resources.get('loans')!;
const moment = { now: new Date('2024-03-31T22:30:15.123Z'), userId: 'u1', timeZone: 'UTC' };
const read = (where: unknown) =>
  parseWhere({ descriptor, role: 'admin', resource: loans, where, moment });

describe('a token in a filter', () => {
  test.each([
    ['due', '$today', '2024-03-31'],
    ['due', '$today-30d', '2024-03-01'],
    ['due', '$today+1w', '2024-04-07'],
    ['due', '$today-1m', '2024-02-29'],
    ['due', '$today+1y', '2025-03-31'],
    ['due', '$today 1d', '2024-04-01'],
    ['box.day', '$today-999y', '1025-03-31'],
    ['at', '$now', '2024-03-31T22:30:15.123Z'],
    ['at', '$now-2h', '2024-03-31T20:30:15.123Z'],
    ['at', '$now+2h', '2024-04-01T00:30:15.123Z'],
    ['at', '$now-13m', '2023-02-28T22:30:15.123Z'],
    ['at', '$today', '2024-03-31T00:00:00.000Z'],
    ['createdAt', '$today-1d', '2024-03-30T00:00:00.000Z'],
    ['year', '$year', 2024],
    ['year', '$year+1', 2025],
    ['year', '$year-10y', 2014],
    ['by', '$user', 'u1'],
    ['to', '$user', 'u1'],
    ['createdBy', '$user', 'u1'],
    ['_id', '$user', 'u1'],
    // A text may begin with any character.
    ['name', '$now', '$now'],
    ['tags', '$user', '$user'],
  ])('on %s: %s is %j', (path, token, value) => {
    expect(read({ [path]: token })).toEqual({
      filter: { path, operator: 'eq', operands: [value] },
    });
  });

  test.each([
    ['Pacific/Auckland', 'due', '$today', '2024-04-01'],
    ['Pacific/Auckland', 'at', '$today', '2024-03-31T11:00:00.000Z'],
    ['Pacific/Auckland', 'at', '$today+1w', '2024-04-07T12:00:00.000Z'],
    ['Pacific/Auckland', 'at', '$now+1w', '2024-04-07T22:30:15.123Z'],
    ['Pacific/Auckland', 'at', '$now+1m', '2024-04-30T23:30:15.123Z'],
    ['Pacific/Auckland', 'at', '2024-04-08', '2024-04-07T12:00:00.000Z'],
    ['America/Los_Angeles', 'at', '$today', '2024-03-31T07:00:00.000Z'],
    ['America/Los_Angeles', 'at', '2024-03-10', '2024-03-10T08:00:00.000Z'],
    // No moment that PostgreSQL and ISO 8601 write with four digits is earlier or later.
    ['Pacific/Auckland', 'at', '0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['America/Los_Angeles', 'at', '9999-12-31', '9999-12-31T08:00:00.000Z'],
    ['America/Sao_Paulo', 'at', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ])('in %s, on %s: %s is %s', (timeZone, path, given, value) => {
    const where = { [path]: given };
    const found = parseWhere({
      descriptor,
      role: 'admin',
      resource: loans,
      where,
      moment: { ...moment, timeZone },
    });

    expect(found).toEqual({ filter: { path, operator: 'eq', operands: [value] } });
  });

  test.each([
    ['due', '$now'],
    ['at', '2024-02-31'],
    ['due', '$today-1h'],
    ['due', '$today-1'],
    ['due', '$today-1q'],
    ['due', '$today--1d'],
    ['due', '$today-12345d'],
    ['due', '$today-1000y'],
    ['due', '$user'],
    ['due', '$constructor'],
    ['at', '$soon'],
    ['at', '$now-'],
    ['year', '$today'],
    ['year', '$year+1d'],
    ['by', '$user-1d'],
    ['by', '$now'],
    ['_id', '$now'],
    ['book', '$user'],
    ['price', '$year'],
  ])('on %s: %s is refused', (path, token) => {
    expect(read({ [path]: token })).toMatchObject({
      problems: [{ code: 'Q004', path: `where.${path}` }],
    });
  });

  test('works in each place of a filter', () => {
    const where = {
      or: [{ due_between: ['$today-7d', '$today'] }, { not: { by: ['$user', 'u2'] } }],
    };

    expect(read(where)).toEqual({
      filter: {
        or: [
          { path: 'due', operator: 'between', operands: ['2024-03-24', '2024-03-31'] },
          { not: { path: 'by', operator: 'in', operands: ['u1', 'u2'] } },
        ],
      },
    });
  });

  test('matches nobody if nobody is signed in', () => {
    const nobody = parseWhere({
      descriptor,
      role: 'admin',
      resource: loans,
      where: { by: '$user' },
    });

    expect(nobody).toEqual({ filter: { path: 'by', operator: 'eq', operands: [''] } });
  });

  test('in a declaration changes each day', () => {
    const declared = toDeclaredFilter(loans, { due_lt: '$today' });
    const next = { ...moment, now: new Date('2024-04-01T00:00:00Z') };

    const [today, tomorrow] = [moment, next].map((each) => resolveFilter(declared, each));

    expect(today).toMatchObject({ operands: ['2024-03-31'] });
    expect(tomorrow).toMatchObject({ operands: ['2024-04-01'] });
  });

  test.each([
    ['$today', 'due < $today'],
    ['$today+30d', 'due < $today+30d'],
    ['$today-1w', 'due < $today-1w'],
  ])('in a declaration is named in problems as declared: %s', (token, written) => {
    expect(formatFilter(toDeclaredFilter(loans, { due_lt: token }).unresolved)).toBe(written);
  });

  test('in a declaration without conditions matches every record', () => {
    expect(resolveFilter(toDeclaredFilter(loans, {}), moment)).toEqual({ and: [] });
  });
});

describe('another field as an operand', () => {
  test.each([
    ['price_gte', 'lowest', 'gte'],
    ['price', 'box.size', 'eq'],
    ['box.size_lt', 'price', 'lt'],
    ['due_lte', 'box.day', 'lte'],
    ['at_gt', 'createdAt', 'gt'],
    ['by_neq', 'createdBy', 'neq'],
    ['before_neq', '_id', 'neq'],
  ])('%s %s is understood', (key, field, operator) => {
    expect(read({ [key]: { $field: field } })).toMatchObject({
      filter: { operator, operands: [{ field }] },
    });
  });

  test.each([
    ['price', 'name', 'Q004', 'where.price.$field'],
    ['due', 'at', 'Q004', 'where.due.$field'],
    ['by', 'book', 'Q004', 'where.by.$field'],
    ['by', '_id', 'Q004', 'where.by.$field'],
    ['name', 'tags', 'Q004', 'where.name.$field'],
    ['tags', 'name', 'Q004', 'where.tags.$field'],
    ['price_in', 'lowest', 'Q003', 'where.price_in'],
    ['price_null', 'lowest', 'Q003', 'where.price_null'],
    ['price', 'prise', 'Q002', 'where.price.$field'],
    ['price', 5, 'Q004', 'where.price'],
    ['notes', 'box', 'Q003', 'where.notes'],
  ])('%s %s is refused', (key, field, code, path) => {
    expect(read({ [key]: { $field: field } })).toMatchObject({ problems: [{ code, path }] });
  });

  test('must be one that the role can read', () => {
    const resource = { ...loans, permissions: { staff: ['list' as const] } };
    const hidden = { ...loans.fields.get('lowest')!, read: ['admin'] };
    const fields = new Map([...loans.fields, ['lowest', hidden]]);
    const roles = new Map([['staff', { ...descriptor.roles.get('staff')!, all: false }]]);
    const seen = { ...resource, fields };
    const resources = new Map([['loans', seen]]);

    const parsed = parseWhere({
      descriptor: { ...descriptor, roles, resources },
      role: 'staff',
      resource: seen,
      where: { price_gt: { $field: 'lowest' } },
    });

    expect(parsed).toMatchObject({ problems: [{ code: 'Q002', path: 'where.price_gt.$field' }] });
  });
});
