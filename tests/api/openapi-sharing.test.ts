import { expect, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { libraryDescriptor } from '../support/library.ts';
import { listOperations } from '../support/list-operations.ts';
import { propertiesOf, resolvePart } from '../support/resolve-part.ts';

function readDocument() {
  const descriptor = libraryDescriptor();
  const asked = { descriptor, role: 'admin', actions: [], version: '1' };
  return { descriptor, document: JSON.parse(JSON.stringify(describeApi(asked))) };
}

test('the OpenAPI document describes the filters of a collection once, for all operations that take them', () => {
  const { descriptor, document } = readDocument();
  const paths = ['', '/facets', '/groups', '/export'].map((end) => `/api/books${end}`);
  const operations = listOperations(document).flatMap(({ path, method, operation }) =>
    paths.includes(path) && method === 'get' ? [operation] : [],
  );

  const used = operations.map(({ parameters }) =>
    parameters.find(({ $ref = '' }: { $ref?: string }) => $ref.includes('/filters')),
  );

  expect(new Set(used.map(({ $ref }) => $ref)).size).toBe(1);
  const names = Object.keys(document.components.parameters).filter((name) =>
    name.startsWith('filters'),
  );
  expect(names.length).toBeLessThanOrEqual(descriptor.resources.size);
});

test('the OpenAPI document describes once what reading and writing a field share', () => {
  const { document } = readDocument();
  const schemas = Object.entries<any>(document.components.schemas);
  const withWords = schemas.filter(([, { properties }]) => properties?.price?.description);

  expect(withWords.map(([name]) => name)).toEqual(['booksValues']);
  const words = ['books', 'booksCreate'].map(
    (name) => propertiesOf(document, document.components.schemas[name])['price'].description,
  );
  expect(words[0]).toBe(words[1]);
});

test('the OpenAPI document describes each operation once for all collections', () => {
  const { document } = readDocument();
  const [books, authors] = ['books', 'authors'].map(
    (name) => document.paths[`/api/${name}/lookup`].post,
  );

  expect(books.description).toBeUndefined();
  expect(books.responses[200]).toEqual(authors.responses[200]);
  const { description } = resolvePart(document, books.responses[200]);
  expect(description).toContain('Takes up to 1,000 values');
});

test('the OpenAPI document describes a field only in words', () => {
  const { document } = readDocument();
  const fields = propertiesOf(document, document.components.schemas.booksCreate);

  expect(Object.keys(fields).length).toBeGreaterThan(5);
  for (const { description } of Object.values(fields))
    expect(description).not.toMatch(/undefined|Computed/);
});

test('the OpenAPI document names its components meaningfully, without numbers', () => {
  const { components } = readDocument().document;
  const names = ['schemas', 'parameters', 'requestBodies', 'responses', 'headers'].flatMap(
    (section) => Object.keys(components[section]),
  );

  expect(names.length).toBeGreaterThan(100);
  // The number of a response is its status.
  expect(names.filter((name) => /\d/.test(name.replace(/\d{3}$/, '')))).toEqual([]);
});

test('the OpenAPI document describes the headers of limits once, with the refusal of all operations', () => {
  const { document } = readDocument();
  const { components } = document;
  const { headers } = components.responses.Problem;

  for (const name of ['Retry-After', 'RateLimit', 'RateLimit-Policy'])
    expect(resolvePart(document, headers[name])).toEqual(components.headers[name]);
  expect(components.headers.RateLimit.schema.type).toBe('string');
});
