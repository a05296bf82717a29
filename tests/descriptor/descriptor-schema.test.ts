import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { toDescriptorSchema } from '../../src/descriptor/read/descriptor-schema.ts';
import { isObject } from '../../src/descriptor/json-object.ts';
import { librarySource } from './library.ts';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
  read('resources.schema.json'),
);

describe('resources.schema.json', () => {
  test('matches the grammar', () => {
    const isStale = !isDeepStrictEqual(
      read('resources.schema.json'),
      JSON.parse(JSON.stringify(toDescriptorSchema())),
    );

    expect(isStale, 'resources.schema.json is stale: run npx backoffice schema').toBe(false);
  });

  test('accepts resources.json', () => {
    validate(read('resources.json'));

    expect(validate.errors).toBeNull();
  });

  test('accepts the smallest resource', () => {
    expect(validate({ resources: { notes: { fields: { text: { type: 'text' } } } } })).toBe(true);
  });

  test.each([
    ['a descriptor that includes all it has', { include: ['a.json'], app: { title: 'x' } }],
    ['an included file with resources', { resources: {} }],
    ['an included file with nothing but roles', { roles: { staff: {} } }],
  ])('accepts %s', (_, file) => {
    expect(validate(file)).toBe(true);
  });

  test.each([
    ['a file above to be included', { include: ['../a.json'] }],
    ['an unknown setting of the file', { titel: 'x' }],
    ['an unknown setting of the app', { app: { titel: 'x' } }],
    ['a role that is no object', { roles: { admin: true } }],
    ['no resources', { resources: undefined }],
    ['an unknown setting of a resource', { resources: { notes: { fields: {}, colums: [] } } }],
    ['an icon that is not a name', { resources: { notes: { fields: {}, icon: 'Unicorn head' } } }],
    ['an unknown operation', { resources: { notes: { fields: {}, permissions: { a: ['eat'] } } } }],
    ['a field without a type', field({})],
    ['an unknown type', field({ type: 'txt' })],
    ['a setting of another type', field({ type: 'number', multiline: true })],
    ['a wrong setting', field({ type: 'text', maxLength: 'long' })],
    ['missing choices', field({ type: 'choice' })],
    ['a wrong colour', field({ type: 'choice', choices: [{ value: 'a', color: 'pink' }] })],
    ['a wrong part', field({ type: 'object', fields: { a: { type: 'tags' } } })],
    ['a label in no language', field({ type: 'text', label: { english: 'x' } })],
  ])('refuses %s', (_, broken) => {
    expect(validate({ ...librarySource, ...broken })).toBe(false);
  });

  test('explains every setting for editors', () => {
    const silent = [...settingsOf(toDescriptorSchema(), '')].filter(([, schema]) => {
      return schema.description === undefined && schema.const === undefined;
    });

    expect(silent.map(([path]) => path)).toEqual([]);
  });
});

function field(declaration: object) {
  return { resources: { notes: { fields: { text: declaration } } } };
}

/** Every property of every object in the schema. */
function* settingsOf(schema: unknown, path: string): Iterable<[string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties' && isObject(part) && !path.endsWith('/if')) {
      for (const [name, setting] of Object.entries(part)) {
        yield [`${path}/${name}`, setting as Record<string, unknown>];
      }
    }
    yield* settingsOf(part, `${path}/${key}`);
  }
}
