import { viewBody, viewPatch } from './view-body.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import type { Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { id } from '../http/operation/id-parameter.ts';
import { ifMatch, json } from '../records/record-operations.ts';

const text: Schema = { type: 'string' };
const tags = ['desk'];
const etag = { ETag: { description: 'The version, as `"3"`', schema: text } };

const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  example: 'grid.books',
};

const { properties: told } = toBodySchema(viewBody) as { properties: Record<string, Schema> };

/** A view as it is read: what was said of it, and what the server knows beside. */
export const viewSchema: Schema = {
  type: 'object',
  properties: {
    ...told,
    _id: text,
    _version: { type: 'integer', minimum: 1 },
    mine: { type: 'boolean', description: 'Whether you may change the view.' },
    owner: {
      type: ['object', 'null'],
      properties: { _id: text, name: { type: ['string', 'null'] } },
    },
    dropped: {
      type: 'array',
      description:
        'The parts of the view that were left out because they use a field that no longer exists or that you may not read.',
      items: { enum: ['where', 'sort', 'columns'] },
    },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
};

const oneView = {
  description: 'The saved view',
  headers: etag,
  ...json({ $ref: '#/components/schemas/View' }),
};
const example = { resource: 'books', name: 'New ones', where: { createdAt_gte: '$today-7d' } };

/** What the document says about views and settings. */
export const deskOperations = {
  settings: (): Operation => ({
    operationId: 'settings.list',
    summary: 'List your preferences',
    tags,
    responses: { 200: { description: 'The preferences by key', ...json({ type: 'object' }) } },
  }),

  getSetting: (): Operation => ({
    operationId: 'settings.get',
    summary: 'Get a preference',
    tags,
    parameters: [key],
    responses: {
      200: { description: 'Any JSON value; null if the preference is not set', ...json({}) },
    },
    problems: [400],
  }),

  putSetting: (): Operation => ({
    operationId: 'settings.put',
    summary: 'Set a preference',
    description:
      'Any JSON value of at most 64 kB; at most 100 keys per user. Preferences are visible only to their user.',
    tags,
    parameters: [key],
    requestBody: { required: true, ...json({}, { columns: ['title'] }) },
    responses: { 204: { description: 'The preference has been set' } },
    problems: [400, 413, 415, 422],
  }),

  deleteSetting: (): Operation => ({
    operationId: 'settings.delete',
    summary: 'Delete a preference',
    tags,
    parameters: [key],
    responses: { 204: { description: 'The preference has been deleted' } },
    problems: [400],
  }),

  views: (): Operation => ({
    operationId: 'views.list',
    summary: 'List saved views',
    description: 'Returns your own views and those shared with your role.',
    tags,
    parameters: [
      {
        name: 'resource',
        in: 'query',
        description: 'Only views of this collection.',
        schema: text,
      },
    ],
    responses: {
      200: {
        description: 'The saved views by name, your own first',
        ...json({
          type: 'object',
          required: ['data', 'total'],
          properties: {
            data: { type: 'array', items: { $ref: '#/components/schemas/View' } },
            total: { type: 'integer', minimum: 0 },
          },
        }),
      },
    },
  }),

  view: (): Operation => ({
    operationId: 'views.get',
    summary: 'Get a saved view',
    tags,
    parameters: [id],
    responses: { 200: oneView },
    problems: [404],
  }),

  addView: (): Operation => ({
    operationId: 'views.create',
    summary: 'Create a saved view',
    tags,
    requestBody: { required: true, ...json(toBodySchema(viewBody), example) },
    responses: { 201: oneView },
    problems: [409, 413, 415, 422],
  }),

  changeView: (): Operation => ({
    operationId: 'views.patch',
    summary: 'Update a saved view',
    description: 'Only your own views. Fields left out stay unchanged.',
    tags,
    parameters: [id, ifMatch(true)],
    requestBody: { required: true, ...json(toBodySchema(viewPatch), { name: 'Newest' }) },
    responses: { 200: oneView },
    problems: [404, 409, 412, 413, 415, 422, 428],
  }),

  deleteView: (): Operation => ({
    operationId: 'views.delete',
    summary: 'Delete a saved view',
    description: 'Only your own views; roles with `all` can also delete shared views.',
    tags,
    parameters: [id, ifMatch(true)],
    responses: { 204: { description: 'Deleted' } },
    problems: [404, 412, 428],
  }),
};
