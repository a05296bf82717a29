import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFieldCode } from '../../src/api/check-code.ts';
import { defineInstallation } from '../../src/api/extending.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { inspectDescriptor } from '../../src/hosts/read/read-descriptor.ts';
import { cratesDescriptor, cratesSource } from '../support/crates.ts';
import { top } from '../support/source-files.ts';

describe('the code of a field', () => {
  const named = (resource: string, field: string) => ({ resource, field, compute: () => [] });
  const weigh = named('crates', 'weight');

  test('must exist for each field that declares it, and for no other', () => {
    const flaws = checkFieldCode(cratesDescriptor, [
      weigh,
      named('crates', 'size'),
      named('crates', 'lable'),
      named('crate', 'label'),
    ]);

    const fields = 'resources.crates.fields';
    expect(flaws.map(({ problem: found }) => found)).toMatchObject([
      { code: 'D094', path: `${fields}.sizes.computedInCode` },
      { code: 'D095', path: `${fields}.size`, hint: 'add "computedInCode": true' },
      { code: 'D096', path: fields, hint: 'did you mean label?' },
      { code: 'D096', path: 'resources', hint: 'did you mean crates?' },
    ]);
  });

  test('is reported as missing in an installation without code', async () => {
    const file = join(top, 'tests/installation/examples/resources.json');

    const { outcome } = await inspectDescriptor(file);

    expect('problems' in outcome && outcome.problems).toContainEqual(
      expect.objectContaining({ code: 'D094', line: expect.any(Number) }),
    );
  });

  test('is in the manifest once', () => {
    const parts = { screens: { pages: {} }, actions: [], routes: [] };

    expect(() => defineInstallation({ ...parts, fields: [weigh, weigh] })).toThrow(
      'Two codes compute crates.weight',
    );
  });

  test.each([
    ['unique', { type: 'text', unique: true }, 'D007'],
    ['default', { type: 'text', default: 'a' }, 'D007'],
    ['stored', { type: 'text', stored: true }, 'D007'],
    ['computed', { type: 'number', computed: '1' }, 'D007'],
    ['computedInCode', { type: 'sequence', format: 'A-{number}' }, 'D024'],
  ])('does not go with %s', (setting, field, code) => {
    const weight = { ...field, computedInCode: true };
    const crates = { title: '{label}', fields: { label: { type: 'text' }, weight } };
    const resources = { ...cratesSource.resources, crates };

    const parsed = parseDescriptor(JSON.stringify({ ...cratesSource, resources }));

    expect('problems' in parsed && parsed.problems).toMatchObject([
      { code, path: `resources.crates.fields.weight.${setting}` },
    ]);
  });
});
