import { expect, test } from 'vitest';
import {
  gapsOfMissing,
  toRequest,
  type JobSettings,
} from '../../../src/admin/files/job-settings.ts';

const settings = (missing: JobSettings['missing'], mode: JobSettings['mode'] = 'update') =>
  ({
    columns: new Map(),
    constants: new Map(),
    steps: [],
    mode,
    key: '_id',
    atomic: false,
    missing,
    warnings: 'import',
  }) satisfies JobSettings;

test.each<[string, JobSettings['missing'], string[]]>([
  ['a list', { where: {} }, []],
  ['an open condition', { where: {}, isUnfinished: true }, ['scope']],
  [
    'an open condition and no field',
    { where: {}, isUnfinished: true, set: {} },
    ['scope', 'field'],
  ],
  ['a field without a value', { where: {}, set: { name: null } }, ['value']],
  ['a field to clear', { where: {}, set: { name: '' } }, []],
  ['a field and its value', { where: {}, set: { name: 'gone' } }, []],
])('missing records with %s lack what the user still has to enter', (_, missing, gaps) => {
  expect(gapsOfMissing(settings(missing))).toEqual(gaps);
  expect(gapsOfMissing(settings(missing, 'create'))).toEqual([]);
});

test('an empty text clears a field of missing records', () => {
  const { missing } = toRequest(settings({ where: {}, set: { name: '' } }), {});

  expect(missing).toEqual({ where: {}, set: { name: '' } });
});
