import { expect, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { libraryDescriptor } from '../support/library.ts';
import { propertiesOf, resolvePart } from '../support/resolve-part.ts';

function readDocument() {
  const descriptor = libraryDescriptor();
  const asked = { descriptor, role: 'admin', actions: [], version: '1' };
  return { descriptor, document: JSON.parse(JSON.stringify(describeApi(asked))) };
}

test('the OpenAPI document describes the filters of a collection once, for all operations that take them', () => {
  const { descriptor, document } = readDocument();
  const { paths, components } = document;
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

test('the OpenAPI document describes a field once for reading and once for writing', () => {
  const schemas = Object.entries<any>(readDocument().document.components.schemas);
  const withPrice = schemas.filter(([, { properties }]) => properties && 'price' in properties);

  expect(withPrice.map(([name]) => name).toSorted()).toEqual(['booksFields', 'booksPart']);
});

test('the OpenAPI document describes what an operation does once for all collections', () => {
  const { document } = readDocument();
  const [books, authors] = ['books', 'authors'].map(
    (name) => document.paths[`/api/${name}/lookup`].post,
  );

  expect(books.description).toBeUndefined();
  expect(books.responses[200]).toEqual(authors.responses[200]);
  const { description } = resolvePart(document, books.responses[200]);
  expect(description).toContain('Takes up to 1,000 values');
});

test('the OpenAPI document describes a field in words alone', () => {
  const { document } = readDocument();
  const fields = propertiesOf(document, document.components.schemas.booksCreate);

  expect(Object.keys(fields).length).toBeGreaterThan(5);
  for (const { description } of Object.values(fields))
    expect(description).not.toMatch(/undefined|Computed/);
});
