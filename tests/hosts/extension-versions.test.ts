import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkScreens,
  compareVersions,
  readExtensionVersions,
} from '../../src/hosts/read/check-extensions.ts';
import { installation } from '../../src/installation/manifest.ts';
import { boxesDescriptor } from '../support/hooked-boxes.ts';
import { top } from '../support/source-files.ts';

describe('the version of what an installation may import', () => {
  const code = { screens: { pages: { board: { resources: [] } } }, actions: [], routes: [] };
  const versions = [
    { version: 3, changes: '- three' },
    { version: 2, changes: '- two\n- and more' },
    { version: 1, changes: '- one' },
  ];

  test('is the first number in the change log, and that of our own installation', () => {
    const read = readExtensionVersions();

    expect(read.map(({ version }) => version)).toEqual(read.map((_, index) => read.length - index));
    expect(read.every(({ changes }) => changes.startsWith('- '))).toBe(true);
    expect(installation.writtenFor).toBe(read[0]?.version);
  });

  test('tells what changed since the one that the code is written for', () => {
    const lines = compareVersions({ ...code, writtenFor: 1 }, () => versions);

    expect(lines[0]).toMatch(/version 1 .* this product has version 3/);
    expect(lines.slice(1)).toEqual(['- three', '- two', '- and more']);
    expect(compareVersions(code, () => versions)).toEqual(lines);
  });

  test('is too old for code of a later one', () => {
    expect(compareVersions({ ...code, writtenFor: 4 }, () => versions)).toEqual([
      expect.stringMatching(/version 4 .* this product has version 3/),
    ]);
  });

  test('does not matter to its own code, and to an installation without code', () => {
    const empty = { screens: { pages: {} }, actions: [], routes: [] };

    expect(compareVersions({ ...code, writtenFor: 3 }, () => versions)).toEqual([]);
    expect(compareVersions(empty, () => versions)).toEqual([]);
  });

  // A name that is gone or renamed breaks installations: begin a version in docs/CHANGELOG.md, and state its names here.
  test('has all names that it began with', () => {
    const names =
      `addDays answerJson defineAction defineField defineHook defineInstallation defineRoute languageOf
      problem queueMail refuse toLocalDay Actor Problem QueryRunner Refusal Resource Store StoredRecord UserCall
      PageTitle call definePage defineRecordTab defineScreen fillTemplate toLocal useCopy useLanguage useNumberFormat
      useText useTexts ScreenPart ScreenProps Screens`.split(/\s+/);
    const doors = ['src/api/extending.ts', 'src/admin/extending.ts'].map((path) =>
      readFileSync(join(top, path), 'utf8'),
    );

    const gone = names.filter(
      (name) => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(doors.join('\n')),
    );

    expect(gone).toEqual([]);
  });
});

describe('a replaced part of the screens', () => {
  test.each([
    [{ part: 'lst', resource: 'boxes' }, 'resources', 'did you mean list?'],
    [{ part: 'list', resource: 'boxs' }, 'resources', 'did you mean boxes?'],
    [{ part: 'list' }, 'resources', 'there are boxes, users, entries'],
    [
      { part: 'cell', resource: 'boxes', field: 'lable' },
      'resources.boxes.fields',
      'did you mean label?',
    ],
    [
      { part: 'section', resource: 'boxes', section: 'mor' },
      'resources.boxes',
      'did you mean more?',
    ],
  ])('is reported if it is not there: %o', (code, path, hint) => {
    expect(checkScreens(boxesDescriptor, [code]).map(({ problem }) => problem)).toMatchObject([
      { code: 'D096', path, hint },
    ]);
  });

  test.each([
    { part: 'dashboard' },
    { part: 'signInPicture' },
    { part: 'section', resource: 'boxes', section: 'more' },
    { part: 'input', resource: 'boxes', field: 'label' },
  ])('is fine if it is there: %o', (code) => {
    expect(checkScreens(boxesDescriptor, [code])).toEqual([]);
  });
});
