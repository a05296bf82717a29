import {
  NewView,
  Settings,
  View,
  ViewCounts,
  ViewPatch,
  Views,
} from '../../contract/preferences.ts';
import type { Answer, Parameter } from '../http/operation/operation.ts';
import { etag, ifMatch, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { onceRoute, queryRoute, type Route, route, withoutFactor } from '../http/route.ts';
import { deleteSetting, getSetting, listSettings, replaceSetting } from './settings.ts';
import { countViews, MAX_COUNTED } from './view-counts.ts';
import { addView, answerView, answerViews, changeView, deleteView } from './views.ts';
const settings = '/api/users/current/settings';

const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  example: 'grid.books',
};

const oneView = (): Answer => ({ ...json('The saved view', View), headers: etag });
const example = { resource: 'books', name: 'New books', where: { createdAt_gte: '$today-7d' } };

/** The settings and saved views of each user, stored on the server so that they follow the user. */
export function preferenceRoutes(): Route[] {
  return [
    route(`GET ${settings}`, listSettings, withoutFactor, () => ({
      operationId: 'settings.list',
      summary: 'List your preferences',
      responses: { 200: json('The preferences by key', Settings) },
    })),
    route(`GET ${settings}/:key`, getSetting, withoutFactor, () => ({
      operationId: 'settings.get',
      summary: 'Get a preference',
      parameters: [key],
      responses: { 200: json('Any JSON value; null if the preference is not set', {}) },
    })),
    route(`PUT ${settings}/:key`, replaceSetting, withoutFactor, () => ({
      operationId: 'settings.put',
      summary: 'Set a preference',
      description:
        'Any JSON value of at most 64 kB; at most 100 keys per user. Preferences are visible only to their user.',
      parameters: [key],
      requestBody: jsonBody({}, { columns: ['title'] }),
      responses: { 204: { description: 'The preference has been set' } },
    })),
    route(`DELETE ${settings}/:key`, deleteSetting, 'user', () => ({
      operationId: 'settings.delete',
      summary: 'Delete a preference',
      parameters: [key],
      responses: { 204: { description: 'The preference has been deleted' } },
    })),
    queryRoute('GET /api/views', answerViews, 'user', () => ({
      operationId: 'views.list',
      summary: 'List saved views',
      description: 'Returns your own views and those shared with your role.',
      parameters: [query('resource', undefined, 'Only views of this collection.')],
      responses: { 200: json('The saved views by name, your own first', Views) },
    })),
    onceRoute('POST /api/views', addView, 'user', () => ({
      operationId: 'views.create',
      summary: 'Create a saved view',
      requestBody: jsonBody(NewView, example),
      responses: { 201: oneView() },
    })),
    queryRoute('GET /api/views/counts', countViews, 'user', () => ({
      operationId: 'views.counts',
      summary: 'Count the records of views',
      description:
        'Counts up to 10,000 records for each view, declared or saved, and for the list without a view. Each count is limited to 300 ms.',
      parameters: [
        {
          ...query('resource', undefined, 'The collection of the views.', 'books'),
          required: true,
        },
        query(
          'views',
          undefined,
          `Names of declared views and IDs of saved ones, separated by commas; at most ${MAX_COUNTED}.`,
          'mine,drafts',
        ),
      ],
      responses: { 200: json('The numbers by view', ViewCounts) },
    })),
    route('GET /api/views/:id', answerView, 'user', () => ({
      operationId: 'views.get',
      summary: 'Get a saved view',
      responses: { 200: oneView() },
    })),
    route('PATCH /api/views/:id', changeView, 'user', () => ({
      operationId: 'views.patch',
      summary: 'Update a saved view',
      description: 'Only your own views. Fields left out stay unchanged.',
      parameters: [ifMatch(true)],
      requestBody: jsonBody(ViewPatch, { name: 'Newest' }),
      responses: { 200: oneView() },
      problems: [409, 412, 428],
    })),
    route('DELETE /api/views/:id', deleteView, 'user', () => ({
      operationId: 'views.delete',
      summary: 'Delete a saved view',
      description: 'Only your own views; roles with `all` can also delete shared views.',
      parameters: [ifMatch(true)],
      responses: { 204: { description: 'Deleted' } },
      problems: [412, 428],
    })),
  ];
}
