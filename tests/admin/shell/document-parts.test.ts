import { expect, test } from 'vitest';
import {
  maySeeStructure,
  sectionsOf,
  toPublicPart,
  toSection,
} from '../../../src/admin/pages/api-docs/document-parts.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const info = { title: 'A library', version: '1' };
const whole = {
  info,
  paths: {
    '/api/public/chems': { get: { tags: ['public'], schema: ref('page') } },
    '/api/chems': { get: { tags: ['chems'], schema: ref('secret') }, post: { tags: ['other'] } },
  },
  tags: [{ name: 'public' }, { name: 'session' }, { name: 'chems' }],
  components: {
    schemas: { page: ref('chem'), chem: {}, secret: {} },
    responses: { Problem404: {} },
  },
};

test('keeps the public calls of a document, and the schemas they mention', () => {
  const { paths, tags, components } = toPublicPart(whole);

  expect(Object.keys(paths)).toEqual(['/api/public/chems']);
  expect(tags).toEqual([{ name: 'public' }]);
  expect(components).toEqual({ schemas: { page: ref('chem'), chem: {} }, responses: {} });
});

test('keeps a schema that only the shared body of a call mentions', () => {
  const requestBody = { $ref: '#/components/requestBodies/Merge' };
  const document = {
    info,
    paths: { '/api/chems/merge': { post: { tags: ['chems'], requestBody } } },
    components: {
      schemas: { MergeBody: {} },
      requestBodies: { Merge: { schema: ref('MergeBody') } },
    },
  };

  const { components } = toSection(document, 'chems');

  expect(Object.keys(components?.['schemas'] ?? {})).toEqual(['MergeBody']);
});

test('splits it by tags, without tags that have no calls', () => {
  const { paths, components } = toSection(whole, 'chems');

  expect(sectionsOf(whole)).toEqual(['public', 'chems']);
  expect(paths).toEqual({ '/api/chems': { get: whole.paths['/api/chems'].get } });
  expect(Object.keys(components?.['schemas'] ?? {})).toEqual(['secret']);
});

test.each([
  [{ '/api/structure': {} }, true],
  [{ '/api/chems': {} }, false],
])('recognises a developer by the calls in %o', (paths, may) => {
  expect(maySeeStructure({ info, paths })).toBe(may);
});
