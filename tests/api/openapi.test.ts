import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, describe, expect, it, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { textMembers } from '../../src/services/import/read-texts.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { systemFields } from '../../src/descriptor/descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { listOperations } from '../support/list-operations.ts';
import { namesOfParameter } from '../support/names-of-parameter.ts';
import { propertiesOf, resolvePart } from '../support/resolve-part.ts';

// Both are CommonJS without named exports.
const { Spectral } = spectralCore;
const { oas } = spectralRulesets;

const documents = new Map<string, any>();

const api = await openTestApi();
for (const as of ['admin', 'staff', 'viewer'])
  documents.set(as, (await api.call('GET', '/api/openapi.json', { as })).json);
documents.set('anonymous', (await api.call('GET', '/api/openapi.json')).json);
afterAll(() => api.close());

function of(name: string): any {
  return documents.get(name);
}

/** The names of the parameters that a list takes, each filter with each of its operators. */
function listParameters(): string[] {
  const { parameters } = listOperations(of('staff')).find(
    ({ path, method }) => path === '/api/books' && method === 'get',
  )!.operation;
  return parameters.flatMap((each: any) => namesOfParameter(resolvePart(of('staff'), each)));
}

function propertiesOfSchema(as: string, name: string): Record<string, any> {
  return propertiesOf(of(as), of(as).components.schemas[name]);
}

function importProperties(): Record<string, any> {
  const { requestBody } = of('admin').paths['/api/books/import'].post;
  const { content } = resolvePart(of('admin'), requestBody);
  return propertiesOf(of('admin'), content['multipart/form-data'].schema);
}

test.each(['admin', 'staff', 'viewer', 'anonymous'])(
  'is valid OpenAPI 3.1 for %s',
  async (name) => {
    const { valid, errors } = await new Validator().validate(of(name));

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(of(name).openapi).toBe('3.1.0');
  },
);

describe('two linters find nothing in it', () => {
  test.each(['admin', 'anonymous'])('Redocly, for %s', async (name) => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The operator publishes it under the terms of the installation.
        'info-license': 'off',
        // These two paths are as old as the API.
        'no-path-trailing-slash': 'off',
        // No file has the id `uploads`.
        'no-ambiguous-paths': 'off',
        // The response `default` describes every refusal.
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(of(name)), config });

    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('Spectral', async () => {
    const spectral = new Spectral();
    spectral.setRuleset({
      extends: [oas as never],
      rules: {
        'info-contact': 'off',
        'path-keys-no-trailing-slash': 'off',
        // Where the summary says all.
        'operation-description': 'off',
      },
    });
    const problems = await spectral.run(JSON.stringify(of('staff')));

    expect(
      problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    ).toEqual([]);
  });
});

it('the OpenAPI document lists every route once', () => {
  const routes = listRoutes(api.descriptor).filter(({ alias }) => !alias);

  const said = listOperations(of('admin')).map(
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  );
  expect(said.sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
  const ids = listOperations(of('admin')).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a request gets the same response without a body and with an empty one if none is required', async () => {
  const optional = listOperations(of('admin')).filter(
    ({ operation }) => operation.requestBody?.required === false,
  );
  expect(optional.length).toBeGreaterThan(3);
  for (const { method, path } of optional) {
    const to = path.replace(/\{\w+\}/g, 'nobody');
    const [without, empty] = [
      await api.call(method.toUpperCase(), to, { as: 'admin' }),
      await api.call(method.toUpperCase(), to, { as: 'admin', body: {} }),
    ];
    expect([path, without.status, without.json?.code]).toEqual([
      path,
      empty.status,
      empty.json?.code,
    ]);
    expect(without.status).not.toBe(415);
  }
});

it('the OpenAPI document describes only what the caller can call', () => {
  const forAll = `/api/auth/refresh /api/inbox/{token}/unsubscribe /api/oidc/link /api/oidc/terms /api/oidc/{provider}/backchannel-logout
    /api/oidc/{provider}/finish /api/oidc/{provider}/start /api/openapi.json /api/sign-in /api/users/
    /api/users/forgotpassword /api/users/login /api/users/login/factor /api/users/login/link
    /api/users/login/passkey /api/users/proveemail /api/users/resetpassword /healthz /metrics /readyz`;
  expect(Object.keys(of('anonymous').paths).sort()).toEqual(forAll.split(/\s+/));
  const { components, paths } = of('viewer');
  expect(JSON.stringify(of('viewer'))).not.toMatch(/ledgers|penName/);
  const all = Object.entries({ ...paths, ...components.schemas });
  const ofBooks = all.filter(([name]) => /book/i.test(name));
  expect(JSON.stringify(ofBooks)).not.toContain('"secret');
  expect(Object.keys(paths['/api/books'])).toEqual(['get']);
  // No action of books is for many, so there is nothing that a reader may do with many.
  expect(paths['/api/books/bulk']).toBeUndefined();
});

it('the OpenAPI document names every parameter of a list, with each operator of its field', () => {
  const names = listParameters();

  const resource = api.descriptor.resources.get('books')!;
  for (const field of resource.fields.values()) {
    if (field.name === 'secret') continue;
    for (const operator of field.kind.filter.operators)
      expect(names).toContain(operator === 'eq' ? field.name : `${field.name}_${operator}`);
  }
  for (const name of [
    'q',
    'where',
    '_page',
    '_perPage',
    '_sort',
    '_after',
    '_fields',
    '_total',
    'shelf.row_gte',
    ...systemFields,
  ])
    expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
});

it('the API accepts every parameter of the OpenAPI document', async () => {
  const refused: string[] = [];
  for (const name of listParameters()) {
    const value = { _sort: 'title', _fields: 'title', where: 'true' }[name] ?? 'x';
    const { status, json } = await api.call('GET', `/api/books?${name}=${value}`, { as: 'staff' });
    // Its value may be wrong, but the parameter is known.
    if (status !== 200 && ['Q001', 'Q002', 'Q003'].includes(json.code)) refused.push(name);
  }

  expect(refused).toEqual([]);
});

describe('its schemas', () => {
  function validatorOf(name: string): (value: unknown) => unknown {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);
    ajv.addSchema({ $id: 'doc', ...of('staff') });
    return (value) => {
      const validate = ajv.compile({ $ref: `doc#/components/schemas/${name}` });
      return validate(value) ? [] : validate.errors;
    };
  }

  it('match the responses of the API', async () => {
    const empty = await api.call('POST', '/api/books', { as: 'staff', body: { title: 'Empty' } });
    const author = await api.call('POST', '/api/authors', { as: 'staff', body: { name: 'Ann' } });
    const full = await api.call('POST', '/api/books', {
      as: 'staff',
      body: {
        title: 'Full',
        isbn: '1',
        blurb: 'x',
        pages: 1,
        price: 1.5,
        inPrint: true,
        printedOn: '2001-01-01',
        lentAt: '2001-01-01T00:00:00Z',
        genre: 'novel',
        moods: ['odd'],
        tags: ['x'],
        author: author.json._id,
        editors: [author.json._id],
        shelf: { room: 'x', row: 1 },
        extra: { a: [1] },
        site: 'https://example.org/',
      },
    });
    const problem = await api.call('POST', '/api/books', { as: 'staff', body: {} });
    const body = { action: 'delete', ids: ['none'] };
    const bulk = await api.call('POST', '/api/books/bulk', { as: 'staff', body });
    const current = await api.call('GET', '/api/users/current', { as: 'staff' });

    expect(validatorOf('books')(empty.json)).toEqual([]);
    expect(validatorOf('books')(full.json)).toEqual([]);
    expect(validatorOf('Problem')(problem.json)).toEqual([]);
    expect(validatorOf('BulkSummary')(bulk.json)).toEqual([]);
    expect(validatorOf('Profile')(current.json)).toEqual([]);
  });

  it('accept valid bodies and refuse invalid ones', () => {
    const create = validatorOf('booksCreate');

    expect(create({ title: 'x', pages: 3, author: null })).toEqual([]);
    expect(create({ pages: 3 })).not.toEqual([]);
    expect(create({ title: 'x', pages: 'three' })).not.toEqual([]);
    expect(create({ title: 'x', genre: 'opera' })).not.toEqual([]);
    expect(validatorOf('booksPatch')({ pages: null, tags: null })).toEqual([]);
    expect(validatorOf('booksPatch')({ nope: 1 })).not.toEqual([]);
  });

  it('omit fields that the role cannot write', () => {
    const ofStaff = propertiesOfSchema('staff', 'booksCreate');
    const ofAdmin = propertiesOfSchema('admin', 'booksCreate');

    expect(Object.keys(ofStaff)).toContain('title');
    expect(Object.keys(ofStaff)).not.toContain('stock');
    expect(Object.keys(ofStaff)).not.toContain('legacyId');
    expect(Object.keys(ofAdmin)).toContain('stock');
  });
});

test.each(['headerRow', 'firstRow'])(
  'says from which number an import counts a row as its %s',
  async (name) => {
    const { minimum } = importProperties()[name];
    const placesOf = async (row: number): Promise<string[]> => {
      const parts = { headerRow: '0', mapping: '{"A":"title"}', [name]: String(row) };
      const { json } = await sendImport(api, '/api/books', 'Emma', { name: 'a.csv', parts });
      return (json.problems ?? []).map(({ path }: { path: string }) => path);
    };

    expect(await placesOf(minimum)).not.toContain(name);
    expect(await placesOf(minimum - 1)).toContain(name);
  },
);

it('the OpenAPI document names each part of an import request', () => {
  const names = ['file', ...Object.keys(textMembers)];
  expect(Object.keys(importProperties()).toSorted()).toEqual(names.toSorted());
});

it('the OpenAPI document has examples that the API accepts', async () => {
  const { post } = of('staff').paths['/api/authors'];
  const { example } = post.requestBody.content['application/json'];

  const made = await api.call('POST', '/api/authors', { as: 'staff', body: example });
  expect(made.status).toBe(201);
});

test.each(['admin', 'staff', 'viewer'])('is the same without a server, for %s', (role) => {
  const { descriptor, services } = api;
  const { version, publicUrl } = services;

  const document = describeApi({ descriptor, role, actions: [], version, publicUrl });

  expect(JSON.parse(JSON.stringify(document))).toEqual(of(role));
});

it('an invalid token is refused, instead of showing a smaller document', async () => {
  expect((await api.call('GET', '/api/openapi.json', { token: 'a.b.c' })).status).toBe(401);
});
