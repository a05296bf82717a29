import { describe, expect, test } from 'vitest';
import { setAt } from '../../../src/descriptor/edits/edit.ts';
import { type Choice, type Conflict, merge } from '../../../src/descriptor/edits/merge.ts';
import {
  type DescriptorFiles,
  openFiles,
  wholeOf,
} from '../../../src/descriptor/edits/open-files.ts';
import { isSameJson } from '../../../src/descriptor/json-object.ts';
import { asObject } from '../../../src/descriptor/read/draft.ts';
import { valueAt } from '../../../src/descriptor/read/schema-at.ts';
import { requireItem } from '../../../src/fields/require-entry.ts';
import { firstInstallation, otherWorlds } from '../../worlds/worlds.ts';
import { checkFiles, readWorld } from './read-world.ts';
import { files as base, more, text } from './small-files.ts';

const theirsWins: Choice = () => 'theirs';
const mineWins: Choice = () => 'mine';

const change = (pairs: readonly (readonly [from: string, to: string])[], of = base) =>
  pairs.reduce<DescriptorFiles>((files, [from, to]) => {
    expect(files.some((one) => one.text.includes(from))).toBe(true);
    return files.map((one) => ({ ...one, text: one.text.replace(from, to) }));
  }, of);

describe('two changes of the same texts', () => {
  test('of different collections are both kept, with their comments, in their files', () => {
    const theirs = change([['"label": "Books"', '"label": "Volumes", // as people say']]);
    const mine = change([
      ['"code": { "type": "text" }', '"code": { "type": "text", "unique": true }'],
    ]);

    expect(merge({ base, theirs, mine }, theirsWins)).toMatchObject({
      conflicts: [],
      files: [theirs[0], mine[1]],
    });
  });

  test('tell which comments stand in neither collection and are lost', () => {
    const [main, ...others] = base;
    const withHead = (line: string) => [{ ...main!, text: `// ${line}\n${main!.text}` }, ...others];

    const both = { base, theirs: withHead('Theirs.'), mine: withHead('Mine.') };

    expect(merge(both, theirsWins)).toMatchObject({ conflicts: [], lostComments: ['// Mine.'] });
  });

  test('of different collections in one file are merged there', () => {
    const one = [{ path: 'resources.json', text }];
    const shelf =
      '    "shelves": { /* new */ "fields": { "code": { "type": "text" } } }, // beside\n';
    const theirs = change(
      [['"app": { "languages": ["en", "de"] }', '"app": { "languages": ["en"] }']],
      one,
    );
    const mine = change(
      [['    "books": {\n      "label"', `${shelf}    "books": {\n      "label"`]],
      one,
    );

    const { files, conflicts } = merge({ base: one, theirs, mine }, theirsWins);

    expect(conflicts).toEqual([]);
    expect(files[0]?.text).toContain(shelf);
    expect(files[0]?.text).toContain('"languages": ["en"] }');
  });

  test('of one collection are merged by field and setting', () => {
    const theirs = change([
      ['"required": true', '"required": false'],
      ['"label": "Books"', '"label": "Volumes"'],
    ]);
    const mine = change([
      ['"state": {', '"isbn": { "type": "text" },\n        "state": {'],
      ['"type": "text", "required"', '"type": "text", "unique": true, "required"'],
    ]);

    const { files, conflicts } = merge({ base, theirs, mine }, theirsWins);

    expect(conflicts).toEqual([]);
    const books = asObject(valueAt(valueOf(files), ['resources', 'books']));
    expect(books.label).toBe('Volumes');
    expect(Object.keys(asObject(books.fields))).toEqual(['name', '$use', 'isbn', 'state']);
    expect(asObject(books.fields).name).toEqual({ type: 'text', unique: true, required: false });
    expect(files[0]?.text).toContain('// of the cover');
  });

  test('of one setting are a conflict, which the person decides', () => {
    const theirs = change([['"label": "Books"', '"label": "Volumes"']]);
    const mine = change([['"label": "Books"', '"label": "Prints"']]);
    const conflict = { path: ['resources', 'books', 'label'], theirs: 'Volumes', mine: 'Prints' };

    const first = merge({ base, theirs, mine }, theirsWins);
    expect(first).toMatchObject({ conflicts: [conflict], files: theirs });
    const second = merge({ base, theirs, mine }, mineWins);
    expect(second).toMatchObject({ conflicts: [conflict], files: mine });
  });

  test('keep an order that only one of them changed', () => {
    const theirs = change([['"label": "Books"', '"label": "Volumes"']]);
    const mine = change([
      [
        '        // The title\n        "name": { "type": "text", "required": true }, // of the cover\n\n',
        '',
      ],
      [
        '          "choices": ["open", "lent"],\n        },\n',
        '          "choices": ["open", "lent"],\n        },\n        "name": { "type": "text", "required": true },\n',
      ],
    ]);

    const { files } = merge({ base, theirs, mine }, theirsWins);

    const fields = valueAt(valueOf(files), ['resources', 'books', 'fields']);
    expect(Object.keys(asObject(fields))).toEqual(['$use', 'state', 'name']);
  });

  test('to a collection that the other one removed are a conflict', () => {
    const theirs = [
      { path: 'resources.json', text },
      { path: 'more.json', text: more.replace(/"resources": \{.*\}\n/, '"resources": {}\n') },
    ];
    const mine = change([
      ['"code": { "type": "text" }', '"code": { "type": "text", "unique": true }'],
    ]);
    const path = ['resources', 'shelves'];

    const { files, conflicts } = merge({ base, theirs, mine }, theirsWins);
    expect(conflicts).toMatchObject([{ path, theirs: undefined }]);
    expect(valueAt(valueOf(files), path)).toBeUndefined();
    const kept = merge({ base, theirs, mine }, mineWins);
    expect(valueAt(valueOf(kept.files), path)).toEqual(valueAt(valueOf(mine), path));
  });

  test.each(['theirs', 'mine'])('are merged by whole files if %s has a syntax error', (side) => {
    const [broken, whole] = [
      change([['"app": {', '"app": ']]),
      change([['"label": "Books"', '"label": "Prints"']]),
    ];
    const [theirs, mine] = side === 'theirs' ? [broken, whole] : [whole, broken];

    const merged = merge({ base, theirs, mine }, theirsWins);
    expect(merged.conflicts).toMatchObject([{ file: 'resources.json' }]);
    expect(merged.files).toEqual(theirs);
    expect(merge({ base, theirs, mine }, mineWins).files).toEqual(mine);
  });

  test('add and remove included files', () => {
    const third = { path: 'third.json', text: '{ "resources": { "rooms": { "fields": {} } } }' };
    const theirs = change([['"label": "Books"', '"label": "Volumes"']]);
    const mine = [...change([['["more.json"]', '["more.json", "third.json"]']]), third];

    const { files } = merge({ base, theirs, mine }, theirsWins);

    expect(files.map(({ path }) => path)).toEqual(['resources.json', 'more.json', 'third.json']);
    expect(files[0]?.text).toContain('"third.json"');
    expect(merge({ base: files, theirs: files, mine: theirs }, theirsWins).files).toEqual(theirs);
  });
});

describe.each([...otherWorlds, firstInstallation])(
  'random changes of $name',
  ({ name, descriptor }) => {
    test('are all in the merge, or in a conflict', () => {
      const start = readWorld(descriptor);
      const draw = createDraw(name.length * 17);
      for (let round = 0; round < 6; round += 1) {
        const [theirs, mine] = [0, 1].map((side) => randomly(start, draw, `Side ${side}`));
        const sides = { base: start, theirs: theirs!, mine: mine! };

        const merged = merge(sides, theirsWins);
        const other = merge(sides, mineWins);

        expect(checkFiles(merged.files)).toEqual([]);
        expect(valueOf(merged.files)).toEqual(expectedOf(sides, merged.conflicts, 'theirs'));
        expect(valueOf(other.files)).toEqual(expectedOf(sides, merged.conflicts, 'mine'));
        expect(merge({ ...sides, mine: start }, theirsWins)).toMatchObject({ files: theirs });
        expect(merge({ ...sides, theirs: start }, theirsWins)).toMatchObject({ files: mine });
        expect(merge({ ...sides, mine: theirs! }, theirsWins)).toMatchObject({ files: theirs });
      }
    });
  },
);

type Draw = <One>(of: readonly One[]) => One;

/** Some labels and helps of the first collections are others, so that both sides often meet. */
function randomly(start: DescriptorFiles, draw: Draw, label: string): DescriptorFiles {
  const value = asObject(valueOf(start).resources);
  return Array.from({ length: 4 }).reduce<DescriptorFiles>((files) => {
    const collection = draw(Object.keys(value).slice(0, 3));
    const fields = asObject(asObject(value[collection]).fields);
    const field = draw(
      Object.keys(fields)
        .filter((one) => one !== '$use')
        .slice(0, 2),
    );
    const path = [
      'resources',
      collection,
      ...draw([['label'], ['fields', field, 'help'], ['fields', field, 'label']]),
    ];
    const edited = setAt(files, path, `${label} ${draw([1, 2])}`);
    return 'files' in edited ? edited.files : files;
  }, start);
}

/** The merge as it would be without texts: each place that one side changed, and the conflicts as decided. */
function expectedOf(
  { base: from, theirs, mine }: Record<'base' | 'theirs' | 'mine', DescriptorFiles>,
  conflicts: readonly Conflict[],
  side: 'theirs' | 'mine',
): unknown {
  const isConflict = (path: readonly (string | number)[]) =>
    conflicts.some((one) => 'path' in one && isSameJson(one.path, path));
  const join = (b: unknown, t: unknown, m: unknown, path: readonly string[]): unknown => {
    if (isConflict(path)) return side === 'mine' ? m : t;
    if (isSameJson(m, b) || isSameJson(m, t)) return t;
    if (isSameJson(t, b)) return m;
    const [before, now, own] = [asObject(b), asObject(t), asObject(m)];
    const keys = [...new Set([...Object.keys(now), ...Object.keys(own)])];
    return Object.fromEntries(
      keys
        .map((key) => [key, join(before[key], now[key], own[key], [...path, key])] as const)
        .filter(([, one]) => one !== undefined),
    );
  };
  return join(valueOf(from), valueOf(theirs), valueOf(mine), []);
}

function valueOf(files: DescriptorFiles) {
  const opened = openFiles(files);
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return wholeOf(opened);
}

/** The same draws in each run. */
function createDraw(seed: number): Draw {
  let state = seed;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return requireItem(of, Math.floor((state / 2_147_483_648) * of.length));
  };
}
