import type { z } from 'zod';
import { toBodySchema } from '../../api/http/operation/body-schema.ts';
import type { Operation, Schema } from '../../api/http/operation/operation.ts';
import { kindNames, termStates } from './kinds.ts';

const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const tags = ['mappings'];

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

function answer(description: string, properties: Record<string, Schema>): Operation['responses'] {
  return { 200: { description, content: { 'application/json': { schema: object(properties) } } } };
}

/** What the document says about the words of studies and what they are mapped to. */
export function countTermsOperation(): Operation {
  const ofKind = object({
    open: { ...count, description: 'Terms nobody has decided about' },
    rows: { ...count, description: 'Extractions that carry them' },
    conflict: { ...count, description: 'Terms with approved mappings to different targets' },
    rejected: { ...count, description: 'Terms that were put aside' },
  });
  return {
    operationId: 'mappings.overview',
    summary: 'Count the raw terms that wait for a decision',
    description: 'By the rules by which masters are generated, for the newest version of mappings.',
    tags,
    responses: answer('By what they are mapped to', {
      version: { type: 'integer' },
      kinds: object(Object.fromEntries(kindNames.map((kind) => [kind, ofKind]))),
    }),
  };
}

export function listTermsOperation(): Operation {
  const parameter = (name: string, schema: Schema, description: string) => ({
    name,
    in: 'query' as const,
    description,
    schema,
  });
  const term = object({
    term: { ...text, description: 'As it is compared: in small letters, blanks single' },
    cas: { ...text, description: 'The number printed beside it, likewise; else empty' },
    printed: { ...text, description: 'One of the ways it was printed' },
    printedCas: orNull,
    count: { ...count, description: 'Extractions that carry it' },
    examples: { type: 'array', maxItems: 2, items: { type: 'object' } },
    mappings: { type: 'array', description: 'What was decided', items: { type: 'object' } },
  });
  return {
    operationId: 'mappings.terms',
    summary: 'List raw terms of the extractions',
    description: 'Those that stand in most extractions first.',
    tags,
    parameters: [
      parameter('kind', { enum: kindNames, default: 'chem' }, 'What they are mapped to'),
      parameter('state', { enum: termStates, default: 'open' }, 'What became of them'),
      parameter('q', text, 'Only terms that hold this'),
      parameter(
        '_perPage',
        { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
        'How many',
      ),
      parameter('_after', text, '`next` of the page before'),
    ],
    responses: answer('A page of terms', {
      data: { type: 'array', items: term },
      version: { type: 'integer' },
      total: count,
      next: orNull,
    }),
    problems: [414],
  };
}

export function suggestOperation(body: z.ZodType): Operation {
  const suggestion = object({
    target: { ...text, description: 'The `_id` of a chem or function; of others a key' },
    name: text,
    note: orNull,
    method: { enum: ['exact', 'cas', 'synonym', 'similar'] },
    score: { type: 'number', minimum: 0, maximum: 1 },
  });
  return {
    operationId: 'mappings.suggestions',
    summary: 'Suggest what raw terms mean',
    description: 'By name, CAS number, synonym and similarity of trigrams; writes nothing.',
    tags,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: answer('Of each term, in the order asked, the surest first', {
      data: { type: 'array', items: { type: 'array', items: suggestion } },
    }),
    problems: [413, 415, 422],
  };
}

export function decideOperation(body: z.ZodType): Operation {
  return {
    operationId: 'mappings.decide',
    summary: 'Decide what a raw term means',
    description: [
      '`approve` writes one approved mapping, which holds for every extraction that carries the term; `reject` puts the term aside;',
      '`keep` leaves one of several approved mappings approved and rejects the others. A mapping of the term that is not approved is taken up instead of a new one.',
      '`before` says what each record held, for `POST /api/mappings/bulk` to take the decision back. 412: somebody else decided meanwhile.',
    ].join('\n'),
    tags,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: answer('What was written', {
      decided: {
        type: 'array',
        items: object({ _id: text, _version: count, before: { type: 'object' } }),
      },
      count: { ...count, description: 'Extractions that carry the term' },
      version: { type: 'integer' },
    }),
    problems: [409, 412, 413, 415, 422],
  };
}
