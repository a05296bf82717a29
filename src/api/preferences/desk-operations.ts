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
    mine: { type: 'boolean', description: 'Whether you may change it.' },
    owner: {
      type: ['object', 'null'],
      properties: { _id: text, name: { type: ['string', 'null'] } },
    },
    dropped: {
      type: 'array',
      description: 'What named a field that is gone, or that you may not read.',
      items: { enum: ['where', 'sort', 'columns'] },
    },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
};

const oneView = {
  description: 'The view',
  headers: etag,
  ...json({ $ref: '#/components/schemas/View' }),
};
const example = { resource: 'books', name: 'New ones', where: { createdAt_gte: '$today-7d' } };

/** What the document says about views and settings. */
export const deskOperations = {
  settings: (): Operation => ({
    operationId: 'settings.list',
    summary: 'All settings of your own',
    tags,
    responses: { 200: { description: 'By their keys', ...json({ type: 'object' }) } },
  }),

  getSetting: (): Operation => ({
    operationId: 'settings.get',
    summary: 'A setting of your own',
    tags,
    parameters: [key],
    responses: { 200: { description: 'Any JSON; null when nothing is kept', ...json({}) } },
    problems: [400],
  }),

  putSetting: (): Operation => ({
    operationId: 'settings.put',
    summary: 'Keep a setting',
    description: 'Any JSON of at most 64 kB, under at most 100 keys. Nobody else sees it.',
    tags,
    parameters: [key],
    requestBody: { required: true, ...json({}, { columns: ['title'] }) },
    responses: { 204: { description: 'Kept' } },
    problems: [400, 413, 415, 422],
  }),

  deleteSetting: (): Operation => ({
    operationId: 'settings.delete',
    summary: 'Forget a setting',
    tags,
    parameters: [key],
    responses: { 204: { description: 'Forgotten' } },
    problems: [400],
  }),

  views: (): Operation => ({
    operationId: 'views.list',
    summary: 'The saved views of lists that you see',
    description: 'Your own, and those shared with your role.',
    tags,
    parameters: [{ name: 'resource', in: 'query', description: 'Of this list only', schema: text }],
    responses: {
      200: {
        description: 'Your own first, by name',
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
    summary: 'A saved view',
    tags,
    parameters: [id],
    responses: { 200: oneView },
    problems: [404],
  }),

  addView: (): Operation => ({
    operationId: 'views.create',
    summary: 'Save a view of a list',
    tags,
    requestBody: { required: true, ...json(toBodySchema(viewBody), example) },
    responses: { 201: oneView },
    problems: [409, 413, 415, 422],
  }),

  changeView: (): Operation => ({
    operationId: 'views.patch',
    summary: 'Change a view of your own',
    description: 'What is left out stays.',
    tags,
    parameters: [id, ifMatch(true)],
    requestBody: { required: true, ...json(toBodySchema(viewPatch), { name: 'Newest' }) },
    responses: { 200: oneView },
    problems: [404, 409, 412, 413, 415, 422, 428],
  }),

  deleteView: (): Operation => ({
    operationId: 'views.delete',
    summary: 'Delete a view',
    description: 'One of your own; whoever may do everything also one that is shared.',
    tags,
    parameters: [id, ifMatch(true)],
    responses: { 204: { description: 'Deleted' } },
    problems: [404, 412, 428],
  }),
};
