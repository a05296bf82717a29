import { expect, test } from 'vitest';
import { filesOfRecord } from '../../../src/admin/viewer/files-of-record.ts';
import { firstInstallation } from '../../support/first-installation.ts';
import {
  fileIdOf,
  filePlaceOf,
  fromSpotHash,
  isSpotHash,
  toSpotHash,
  withFile,
} from '../../../src/admin/viewer/viewer-address.ts';

test.each([
  [{ page: 4 }, '#page=4'],
  [{ page: 4, text: 'a & b' }, '#page=4&search=a+%26+b'],
  [{ text: 'ä' }, '#search=%C3%A4'],
  [{}, ''],
])('the place %j is written and read as %s', (spot, hash) => {
  expect(toSpotHash(spot)).toBe(hash);
  expect(fromSpotHash(hash)).toEqual(spot);
});

test.each(['#history', '#page=x', '#page=-1', '#paged=1'])('%s names no place', (hash) => {
  expect(fromSpotHash(hash)).toEqual({});
});

test('a section of a page is not a place in a file', () => {
  expect(['#history', '#page=2', '#search=x', ''].map(isSpotHash)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a URL names one file, which can be removed without the rest', () => {
  const search = withFile('?asOf=2026&file=old', 'new');

  expect(fileIdOf(search)).toBe('new');
  expect(withFile(search, undefined)).toBe('?asOf=2026');
  expect(withFile('?file=a', undefined)).toBe('');
});

test('a URL names the record of the file if the page belongs to another record', () => {
  const search = withFile('?tab=data', 'a', { resource: 'sources', record: 'SRC-1' });

  expect(fileIdOf(search)).toBe('a');
  expect(filePlaceOf(search)).toEqual({ resource: 'sources', record: 'SRC-1' });
  expect(filePlaceOf(withFile(search, 'b'))).toBeUndefined();
  expect(withFile(search, undefined)).toBe('?tab=data');
});

test('a file is found together with the others of its field', () => {
  const sources = firstInstallation().resources.get('sources')!;
  const file = (id: string) => ({ id, name: id, type: 'text/plain', size: 1, sha256: 'f' });
  const record = { _id: 'b', document: file('a'), attachments: [file('b'), file('c')] };
  const idsWith = (id: string) => filesOfRecord(sources, record, id)?.map((found) => found.id);

  expect(idsWith('a')).toEqual(['a']);
  expect(idsWith('c')).toEqual(['b', 'c']);
  expect(idsWith('e')).toBeUndefined();
  expect(filesOfRecord(sources, { _id: 'b', document: null }, 'a')).toBeUndefined();
});
