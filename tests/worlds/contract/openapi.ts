import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { checkField } from '../../../src/descriptor/field-check.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World } from '../world.ts';

/** What the API says of itself, against what it does. */
export function describeOpenApi(world: World, opened: () => OpenWorld): void {
  const documentOf = async (as: string): Promise<any> =>
    (await opened().api.call('GET', '/api/openapi.json', { as })).json;

  test.each([...world.declared.roles.keys()])('is valid for %s', async (role) => {
    const { valid, errors } = await new Validator().validate(await documentOf(role));

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  describe.each(namedResources(world))('%s', (name, resource) => {
    test('matches its schema', async () => {
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      ajvFormats.default(ajv);
      ajv.addSchema({ $id: 'doc', ...(await documentOf(world.admin)) });
      const fits = ajv.compile({ $ref: `doc#/components/schemas/${name}` });

      const wrong = (await opened().records(resource)).filter((record) => !fits(record));

      expect(wrong.map(({ _id }) => [_id, fits.errors])).toEqual([]);
    });

    test('has an example with a valid value for each field', async () => {
      const { paths } = await documentOf(world.admin);
      const { example } = paths[resource.root].post.requestBody.content['application/json'];

      const refused = Object.entries(example).filter(
        ([field, value]) => 'problems' in checkField(resource.fields.get(field)!, value),
      );

      expect(refused).toEqual([]);
    });
  });
}
