import { NewView, Settings, View, ViewPatch, Views } from '../../contract/preferences.ts';
import type { Answer, Parameter } from '../http/operation/operation.ts';
import { etag, id, ifMatch, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import type { Route } from '../http/route.ts';
import { deleteSetting, getSetting, listSettings, putSetting } from './settings.ts';
import { addView, answerView, answerViews, changeView, deleteView } from './views.ts';

const tags = ['preferences'];
const settings = '/api/users/current/settings';

const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  example: 'grid.books',
};

const oneView = (): Answer => ({ ...json('The saved view', View), headers: etag });
const example = { resource: 'books', name: 'New ones', where: { createdAt_gte: '$today-7d' } };

/** The settings and saved views of each user, stored on the server so that they follow the user. */
export function preferenceRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: settings,
      needs: 'user',
      run: listSettings,
      operation: () => ({
        operationId: 'settings.list',
        summary: 'List your preferences',
        tags,
        responses: { 200: json('The preferences by key', Settings) },
      }),
    },
    {
      method: 'GET',
      path: `${settings}/:key`,
      needs: 'user',
      run: getSetting,
      operation: () => ({
        operationId: 'settings.get',
        summary: 'Get a preference',
        tags,
        parameters: [key],
        responses: { 200: json('Any JSON value; null if the preference is not set', {}) },
        problems: [400],
      }),
    },
    {
      method: 'PUT',
      path: `${settings}/:key`,
      needs: 'user',
      run: putSetting,
      operation: () => ({
        operationId: 'settings.put',
        summary: 'Set a preference',
        description:
          'Any JSON value of at most 64 kB; at most 100 keys per user. Preferences are visible only to their user.',
        tags,
        parameters: [key],
        requestBody: jsonBody({}, { columns: ['title'] }),
        responses: { 204: { description: 'The preference has been set' } },
        problems: [400, 413, 415, 422],
      }),
    },
    {
      method: 'DELETE',
      path: `${settings}/:key`,
      needs: 'user',
      run: deleteSetting,
      operation: () => ({
        operationId: 'settings.delete',
        summary: 'Delete a preference',
        tags,
        parameters: [key],
        responses: { 204: { description: 'The preference has been deleted' } },
        problems: [400],
      }),
    },
    {
      method: 'GET',
      path: '/api/views',
      needs: 'user',
      takesQuery: true,
      run: answerViews,
      operation: () => ({
        operationId: 'views.list',
        summary: 'List saved views',
        description: 'Returns your own views and those shared with your role.',
        tags,
        parameters: [query('resource', undefined, 'Only views of this collection.')],
        responses: { 200: json('The saved views by name, your own first', Views) },
      }),
    },
    {
      method: 'POST',
      path: '/api/views',
      needs: 'user',
      run: addView,
      operation: () => ({
        operationId: 'views.create',
        summary: 'Create a saved view',
        tags,
        requestBody: jsonBody(NewView, example),
        responses: { 201: oneView() },
        problems: [409, 413, 415, 422],
      }),
    },
    {
      method: 'GET',
      path: '/api/views/:id',
      needs: 'user',
      run: answerView,
      operation: () => ({
        operationId: 'views.get',
        summary: 'Get a saved view',
        tags,
        parameters: [id],
        responses: { 200: oneView() },
        problems: [404],
      }),
    },
    {
      method: 'PATCH',
      path: '/api/views/:id',
      needs: 'user',
      run: changeView,
      operation: () => ({
        operationId: 'views.patch',
        summary: 'Update a saved view',
        description: 'Only your own views. Fields left out stay unchanged.',
        tags,
        parameters: [id, ifMatch(true)],
        requestBody: jsonBody(ViewPatch, { name: 'Newest' }),
        responses: { 200: oneView() },
        problems: [404, 409, 412, 413, 415, 422, 428],
      }),
    },
    {
      method: 'DELETE',
      path: '/api/views/:id',
      needs: 'user',
      run: deleteView,
      operation: () => ({
        operationId: 'views.delete',
        summary: 'Delete a saved view',
        description: 'Only your own views; roles with `all` can also delete shared views.',
        tags,
        parameters: [id, ifMatch(true)],
        responses: { 204: { description: 'Deleted' } },
        problems: [404, 412, 428],
      }),
    },
  ];
}
