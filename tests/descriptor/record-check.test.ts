import { describe, expect, test } from 'vitest';
import { checkRecord, type RecordCheck } from '../../src/descriptor/rules/record-check.ts';
import { books, library } from './library.ts';

const base = { descriptor: library, role: 'admin', resource: books } as const;

const check = (mode: RecordCheck['mode'], body: unknown, more: Partial<RecordCheck> = {}) =>
  checkRecord({ ...base, mode, body, ...more });

const nothing = {
  name: null,
  year: null,
  price: null,
  lent: null,
  bought: null,
  keywords: [],
  author: null,
  editors: [],
  shelf: null,
  notes: null,
  secret: null,
  rating: null,
  lastLent: null,
  cas: null,
};

const current = {
  _id: 'b1',
  _version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  createdBy: 'u1',
  updatedBy: null,
  ...nothing,
  code: 'B1',
  status: 'old',
  secret: 'hidden',
  rating: 5,
  lastLent: '2026-01-01T00:00:00.000Z',
  shelf: { room: 'A', row: 2 },
  notes: { pages: 3, marks: { red: 1 } },
};

describe('a new record', () => {
  test('gets defaults, empty values and the canonical form of its values', () => {
    const body = { code: ' B1 ', keywords: ['a'], year: 2000, name: '  ', price: '', shelf: {} };

    expect(check('create', body)).toEqual({
      values: { ...nothing, code: 'B1', status: 'new', keywords: ['a'], year: 2000 },
      warnings: [],
    });
  });

  test('keeps its _id', () => {
    expect(check('create', { _id: 'SRC-0001', code: 'B1' })).toMatchObject({ id: 'SRC-0001' });
    expect(check('create', { _id: null, code: 'B1' })).not.toHaveProperty('id');
  });

  test('is accepted with the warnings of its types', () => {
    expect(check('create', { code: 'B1', cas: 'MOSH' })).toMatchObject({
      values: { cas: 'MOSH' },
      warnings: [{ code: 'V022', path: 'cas' }],
    });
  });

  test.each([
    [{}, 'V001', 'code'],
    [{ code: '' }, 'V001', 'code'],
    [{ code: null }, 'V001', 'code'],
    [{ code: '   ' }, 'V001', 'code'],
    [{ code: 'B1', cod: 1 }, 'V009', 'cod'],
    [{ code: 'B1', constructor: 1 }, 'V009', 'constructor'],
    [{ code: 'x'.repeat(11) }, 'V003', 'code'],
    [{ code: 'B1', year: '2000' }, 'V002', 'year'],
    [{ code: 'B1', year: 2000.5 }, 'V017', 'year'],
    [{ code: 'B1', year: 1400 }, 'V005', 'year'],
    [{ code: 'B1', status: 'lost' }, 'V008', 'status'],
    [{ code: 'B1', keywords: 'a' }, 'V002', 'keywords'],
    [{ code: 'B1', keywords: ['a', 5] }, 'V002', 'keywords.1'],
    [{ code: 'B1', editors: ['a b'] }, 'V011', 'editors.0'],
    [{ code: 'B1', shelf: { row: 1 } }, 'V001', 'shelf.room'],
    [{ code: 'B1', shelf: { room: 'A', rom: 1 } }, 'V009', 'shelf.rom'],
    [{ code: 'B1', shelf: { room: 'A', row: 'x' } }, 'V002', 'shelf.row'],
    [{ code: 'B1', _id: 'a b' }, 'V002', '_id'],
    [{ code: 'B1', _id: 'x'.repeat(65) }, 'V002', '_id'],
    [{ code: 'B1', _id: 5 }, 'V002', '_id'],
    [{ code: 'B1', _version: 1 }, 'V010', '_version'],
    [{ code: 'B1', createdAt: '2026-01-01T00:00:00Z' }, 'V010', 'createdAt'],
    [{ code: 'B1', lastLent: '2026-01-01T00:00:00Z' }, 'V010', 'lastLent'],
    [{ code: 'half \ud800' }, 'V013', 'code'],
    [JSON.parse('{"code":"B1","__proto__":{"role":"admin"}}'), 'V020', ''],
    [JSON.parse('{"code":"B1","notes":{"__proto__":1}}'), 'V020', 'notes'],
    [JSON.parse(`{"notes":${'['.repeat(40)}${']'.repeat(40)}}`), 'V019', undefined],
    [Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`f${at}`, 1])), 'V016', ''],
    [null, 'V002', ''],
    [[], 'V002', ''],
    ['text', 'V002', ''],
  ])('%j is refused with %s at %s', (body, code, path) => {
    const checked = check('create', body);

    expect(checked).toMatchObject({
      problems: [{ code, ...(path === undefined ? {} : { path }) }],
    });
  });

  test('is refused with all problems', () => {
    const checked = check('create', { cod: 1, year: 'x', keywords: [1, 2], _id: '' });

    expect('problems' in checked && checked.problems.map(({ code, path }) => [code, path])).toEqual(
      [
        ['V009', 'cod'],
        ['V002', 'year'],
        ['V002', 'keywords.0'],
        ['V002', 'keywords.1'],
        ['V001', 'code'],
      ],
    );
  });

  test('is refused with a suggested field', () => {
    expect(check('create', { code: 'B1', naem: 'x' })).toMatchObject({
      problems: [{ path: 'naem', hint: 'did you mean name?' }],
    });
  });

  test.each([
    ['rating', 'A008'],
    ['secret', 'V009'],
    ['lastLent', 'V010'],
  ])('cannot set %s if the role cannot write it', (field, code) => {
    const checked = check('create', { code: 'B1', [field]: null }, { role: 'staff' });

    expect(checked).toMatchObject({ problems: [{ code, path: field }] });
  });

  test('ignores read-only fields in an import on request', () => {
    const body = { code: 'B1', _version: 7, createdBy: 'x', lastLent: '2026-01-01T00:00:00Z' };

    const checked = check('create', body, { unwritable: 'skip' });

    expect(checked).toMatchObject({ values: { code: 'B1', lastLent: null } });
  });
});

describe('a replaced record', () => {
  test('is reset to its defaults where the body has no value', () => {
    const checked = check('replace', { code: 'B2' }, { current });

    const { lastLent: _, ...cleared } = nothing;
    expect(checked).toEqual({ values: { ...cleared, code: 'B2', status: 'new' }, warnings: [] });
  });

  test('can be sent back unchanged', () => {
    const checked = check('replace', current, { current });

    expect(checked).toMatchObject({ values: { code: 'B1', shelf: { room: 'A', row: 2 } } });
  });

  test('keeps what the role cannot read or write', () => {
    const checked = check('replace', { code: 'B2' }, { current, role: 'staff' });

    expect(Object.keys('values' in checked ? checked.values : {})).not.toEqual(
      expect.arrayContaining(['secret']),
    );
    expect(checked).not.toHaveProperty('values.rating');
    expect(checked).not.toHaveProperty('values.secret');
  });

  test.each([
    [{ rating: 5 }, undefined],
    [{ rating: 4 }, 'A008'],
    // Equal or not: what the role may not read is like what is not there.
    [{ secret: 'hidden' }, 'V009'],
    [{ secret: 'guessed' }, 'V009'],
    [{ createdBy: 'u1' }, undefined],
    [{ createdBy: 'u2' }, 'V010'],
    [{ _id: 'other' }, 'V010'],
    [{ _version: 2 }, undefined],
    [{ lastLent: null }, 'V010'],
  ])('with %j by staff: %s', (body, code) => {
    const checked = check('replace', { code: 'B1', ...body }, { current, role: 'staff' });

    const codes = 'problems' in checked ? checked.problems.map((problem) => problem.code) : [];
    expect(codes).toEqual(code === undefined ? [] : [code]);
  });
});

describe('a patched record', () => {
  const patch = (body: unknown, role = 'admin') => check('patch', body, { current, role });

  test.each([
    [{}, {}],
    [{ year: 2001 }, { year: 2001 }],
    [{ year: null }, { year: null }],
    [{ name: '' }, { name: null }],
    [{ keywords: null }, { keywords: [] }],
    [{ status: null }, { status: null }],
    [{ shelf: { row: 3 } }, { shelf: { room: 'A', row: 3 } }],
    [{ shelf: { row: null } }, { shelf: { room: 'A', row: null } }],
    [{ shelf: null }, { shelf: null }],
    [{ notes: { marks: { red: null, blue: 2 } } }, { notes: { pages: 3, marks: { blue: 2 } } }],
    [{ notes: [1] }, { notes: [1] }],
  ])('%j writes %j', (body, values) => {
    expect(patch(body)).toEqual({ values, warnings: [] });
  });

  test.each([
    [{ code: null }, 'V001', 'code'],
    [{ code: '' }, 'V001', 'code'],
    [{ shelf: { room: null } }, 'V001', 'shelf.room'],
    [{ shelf: { rom: 1 } }, 'V009', 'shelf.rom'],
    [{ name: { text: 'x' } }, 'V002', 'name'],
    [{ _id: 'b1' }, 'V010', '_id'],
    [{ _version: 3 }, 'V010', '_version'],
    [{ updatedAt: current.updatedAt }, 'V010', 'updatedAt'],
    [{ lastLent: current.lastLent }, 'V010', 'lastLent'],
  ])('%j is refused', (body, code, path) => {
    expect(patch(body)).toMatchObject({ problems: [{ code, path }] });
  });

  test('cannot contain read-only fields, not even unchanged', () => {
    expect(patch({ rating: 5 }, 'staff')).toMatchObject({ problems: [{ code: 'A008' }] });
    expect(patch({ secret: 'hidden' }, 'staff')).toMatchObject({ problems: [{ code: 'V009' }] });
    expect(patch({ code: 'B2' }, 'viewer')).toMatchObject({ problems: [{ code: 'A008' }] });
  });

  test('has no change for unchanged values of an import', () => {
    const body = { year: 5_000, createdBy: 'u1', lastLent: current.lastLent, _version: 3 };

    const checked = check(
      'patch',
      { ...body, year: 2001 },
      { current, unwritable: 'accept-equal' },
    );

    expect(checked).toEqual({ values: { year: 2001 }, warnings: [] });
  });
});
