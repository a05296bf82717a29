import { afterAll, expect, test } from 'vitest';
import { unsubscribeToken } from '../../../src/services/threads/unsubscribe-token.ts';
import { openTestApi, SECRET } from '../../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

const end = (token: string) => api.call('POST', `/api/inbox/${token}/unsubscribe`);

test('a person who is gone gets the same answer, and leaves nothing', async () => {
  const { status } = await end(unsubscribeToken(SECRET, { kind: 'all', person: 'gone' }));

  expect(status).toBe(204);
  expect(await api.database.some('select from backoffice.preferences')).toBe(false);
});

test('every bad link gets the same answer, and too many have to wait', async () => {
  const person = api.userId('staff');
  const token = unsubscribeToken(SECRET, { kind: 'mention', person });
  const [kind, name, seal] = token.split('.');
  const another = unsubscribeToken('another secret', { kind: 'mention', person });
  const other = Buffer.from(api.userId('viewer')).toString('base64url');
  const bad = [`all.${name}.${seal}`, `${kind}.${other}.${seal}`, `${kind}.${name}`, another, 'x'];
  const answers: [status: number, problems: unknown][] = [];
  for (const each of [...bad, `${token}.x`]) {
    const { status, json } = await end(each);
    answers.push([status, json.problems]);
  }

  expect(answers).toEqual(answers.map(() => [400, [expect.objectContaining({ code: 'A014' })]]));
  expect(await api.database.some('select from backoffice.preferences')).toBe(false);
  const many = await Promise.all(Array.from({ length: 6 }, () => end('x')));
  expect(many.map(({ status }) => status)).toContain(429);
});
