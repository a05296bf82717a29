import { describe, expect, test } from 'vitest';
import { type Choice, merge } from '../../../src/descriptor/edits/merge.ts';
import {
  type DescriptorFiles,
  openFiles,
  wholeOf,
} from '../../../src/descriptor/edits/open-files.ts';
import { asObject } from '../../../src/descriptor/read/draft.ts';
import { checkFiles } from './read-world.ts';
import { files as base, library } from './small-files.ts';

const theirsWins: Choice = () => 'theirs';
const mineWins: Choice = () => 'mine';

const change = (
  pairs: readonly (readonly [from: string, to: string])[],
  of: DescriptorFiles = base,
) =>
  pairs.reduce<DescriptorFiles>((files, [from, to]) => {
    expect(files.some((one) => one.text.includes(from))).toBe(true);
    return files.map((one) => ({ ...one, text: one.text.replace(from, to) }));
  }, of);

describe('a merge', () => {
  const one = [{ path: 'resources.json', text: library }];

  test('never mixes two conditions or two permissions', () => {
    const right = '"permissions": { "staff": ["list", "read"] }';
    const rights = (list: string) =>
      `"permissions": { "staff": { "list": ${list}, "read": true } }`;
    const start = change([[right, rights('{ "name": "a", "state": "open" }')]]);
    const theirs = change([[right, rights('{ "name": "a" }')]]);
    const mine = change([[right, rights('{ "state": "open" }')]]);

    const { conflicts, files } = merge({ base: start, theirs, mine }, mineWins);

    expect(conflicts).toMatchObject([{ path: ['resources', 'books', 'permissions'] }]);
    expect(files).toEqual(mine);
  });

  test('of a renamed collection and a change of it is one conflict', () => {
    const theirs = change([['"shelves": {', '"racks": { "was": "shelves",']], one);
    const mine = change([['"title": "{code}"', '"title": "{town}"']], one);
    const sides = { base: one, theirs, mine };

    const merged = merge(sides, theirsWins);
    expect(merged.conflicts).toMatchObject([
      { path: ['resources', 'shelves'], renamed: { theirs: 'racks' } },
    ]);
    expect(namesIn(merged.files)).toEqual(['books', 'racks']);
    expect(namesIn(merge(sides, mineWins).files)).toEqual(['books', 'shelves']);
  });

  test('of a renamed role and a change of it is one conflict', () => {
    const start = change([['{\n', '{ "roles": { "admin": { "all": true }, "staff": {} },\n']], one);
    const theirs = change([['"staff": {}', '"helper": { "was": "staff" }']], start);
    const mine = change([['"staff": {}', '"staff": { "configure": true }']], start);
    const sides = { base: start, theirs, mine };

    const merged = merge(sides, theirsWins);

    expect(merged.conflicts).toMatchObject([
      { path: ['roles', 'staff'], renamed: { theirs: 'helper' } },
    ]);
    expect(valueOf(merged.files).roles).toEqual(valueOf(theirs).roles);
    expect(valueOf(merge(sides, mineWins).files).roles).toEqual(valueOf(mine).roles);
  });

  test('keeps what is called like a renamed collection in another section', () => {
    const theirs = change([['"shelves": {', '"racks": { "was": "shelves",']], one);
    const mine = change(
      [
        ['"title": "{code}"', '"title": "{town}"'],
        ['"resources": {', '"roles": { "racks": {}, "shelves": {} }, "resources": {'],
      ],
      one,
    );

    const { files } = merge({ base: one, theirs, mine }, theirsWins);

    expect(valueOf(files).roles).toEqual({ racks: {}, shelves: {} });
  });

  test('of two new collections with one name is a conflict, because nothing says that they are the same', () => {
    const added = (field: string) =>
      change([['"shelves": {', `"pens": { "fields": { "${field}": {} } }, "shelves": {`]], one);
    const sides = { base: one, theirs: added('ink'), mine: added('price') };

    const { conflicts, files } = merge(sides, mineWins);

    expect(conflicts).toMatchObject([{ path: ['resources', 'pens'] }]);
    expect(files).toEqual(sides.mine);
  });

  test('of a renamed field and another change of its collection is a conflict', () => {
    const theirs = change([['"short": {', '"brief": { "was": "short",']], one);
    const mine = change(
      [['"short": { "type": "text"', '"short": { "type": "text", "search": true']],
      one,
    );

    const { conflicts } = merge({ base: one, theirs, mine }, theirsWins);

    expect(conflicts).toMatchObject([{ path: ['resources', 'books', 'fields'] }]);
  });

  test('of two orders is a conflict', () => {
    const town = '"town": { "type": "text" }';
    const at = (fields: string) =>
      one.map((file) => ({
        ...file,
        text: file.text.replace(`"code": { "type": "text" }, ${town}`, fields),
      }));
    const third = '"size": { "type": "text" }';
    const code = '"code": { "type": "text" }';
    const sides = {
      base: at([code, town, third].join(', ')),
      theirs: at([town, code, third].join(', ')),
      mine: at([third, code, town].join(', ')),
    };

    const merged = merge(sides, mineWins);

    expect(merged.conflicts).toMatchObject([{ theirs: ['town', 'code', 'size', 'lent', 'names'] }]);
    expect(fieldsIn(merged.files, 'shelves')).toEqual(['size', 'code', 'town', 'lent', 'names']);
  });

  test('puts no comment before what stands on the same line', () => {
    const flat = [
      {
        path: 'resources.json',
        text: library
          .replace('{\n', '{ "app": { "title": "X" }, ')
          .replace(/,\n {2}"app": \{.*\n/, '\n'),
      },
    ];
    const mine = change(
      [['"app": { "title": "X" }, ', '\n  // Our name.\n  "app": { "title": "X" }, // ours\n  ']],
      flat,
    );
    const theirs = change([['"title": "{code}"', '"title": "{town}"']], flat);

    const { files } = merge({ base: flat, theirs, mine }, theirsWins);

    expect(checkFiles(files).filter((problem) => JSON.stringify(problem).includes('D001'))).toEqual(
      [],
    );
    expect(asObject(asObject(valueOf(files).resources).shelves).title).toBe('{town}');
  });

  test('is of whole files if a declaration has moved to another one', () => {
    const [main, other] = base;
    const shelves = '"shelves": { "fields": { "code": { "type": "text" } }, "permissions": "all" }';
    const theirs = change([['"label": "Books"', '"label": "Volumes"']]);
    const mine = [
      { ...main!, text: main!.text.replace('"books": {', `${shelves},\n    "books": {`) },
      { ...other!, text: other!.text.replace(shelves, '') },
    ];

    expect(merge({ base, theirs, mine }, mineWins).conflicts).toMatchObject([
      { file: 'resources.json' },
    ]);
  });
});

const namesIn = (files: DescriptorFiles) => Object.keys(asObject(valueOf(files).resources));
const fieldsIn = (files: DescriptorFiles, name: string) =>
  Object.keys(asObject(asObject(asObject(valueOf(files).resources)[name]).fields));

function valueOf(files: DescriptorFiles) {
  const opened = openFiles(files);
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return wholeOf(opened);
}
