import { describe, expect, test } from 'vitest';
import { requireItem } from '../../../src/fields/require-entry.ts';
import { insertAt, moveAt, passAt, removeAt, setAt } from '../../../src/descriptor/edits/edit.ts';
import {
  openFiles,
  wholeOf,
  type DescriptorFiles,
  type Edited,
} from '../../../src/descriptor/edits/open-files.ts';
import { rename } from '../../../src/descriptor/edits/rename.ts';
import { isObject, type JsonObject } from '../../../src/descriptor/json-object.ts';
import { asObject } from '../../../src/descriptor/read/draft.ts';
import { valueAt } from '../../../src/descriptor/read/schema-at.ts';
import type { Path } from '../../../src/descriptor/read/source-text.ts';
import { firstInstallation, otherWorlds } from '../../worlds/worlds.ts';
import { checkFiles, readWorld } from './read-world.ts';

type Draw = <One>(of: readonly One[]) => One;

/** An edit, and the same change of the value that the files have. */
type Case = { edited: Edited; expected: JsonObject; isInsert?: Path };

describe.each([...otherWorlds, firstInstallation])('edits of $name', ({ name, descriptor }) => {
  const worlds = [readWorld(descriptor), readWorld(descriptor).map(asPeopleWrite)];

  test.each(worlds.entries().toArray())('keep the file (%i)', (kind, world) => {
    const draw = createDraw(name.length * 31 + kind);
    const problems = checkFiles(world);
    expect(problems).toEqual([]);

    for (let count = 0; count < 22; count += 1) {
      const before = valueOf(world);
      const { edited, expected, isInsert } = requireItem(cases, count % cases.length)(
        world,
        before,
        draw,
      );
      if ('refused' in edited) throw new Error(JSON.stringify(edited.refused));
      const { files } = edited;

      expect(commentsIn(files)).toEqual(commentsIn(world));
      expect(JSON.stringify(valueOf(files))).toBe(JSON.stringify(expected));
      const isChecked = count % 5 === 3;
      expect(isChecked ? checkFiles(files) : []).toEqual(isChecked ? checkValue(expected) : []);
      // A new field is one hunk, which changes at most the comma of the line above.
      expect(isInsert ? linesLost(world, files) : 0).toBeLessThanOrEqual(1);
      expect(isInsert ? removeAt(files, isInsert) : { files: world }).toEqual({ files: world });
    }
  });

  test('rename whatever has a name, and back', () => {
    const world = requireItem(worlds, 1);
    const draw = createDraw(name.length);
    for (let count = 0; count < 5; count += 1) {
      const value = valueOf(world);
      const collection = draw(
        Object.keys(asObject(value.resources)).filter((one) => one !== 'users'),
      );
      const field = draw(ownFields(value, collection));
      const path = ['resources', collection, ...(count % 4 === 0 ? [] : ['fields', field])];
      const renamed = rename(world, path, 'somethingElse');
      expect('refused' in renamed ? renamed.refused.reason : 'shared').toBe('shared');
      if ('refused' in renamed) continue;

      expect(checkFiles(renamed.files)).toEqual([]);
      const now = [...path.slice(0, -1), 'somethingElse'];
      expect(rename(renamed.files, now, String(path.at(-1)))).toEqual({ files: world });
    }
  });
});

const cases: readonly ((files: DescriptorFiles, value: JsonObject, draw: Draw) => Case)[] = [
  insertField,
  setSetting,
  moveField,
  removeField,
  changeColumns,
  insertField,
  setLabel,
  passField,
];

function insertField(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const path = ['resources', draw(collectionsOf(value)), 'fields'];
  const fields = Object.entries(asObject(valueAt(value, path)));
  const at = draw([...fields.keys(), fields.length]);
  const field = draw([
    { type: 'text' },
    { type: 'number', integer: true, min: 0 },
    { type: 'choice', choices: ['open', { value: 'done', color: 'success' }] },
    {
      type: 'text',
      label: { en: 'A new one', de: 'Ein neues' },
      help: { en: 'x'.repeat(90), de: 'y' },
    },
  ]);
  const edited = insertAt(files, path, { key: 'newField', value: field, before: fields[at]?.[0] });
  const all = [...fields.slice(0, at), ['newField', field] as const, ...fields.slice(at)];
  const expected = withValue(value, path, Object.fromEntries(all));
  return { edited, expected, isInsert: [...path, 'newField'] };
}

function setSetting(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const collection = draw(collectionsOf(value));
  const path = ['resources', collection, 'fields', draw(ownFields(value, collection)), 'help'];
  const help = draw(['Short', { en: 'Long', de: 'Lang' }]);
  const edited = setAt(files, path, help);
  return { edited, expected: withValue(value, path, help) };
}

function setLabel(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const path = ['resources', draw(collectionsOf(value)), 'label', 'de'];
  const label = valueAt(value, path.slice(0, -1));
  const [language = 'en'] = (asObject(value.app).languages ?? []) as string[];
  const long = isObject(label) || label === undefined ? asObject(label) : { [language]: label };
  const edited = setAt(files, path, 'Anders');
  if (label === undefined) return { edited: { files }, expected: value };
  return { edited, expected: withValue(value, path.slice(0, -1), { ...long, de: 'Anders' }) };
}

function moveField(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const path = ['resources', draw(collectionsOf(value)), 'fields'];
  const fields = Object.entries(asObject(valueAt(value, path)));
  const moved = draw(fields);
  const next = fields[draw([...fields.keys(), fields.length])];
  const others = fields.filter((one) => one !== moved);
  const at = next === moved ? fields.indexOf(moved) : others.indexOf(next ?? moved);
  const all = others.toSpliced(at < 0 ? others.length : at, 0, moved);
  const edited = moveAt(files, [...path, moved[0]], next?.[0]);
  return { edited, expected: withValue(value, path, Object.fromEntries(all)) };
}

function removeField(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const collection = draw(collectionsOf(value));
  const path = ['resources', collection, 'fields'];
  const fields = Object.entries(asObject(valueAt(value, path)));
  // A field whose own lines have no comments, which would go with it.
  const free = fields.filter(([name]) => {
    const one = removeAt(files, [...path, name]);
    return 'files' in one && commentsIn(one.files).length === commentsIn(files).length;
  });
  if (free.length === 0) return { edited: { files }, expected: value };
  const gone = draw(free);
  const rest = Object.fromEntries(fields.filter((one) => one !== gone));
  return { edited: removeAt(files, [...path, gone[0]]), expected: withValue(value, path, rest) };
}

function changeColumns(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const listed = collectionsOf(value).filter((one) =>
    Array.isArray(valueAt(value, ['resources', one, 'list', 'columns'])),
  );
  if (listed.length === 0) return { edited: { files }, expected: value };
  const path = ['resources', draw(listed), 'list', 'columns'];
  const columns = valueAt(value, path) as string[];
  const changed = draw([
    columns.toSpliced(draw([...columns.keys()]), 0, 'createdAt'),
    [...columns, 'updatedAt'],
    ['_id', ...columns],
  ]);
  return { edited: setAt(files, path, changed), expected: withValue(value, path, changed) };
}

/** A field goes from one section of a form to another one. */
function passField(files: DescriptorFiles, value: JsonObject, draw: Draw): Case {
  const places = collectionsOf(value).flatMap((one): Path[] => [
    ['resources', one, 'form'],
    ['resources', one, 'form', 'tabs'],
  ]);
  const forms = places.filter((one) => {
    const sections = valueAt(value, one);
    return Array.isArray(sections) && sections.length > 1;
  });
  if (forms.length === 0) return { edited: { files }, expected: value };
  const path = draw(forms);
  const sections = valueAt(value, path) as { fields: string[] }[];
  const from = draw([...sections.keys()]);
  const to = draw([...sections.keys()].filter((one) => one !== from));
  const [own, other] = [from, to].map((one) => requireItem(sections, one).fields);
  const moved = draw(own ?? []);
  const field = own?.indexOf(moved) ?? 0;
  const at = draw([...(other ?? []).keys(), other?.length ?? 0]);
  const passed = sections.map((one, index) => {
    if (index === from) return { ...one, fields: one.fields.toSpliced(field, 1) };
    return index === to ? { ...one, fields: one.fields.toSpliced(at, 0, moved) } : one;
  });
  return {
    edited: passAt(files, [...path, from, 'fields', field], {
      list: [...path, to, 'fields'],
      at,
    }),
    expected: withValue(value, path, passed),
  };
}

function collectionsOf({ resources }: JsonObject): string[] {
  return Object.keys(asObject(resources));
}

function ownFields(value: JsonObject, collection: string): string[] {
  return Object.keys(asObject(valueAt(value, ['resources', collection, 'fields']))).filter(
    (one) => one !== '$use',
  );
}

function valueOf(files: DescriptorFiles): JsonObject {
  const opened = openFiles(files);
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return wholeOf(opened);
}

function checkValue(value: JsonObject): string[] {
  const { include: _, ...rest } = value;
  return checkFiles([{ path: '', text: JSON.stringify(rest) }]);
}

function withValue(of: unknown, path: Path, value: unknown): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return value as JsonObject;
  const object = asObject(of);
  return { ...object, [step]: rest.length === 0 ? value : withValue(object[step], rest, value) };
}

function commentsIn(files: DescriptorFiles): string[] {
  return files.flatMap(({ text }) => text.match(/\b(?:above|behind|in)\d+\b/g) ?? []).toSorted();
}

/** How many lines of the file before are not in the file after. */
function linesLost(before: DescriptorFiles, after: DescriptorFiles): number {
  return before.reduce((sum, { text }, at) => {
    const [old, now] = [text.split('\n'), (after[at]?.text ?? '').split('\n')];
    const start = old.findIndex((line, index) => line !== now[index]);
    let end = 0;
    while (end < old.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
    return sum + (start < 0 ? 0 : old.length - start - end);
  }, 0);
}

/** The same with comments, blank lines, trailing commas and the line ends of Windows. */
function asPeopleWrite({ path, text }: { path: string; text: string }) {
  const lines = text.replace(/(["\d\]}el])\n(\s*[\]}])/g, '$1,\n$2').split('\n');
  const written = lines.flatMap((line, at) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    if (line === '' || at === 0) return [line];
    const [own, above] = [
      at % 7 === 0 ? [`${line} // behind${at}`] : [line],
      `${indent}// above${at}`,
    ];
    if (at % 5 === 0) return ['', above, ...own];
    return at % 11 === 0 ? [`${indent}/* in${at} */`, ...own] : own;
  });
  return { path, text: written.join('\r\n') };
}

/** Draws the same each time. */
function createDraw(seed: number): Draw {
  let state = seed;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return requireItem(of, Math.floor((state / 2_147_483_648) * of.length));
  };
}
