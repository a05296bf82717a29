import { createExample, patchExample } from './record-schemas.ts';
import type { Resource, RowRights } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { bulkOperation } from './bulk-body.ts';
import {
  changeHeaders,
  asOfParameter,
  etag,
  filterParameters,
  ifMatch,
  listParameters,
  once,
  sortParameter,
  pageParameters,
  query,
} from '../http/operation/parameters.ts';
import { json, jsonBody, partOf } from '../http/operation/schemas.ts';
import { Facets, Neighbours, Page } from '../../contract/lists.ts';
import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { maxFacets } from '../../descriptor/filter/query-lists.ts';
import { Aggregates, Groups } from '../../contract/aggregates.ts';
import {
  aggregateFunctions,
  maxGroupLevels,
  maxMeasures,
} from '../../descriptor/filter/aggregates.ts';
import { groupOrders } from '../../store/records/query/groups.ts';

const text: Schema = { type: 'string' };

const merged: Answer = {
  description: 'The record was merged into another one',
  headers: { Location: { description: 'The address of the other record.', schema: text } },
};

/** The OpenAPI operations of one resource. */
export function recordOperations(resource: Resource) {
  const { name } = resource;
  const label = textIn(resource.label, 'en');
  const as = (kind: '' | 'Create' | 'Patch'): Schema => ({
    $ref: `#/components/schemas/${name}${kind}`,
  });
  const limits = limitsOf(resource);
  const record = (description: string): Answer => ({ ...json(description, as('')), headers: etag });

  return {
    list: (): Operation => ({
      operationId: `${name}.list`,
      summary: `List ${label}`,
      ...limits.seen,
      parameters: [...listParameters(resource), asOfParameter],
      responses: {
        200: { ...json('A page of records', Page, partOf(resource)), headers: totalHeader },
      },
    }),

    create: (): Operation => ({
      operationId: `${name}.create`,
      summary: `Create a record of ${label}`,
      ...limits.written,
      parameters: [once, ...changeHeaders],
      requestBody: jsonBody(as('Create'), createExample(resource)),
      responses: {
        201: {
          ...record('The created record'),
          headers: {
            ...etag,
            Location: { description: 'The address of the record.', schema: text },
          },
        },
      },
      problems: [409],
    }),

    replace: (): Operation => ({
      operationId: `${name}.replace`,
      summary: `Replace a record of ${label}`,
      ...limits.written,
      parameters: [ifMatch(false), ...changeHeaders],
      requestBody: jsonBody({ allOf: [as('Create'), replaceKeys] }),
      responses: { 200: record('The record') },
      problems: [404, 409, 412, 428],
    }),

    get: (): Operation => ({
      operationId: `${name}.get`,
      summary: `Get a record of ${label}`,
      ...limits.seen,
      parameters: [
        { name: 'If-None-Match', in: 'header', schema: text, example: '"3"' },
        asOfParameter,
      ],
      responses: {
        200: record('The record'),
        304: { description: 'Unchanged', headers: etag },
        ...(resource.duplicates.length > 0 && { 308: merged }),
      },
    }),

    patch: (): Operation => ({
      operationId: `${name}.patch`,
      summary: `Update a record of ${label}`,
      description:
        'A JSON merge patch (RFC 7396): what it leaves out stays, null clears a field.' +
        limits.words,
      parameters: [ifMatch(true), ...changeHeaders],
      requestBody: {
        required: true,
        content: {
          'application/merge-patch+json': { schema: as('Patch'), example: patchExample(resource) },
          'application/json': { schema: as('Patch') },
        },
      },
      responses: { 200: record('The record') },
      problems: [409, 412, 428],
    }),

    remove: (): Operation => ({
      operationId: `${name}.delete`,
      summary: `Delete a record of ${label}`,
      description: '409 while other records refer to it; `referrers` lists them.' + limits.words,
      parameters: [ifMatch(true), ...changeHeaders],
      responses: { 200: { ...json('The deleted record', partOf(resource)), headers: etag } },
      problems: [409, 412, 428],
    }),

    facets: (): Operation => facetsOperation(resource, limits.seen.description ?? ''),

    aggregates: (): Operation => aggregatesOperation(resource, limits.seen.description ?? ''),

    groups: (): Operation => groupsOperation(resource, limits.seen.description ?? ''),

    neighbours: (): Operation => neighboursOperation(resource, limits.seen.description ?? ''),

    bulk: (): Operation => bulkOperation(resource, limits.words),
  };
}

/** Describes the records to which the permissions limit the caller; empty without limits. */
function limitsOf({ rowRights }: Resource) {
  const rights = Object.assign({}, ...Object.values(rowRights)) as RowRights;
  const hides = rights.list ?? rights.read;
  const limited = hides ?? rights.create ?? rights.update ?? rights.delete;
  const seen = 'Limited to the records that your role may see; other records are not found (404).';
  const written =
    'Limited to records that your role may change, both before and after the change; other records are rejected with 403 and `A012`.';
  return {
    seen: hides ? { description: seen } : {},
    written: limited ? { description: written } : {},
    words: limited ? ` ${written}` : '',
  };
}

const replaceKeys: Schema = {
  type: 'object',
  description:
    'The whole record with its `_id`. Fields left out are reset to their default; fields that the caller cannot write stay unchanged. The version goes in `_version` or `If-Match`.',
  required: ['_id'],
  properties: { _id: text, _version: { type: 'integer', minimum: 1 } },
};

export const totalHeader = {
  'X-Total-Count': { description: 'The same as `total`.', schema: { type: 'integer' } },
};

/** The OpenAPI operation that counts the values of fields. */
function facetsOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.facets`,
    summary: `Count the field values of ${textIn(label, 'en')}`,
    description:
      'Counts the records that match the filter: the 20 most frequent values; for dates and times, the years; for numbers, a histogram whose bins have round ends. A field that takes longer than 300 ms has `timedOut`. ' +
      limits,
    parameters: [
      {
        name: 'fields',
        in: 'query',
        required: true,
        description: `The fields, separated by commas; at most ${maxFacets}.`,
        schema: { type: 'string' },
        example: 'createdAt,createdBy',
      },
      ...filterParameters(resource),
    ],
    responses: { 200: json('One facet per field', Facets) },
  };
}

/** The OpenAPI operation that finds the neighbours of a record in a list. */
function neighboursOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.neighbours`,
    summary: `Find the previous and next record in a list of ${textIn(label, 'en')}`,
    description:
      'Takes the filters and the order of the list. For a record that does not match the filter, the result shows the neighbours of the position it would have. ' +
      limits,
    parameters: [sortParameter, ...filterParameters(resource)],
    responses: { 200: json('The position and the neighbours', Neighbours) },
  };
}

const functions = `Fields with a function, separated by commas; at most ${maxMeasures}. Functions: ${aggregateFunctions.join(', ')}.`;
const time = 'Limited to 1.4 seconds; `timedOut` shows what took longer. ';

/** The OpenAPI operation that calculates over the records of a list. */
function aggregatesOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.aggregates`,
    summary: `Calculate over the records of ${textIn(label, 'en')}`,
    description:
      'Calculates over all records that match the filter. `count` counts records with a value, `empty` those without, `unique` different values. Numbers also have `sum`, `avg`, `min`, `max` and `median`; dates and times `min`, `max` and `median`. ' +
      time +
      limits,
    parameters: [
      {
        ...query('_aggregate', { type: 'string' }, functions, '_version:max,createdBy:unique'),
        required: true,
      },
      ...filterParameters(resource),
    ],
    responses: { 200: json('A value for each field and function', Aggregates) },
  };
}

/** The OpenAPI operation that groups the records of a list. */
function groupsOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.groups`,
    summary: `Group the records of ${textIn(label, 'en')}`,
    description:
      'Groups the records that match the filter by the first field of `_by`; dates and times by year. For the groups inside a group, send the other fields with its `where`. A record with many values is in the group of each. ' +
      time +
      limits,
    parameters: [
      {
        ...query(
          '_by',
          { type: 'string' },
          `The fields, separated by commas, the outermost first; at most ${maxGroupLevels}.`,
          'createdBy,createdAt',
        ),
        required: true,
      },
      query('_aggregate', { type: 'string' }, functions, '_version:max'),
      query(
        '_order',
        { type: 'string', enum: groupOrders, default: 'value' },
        'By value (references by title) or by the number of records.',
      ),
      ...pageParameters,
      ...filterParameters(resource),
    ],
    responses: { 200: json('A page of groups', Groups) },
  };
}
