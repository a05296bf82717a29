import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { limits, limitsSource } from '../support/limits.ts';

function problemsOf(resources: object) {
  const source = { ...limitsSource, resources: { ...limitsSource.resources, ...resources } };
  const parsed = parseDescriptor(JSON.stringify(source));
  return 'problems' in parsed ? parsed.problems.map(({ code, path }) => `${code} ${path}`) : [];
}

const { limits: own, rooms } = limitsSource.resources;
const key = 'resources.limits.importKey';

describe('a key of several fields', () => {
  test('is fine with unique fields, in any order', () => {
    expect(problemsOf({})).toEqual([]);
  });

  test('is fine with numbers that begin again for each parent', () => {
    const number = { type: 'sequence', format: '{number:3}', per: 'method' };
    const numbered = { importKey: ['method', 'number'], fields: { ...own.fields, number } };

    expect(problemsOf({ limits: numbered, reviews: rooms, measurements: rooms })).toEqual([]);
  });

  test.each([
    [{ unique: [] }, [`D111 ${key}`]],
    [{ unique: [['method', 'analyte', 'value']] }, [`D111 ${key}`]],
    [{ importKey: ['method', 'value'] }, [`D110 ${key}.1`]],
    [{ importKey: ['method', 'method'] }, [`D012 ${key}.1`]],
    [{ importKey: ['method', 'other'] }, [`D011 ${key}.1`]],
    [{ importKey: [] }, [`D004 ${key}`]],
    [{ importKey: 5 }, [`D004 ${key}`]],
  ])('is refused with %j', (changes, expected) => {
    expect(problemsOf({ limits: { ...own, ...changes } })).toEqual(expected);
  });

  test('is refused with a decimal whose zeros count, because one number has several texts', () => {
    const price = (keepZeros: boolean) => ({ type: 'decimal', required: true, keepZeros });
    const priced = (keepZeros: boolean) => ({
      ...rooms,
      importKey: ['house', 'price'],
      unique: [['house', 'price']],
      title: '{house}',
      fields: { ...rooms.fields, price: price(keepZeros) },
    });

    expect(problemsOf({ rooms: priced(false) })).toEqual([]);
    expect(problemsOf({ rooms: priced(true) })).toEqual(['D110 resources.rooms.importKey.1']);
  });

  test('is refused where it leads back to itself', () => {
    const method = { type: 'reference', to: 'limits', required: true };
    const methods = {
      importKey: ['limit', 'code'],
      unique: [['limit', 'code']],
      fields: { limit: method, code: { type: 'text', required: true } },
    };

    expect(problemsOf({ methods }).filter((one) => one.startsWith('D110'))).toEqual([
      'D110 resources.methods.importKey.0',
      `D110 ${key}.0`,
    ]);
  });

  test('is seen by roles that may read all of it, those of other records included', () => {
    const seen = (role: string) =>
      Object.entries(toVisibleSource(limits, role).resources).map(
        ([name, { importKey }]) => `${name} ${String(importKey)}`,
      );

    expect(seen('staff')).toContain('limits method,analyte');
    expect(seen('staff')).toContain('reviews limit,day');
    expect(seen('viewer')).toEqual([
      'methods code',
      'analytes _id',
      'limits _id',
      'measurements _id',
    ]);
  });
});
