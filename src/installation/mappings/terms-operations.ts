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
    open: { ...count, description: 'Terms without a decision.' },
    rows: { ...count, description: 'The extractions with these terms.' },
    conflict: { ...count, description: 'Terms with approved mappings to different targets.' },
    rejected: { ...count, description: 'Rejected terms.' },
  });
  return {
    operationId: 'mappings.overview',
    summary: 'Count the raw terms without a decision',
    description:
      'Uses the same rules as the generation of masters, with the newest version of the mappings.',
    tags,
    responses: answer('The counts by kind of term', {
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
    term: { ...text, description: 'The term as compared: in lower case, with single spaces.' },
    cas: {
      ...text,
      description:
        'The CAS number printed next to the term, normalised in the same way; empty if there is none.',
    },
    printed: { ...text, description: 'One of the printed spellings.' },
    printedCas: orNull,
    count: { ...count, description: 'The number of extractions with the term.' },
    examples: { type: 'array', maxItems: 2, items: { type: 'object' } },
    mappings: {
      type: 'array',
      description: 'The decisions for the term.',
      items: { type: 'object' },
    },
  });
  return {
    operationId: 'mappings.terms',
    summary: 'List raw terms of the extractions',
    description: 'Terms with the most extractions come first.',
    tags,
    parameters: [
      parameter('kind', { enum: kindNames, default: 'chem' }, 'The kind of term.'),
      parameter('state', { enum: termStates, default: 'open' }, 'The state of the decision.'),
      parameter('q', text, 'Only terms that contain this text.'),
      parameter(
        '_perPage',
        { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
        'The number of terms per page.',
      ),
      parameter('_after', text, '`next` from the previous page.'),
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
    target: { ...text, description: 'The `_id` of a chem or function; otherwise a key.' },
    name: text,
    note: orNull,
    method: { enum: ['exact', 'cas', 'synonym', 'similar'] },
    score: { type: 'number', minimum: 0, maximum: 1 },
  });
  return {
    operationId: 'mappings.suggestions',
    summary: 'Suggest targets for raw terms',
    description: 'Compares names, CAS numbers, synonyms and trigrams. Does not write anything.',
    tags,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: answer(
      'The suggestions for each term in the order of the request, most reliable first',
      {
        data: { type: 'array', items: { type: 'array', items: suggestion } },
      },
    ),
    problems: [413, 415, 422],
  };
}

export function decideOperation(body: z.ZodType): Operation {
  return {
    operationId: 'mappings.decide',
    summary: 'Decide on a raw term',
    description: [
      '`approve` writes an approved mapping, which applies to every extraction with the term; `reject` rejects the term;',
      '`keep` keeps one of several approved mappings and rejects the others. An existing mapping of the term that is not approved is reused instead of creating a new one.',
      '`before` contains the previous values of each record, for undoing the decision with `POST /api/mappings/bulk`. 412: someone else has decided in the meantime.',
    ].join('\n'),
    tags,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: answer('The changed records', {
      decided: {
        type: 'array',
        items: object({ _id: text, _version: count, before: { type: 'object' } }),
      },
      count: { ...count, description: 'The number of extractions with the term.' },
      version: { type: 'integer' },
    }),
    problems: [409, 412, 413, 415, 422],
  };
}
