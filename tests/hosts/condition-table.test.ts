import { expect, test } from 'vitest';
import { isObject } from '../../src/descriptor/json-object.ts';
import { toDescriptorSchema } from '../../src/descriptor/read/descriptor-schema.ts';
import { toConditionTable } from '../../src/hosts/build/condition-table.ts';

test('the table of conditions has each place where the grammar takes one', () => {
  const rows = toConditionTable().matchAll(/^\| `(.+?)`/gm);
  const named = [...rows].map(([, name = '']) => {
    const pattern = name.replaceAll(/[.[\]]/g, '\\$&').replaceAll(/<\w+>/g, '[^.]+');
    return new RegExp(`^${pattern}($|\\.)`);
  });
  const found = placesIn(toDescriptorSchema(), '');

  expect(new Set(found).size).toBeGreaterThan(15);
  expect(found.filter((place) => !named.some((name) => name.test(place)))).toEqual([]);
  expect(named.filter((name) => !found.some((place) => name.test(place)))).toEqual([]);
});

/** What each definition of the schema is in a file. */
const roots: Record<string, string> = {
  resource: '',
  permissions: 'permissions',
  field: 'fields.<name>',
};

/** The places of a JSON Schema that take a condition. */
function placesIn(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => placesIn(each, path));
  if (!isObject(schema)) return [];
  if (schema.$ref === '#/definitions/condition') return [path];
  const at = (step: string) => (path === '' ? step : `${path}.${step}`);
  const { properties = {}, definitions = {}, items, additionalProperties, anyOf, allOf } = schema;
  return [
    ...Object.entries(properties as object).flatMap(([name, each]) => placesIn(each, at(name))),
    ...Object.entries(definitions as object).flatMap(([name, each]) =>
      placesIn(each, roots[name] ?? path),
    ),
    ...placesIn(items, `${path}[]`),
    ...placesIn(additionalProperties, at('<name>')),
    ...placesIn([anyOf, allOf, schema['then']], path),
  ];
}
