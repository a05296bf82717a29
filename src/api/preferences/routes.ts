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
import {
  countViews,
  MAX_COUNTED,
  addView,
  answerView,
  answerViews,
  changeView,
  deleteView,
} from './views.ts';
import { problem } from '../../fields/problems/problem.ts';
import {
  MAX_SETTINGS,
  readSetting,
  readSettings,
  removeSetting,
  writeSetting,
} from '../../store/system/preferences/own-settings.ts';
import { answerEmpty, answerJson, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuse, type Refusal } from '../../services/refusal.ts';

const settingsPath = '/api/users/current/settings';

const keyParameter: Parameter = {
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
    route(`GET ${settingsPath}`, listSettings, withoutFactor, () => ({
      operationId: 'settings.list',
      summary: 'List your preferences',
      responses: { 200: json('The preferences by key', Settings) },
    })),
    route(`GET ${settingsPath}/:key`, getSetting, withoutFactor, () => ({
      operationId: 'settings.get',
      summary: 'Get a preference',
      parameters: [keyParameter],
      responses: { 200: json('Any JSON value; null if the preference is not set', {}) },
    })),
    route(`PUT ${settingsPath}/:key`, replaceSetting, withoutFactor, () => ({
      operationId: 'settings.put',
      summary: 'Set a preference',
      description:
        'Any JSON value of at most 64 kB; at most 100 keys per user. Preferences are visible only to their user.',
      parameters: [keyParameter],
      requestBody: jsonBody({}, { columns: ['title'] }),
      responses: { 204: { description: 'The preference has been set' } },
    })),
    route(`DELETE ${settingsPath}/:key`, deleteSetting, 'user', () => ({
      operationId: 'settings.delete',
      summary: 'Delete a preference',
      parameters: [keyParameter],
      responses: { 204: { description: 'The preference has been deleted' } },
    })),
    ...viewRoutes(),
  ];
}

/** The routes of the saved views. */
function viewRoutes(): Route[] {
  return [
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

const MAX_BYTES = 64 * 1024;

/** Responds with all settings of the caller by key, built from the stored JSON texts. */
async function listSettings(call: UserCall): Promise<Response> {
  const settings = await readSettings(call.services.database.primaryOrReplica, call.user._id);
  const members = settings.map(({ key, value }) => `${JSON.stringify(key)}:${value}`);
  return answerJson(call, 200, `{${members.join(',')}}`);
}

/** Responds with the JSON that the caller stored under a key, or null. */
async function getSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  const value = await readSetting(call.services.database.primaryOrReplica, call.user._id, key.key);
  return answerJson(call, 200, value ?? 'null');
}

async function replaceSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const text = JSON.stringify(body.value);
  if (Buffer.byteLength(text) > MAX_BYTES) return refuse(problem('Q012', '', { max: MAX_BYTES }));
  const isKept = await writeSetting(call.services.database, call.user._id, key.key, text);
  return isKept ? answerEmpty(call, 204) : refuse(problem('V016', '', { max: MAX_SETTINGS }));
}

async function deleteSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  await removeSetting(call.services.database, call.user._id, key.key);
  return answerEmpty(call, 204);
}

function parseKey({ params }: UserCall): { key: string } | Refusal {
  const { key = '' } = params;
  if (key === '__proto__') return refuse(problem('V020', 'key', { key }));
  if (/^[A-Za-z0-9._-]{1,100}$/.test(key)) return { key };
  return refuse(
    problem('Q004', 'key', {
      expected: '1 to 100 characters, each one of A-Z, a-z, 0-9, ., _ and -',
    }),
  );
}
