import { expect, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { libraryDescriptor } from '../support/library.ts';

test('the OpenAPI document describes the filters of a collection once, for all operations that take them', () => {
  const descriptor = libraryDescriptor();
  const asked = { descriptor, role: 'admin', actions: [], version: '1' };
  const { paths, components } = JSON.parse(JSON.stringify(describeApi(asked)));
  const operations = ['', '/facets', '/groups', '/export'].map(
    (end) => paths[`/api/books${end}`].get,
  );

  const used = operations.map(({ parameters }) =>
    parameters.find(({ $ref = '' }) => $ref.includes('/filters')),
  );

  expect(new Set(used.map(({ $ref }) => $ref)).size).toBe(1);
  const names = Object.keys(components.parameters).filter((name) => name.startsWith('filters'));
  expect(names.length).toBeLessThanOrEqual(descriptor.resources.size);
});
