import { describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { adminRoles } from '../../src/descriptor/permissions/permissions.ts';
import { checkRules } from '../../src/descriptor/rules/check-rules.ts';
import { right } from './broken-descriptors.ts';

const { resources } = toDescriptor({
  app: { languages: ['de'] },
  resources: {
    loans: {
      fields: {
        // Declared before the field that decides about it.
        fee: { type: 'number', when: { shown: { late: true }, required: { late: true } } },
        late: { type: 'boolean', when: { shown: { day_nnull: true } } },
        day: { type: 'date' },
        note: { type: 'text', when: { readOnly: { day_nnull: true } } },
      },
      checks: [
        { check: { createdAt_gt: '2020-01-01T00:00:00Z' }, message: { de: 'Zu alt.' } },
        { check: { fee_lt: 100 }, message: { de: 'Zu viel.' } },
        {
          check: { fee_lt: 200 },
          message: { de: 'Viel zu viel.', en: 'Far too much.' },
          fields: ['day'],
        },
      ],
    },
  },
});
const resource = resources.get('loans')!;

const empty = { fee: null, late: null, day: null, note: null };
const createdAt = '2024-01-01T00:00:00.000Z';

function check(record: object, changed?: string[], broken?: string[]) {
  const { problems, cleared } = checkRules({
    resource,
    writer: undefined,
    record: { createdAt, ...empty, ...record },
    before: { createdAt, ...empty, fee: 5 },
    moment: { now: new Date(), userId: 'u', timeZone: 'UTC' },
    isOurs: (name) => name === 'late',
    ...(changed && { changed: new Set(changed) }),
    ...(broken && { broken: new Set(broken) }),
  });
  return [
    ...problems.map(({ code, path, params }) => `${code} ${path} ${params?.['text'] ?? ''}`.trim()),
    ...cleared.map((name) => `cleared ${name}`),
  ];
}

describe('the rules of a record in memory', () => {
  it.each([
    [{ fee: 5, late: true, day: '2024-01-01' }, []],
    [
      { late: true, day: '2024-01-01' },
      ['V001 fee', 'V027 fee Zu viel.', 'V027 day Far too much.'],
    ],
    [{ fee: 100, late: true, day: '2024-01-01' }, ['V027 fee Zu viel.']],
    [
      { fee: 5, late: true },
      ['V026 fee', 'V027 fee Zu viel.', 'V027 day Far too much.', 'cleared late'],
    ],
    [
      { fee: 5, late: false, day: '2024-01-01', note: 'x' },
      ['V026 fee', 'V010 note', 'V027 fee Zu viel.', 'V027 day Far too much.'],
    ],
    [
      { fee: 5, late: true, day: '2024-01-01', createdAt: '2019-01-01T00:00:00.000Z' },
      ['V027  Zu alt.'],
    ],
  ])('for %j report %j', (record, told) => {
    expect(check(record)).toEqual(told);
  });
});

it('the rules of a record apply only if they read a changed field, and none that is already wrong', () => {
  const record = { late: true, day: '2024-01-01', fee: 100, note: 'x' };

  expect(check(record, ['note'])).toEqual(['V010 note']);
  expect(check(record, ['fee'])).toEqual(['V027 fee Zu viel.']);
  expect(check(record, ['fee'], ['fee'])).toEqual([]);
  // A field that is hidden from now on counts as changed.
  expect(check({ ...record, day: null }, ['day'])).toContain('V026 fee');
});

it('the rules of a record need a role with all rights', () => {
  const descriptor = toDescriptor({ roles: { staff: {} }, resources: {} });

  expect(() => adminRoles(descriptor)).toThrow('no role');
});

describe('a right that excludes some choices', () => {
  const warned = (update: object) => {
    const rights = { list: true, read: true, update };
    const parsed = parseDescriptor(
      right.replace('["list", "read", "create"]', JSON.stringify(rights)),
    );
    if (!('warnings' in parsed)) throw new Error(JSON.stringify(parsed.problems));
    return parsed.warnings.map(({ code, params }) => `${code} ${params?.['values']}`);
  };

  it.each([
    [{ state: 'new' }, ['D055 old']],
    [{ state_neq: 'new' }, ['D055 new']],
    [{ not: { state: 'old' } }, ['D055 old']],
    [{ not: { state_in: ['new', 'old'] } }, ['D055 new, old']],
    [{ not: { or: [{ state: 'old' }, { year: 1 }] } }, ['D055 old']],
    [{ not: { and: [{ state: 'old' }, { year: 1 }] } }, []],
    [{ or: [{ state: 'new' }, { year: 1 }] }, []],
    [{ or: [{ state: 'new' }, { state: 'old' }] }, []],
    [{ state: 'new', year: 1 }, ['D055 old']],
    [{ not: { year: 1 } }, []],
    [{ state: { $field: 'state' } }, []],
  ])('warns of %j as %j', (update, warnings) => {
    expect(warned(update)).toEqual(warnings);
  });

  it('does not warn if steps lead out of it, but warns of unreachable states', () => {
    const states = '"states": { "transitions": [] }, "choices": ["new", {';

    const text = right
      .replace('"choices": ["new", {', states)
      .replace('["list", "read", "create"]', '{ "list": true, "update": { "state": "new" } }');

    expect(parseDescriptor(text)).toMatchObject({
      warnings: [
        {
          code: 'D074',
          path: 'resources.books.fields.state.states.transitions',
          message: 'never lead to old, and no record begins there',
        },
      ],
    });
  });
});
