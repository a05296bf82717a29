import { signIn, type TestApi } from './api.ts';

type Grants = Record<string, { operations: string[]; fields?: string[]; filter?: object }>;

const reading = ['list', 'read', 'export', 'history'];
export const everything = [...reading, 'create', 'update', 'delete', 'import', 'restore'];

/** Makes a key as somebody who has just signed in, and returns how to call with it. */
export async function makeKey(
  api: TestApi,
  as: string,
  collections: Grants,
  settings: object = {},
): Promise<{ id: string; token: string }> {
  const { token } = (await signIn(api, as)).json;
  const body = { name: 'Robot', collections, ...settings };
  const { status, json } = await api.call('POST', '/api/keys', { token, body });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return { id: json.id, token: json.key };
}
