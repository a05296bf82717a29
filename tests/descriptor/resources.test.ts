import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mayRead, writableFields } from '../../src/descriptor/access.ts';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { checkRecord } from '../../src/descriptor/rules/record-check.ts';
import { top } from '../support/source-files.ts';

const descriptor = load();
const { resources } = descriptor;

describe('resources.json', () => {
  test('has the defaults: the name Backoffice and a black sidebar with a green active colour', () => {
    const told = { title: 'Backoffice', sidebar: { background: 'black', active: 'success' } };
    const users = descriptor.source.resources.users;

    expect(descriptor.app).toMatchObject(told);
    expect(toDescriptor({ resources: { users } }).app).toMatchObject(told);
  });

  test('has the resources in the order of the menu, with their paths', () => {
    const addresses = [...resources.values()].map(({ name, root, path }) => [name, root, path]);

    expect(addresses).toEqual([
      ['masters', '/api/master', '/master'],
      ...['mappings', 'sources', 'extractions', 'chems', 'chemFamilies', 'chemFunctions'].map(at),
      ...['projects', 'users'].map(at),
    ]);
  });

  test('puts every field on a tab of the form', () => {
    const missing = [...resources.values()].flatMap(({ name, fields, form }) => {
      const shown = form.flatMap((tab) => tab.fields);
      return [...fields.keys()].filter((field) => !shown.includes(field)).map((at) => [name, at]);
    });

    expect(missing).toEqual([]);
  });

  test('has every label in both languages', () => {
    const silent = [...resources.values()].flatMap(({ name, fields }) =>
      [...fields.values()]
        .filter(({ label, help }) => !label.en || !label.de || (help && !(help.en && help.de)))
        .map((field) => `${name}.${field.name}`),
    );

    expect(silent).toEqual([]);
  });

  test('names virgin and recycled by their meaning in German', () => {
    const content = resources.get('extractions')?.fields.get('content');

    expect(content?.label['de']).toBe('Herkunft des Materials');
  });

  test('lets staff edit everything but users', () => {
    const writable = [...resources.values()].filter(
      (resource) => writableFields(descriptor, 'staff', resource).length > 0,
    );

    expect(writable.map(({ name }) => name).join(' ')).toBe(
      'mappings sources extractions chems chemFamilies chemFunctions projects',
    );
  });

  test.each([
    ['viewer', 'name', true],
    ['viewer', 'email', false],
    ['viewer', 'role', false],
    ['staff', 'email', true],
    ['staff', 'status', false],
    ['staff', 'lastLoginAt', false],
    ['admin', 'lastLoginAt', true],
  ])('shows %s of users the field %s: %s', (role, field, expected) => {
    expect(mayRead(descriptor, role, resources.get('users')!, field)).toBe(expected);
  });
});

const records = new URL('../shared/data/records/', `file://${top}/`);

describe.runIf(existsSync(records))('the real records', () => {
  test.each(['chemFamilies', 'chemFunctions', 'chems', 'sources', 'extractions', 'mappings'])(
    'of %s are accepted, every one',
    (name) => {
      const resource = resources.get(name)!;
      const rows = JSON.parse(readFileSync(new URL(`${name}.json`, records), 'utf8'));

      const refused = rows.flatMap((row: Record<string, unknown>) => {
        const body = withIds(row, name);
        const checked = checkRecord({ descriptor, role: 'staff', resource, mode: 'create', body });
        return 'problems' in checked ? [[row[String(resource.importKey)], checked.problems]] : [];
      });

      expect(refused).toEqual([]);
    },
  );
});

/** Files refer by import keys, the API by `_id`: any will do where only the form is looked at. */
function withIds(row: Record<string, unknown>, name: string): Record<string, unknown> {
  const relations = [...resources.get(name)!.fields.values()].filter(({ kind }) => kind.relation);
  const toIds = (value: unknown) =>
    Array.isArray(value) ? value.map((_, at) => `id-${at}`) : 'id';
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      relations.some((relation) => relation.name === field) ? toIds(value) : value,
    ]),
  );
}

function at(name: string): string[] {
  return [name, `/api/${name}`, `/${name}`];
}

function load(): Descriptor {
  const parsed = parseDescriptor(readFileSync(`${top}/resources.json`, 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems, null, 2));
  return parsed.descriptor;
}
