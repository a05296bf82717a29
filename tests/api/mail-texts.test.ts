import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

const call = (method: string, rest = '', body?: object, as = 'admin') =>
  api.call(method, `/api/admin/mailtexts${rest}`, { as, body });
const one = '/passwordReset/en';
const words = { subject: '{app}: hello', text: 'Choose one within {duration}.\n\n{link}' };
const find = async (kind: string, language: string) =>
  (await call('GET')).json.data.find(
    (each: { kind: string; language: string }) => each.kind === kind && each.language === language,
  );

test('lists every kind of mail in the languages of the app, with placeholders and standard words', async () => {
  const reset = await find('passwordReset', 'de');

  expect(reset.own).toBeNull();
  expect(reset.standard.text).toContain('Der Link gilt einmal, {duration} lang.');
  expect(reset.placeholders).toContainEqual({ name: 'link', isRequired: true });
});

test('an admin changes the text of a mail and resets it, and the audit records it', async () => {
  const { status, json } = await call('PUT', one, words);
  expect([status, json.own]).toEqual([200, { ...words, updatedAt: expect.any(String) }]);
  expect((await find('passwordReset', 'en')).own).toMatchObject(words);
  expect((await find('passwordReset', 'de')).own).toBeNull();

  expect((await call('DELETE', one)).status).toBe(204);
  expect((await call('DELETE', one)).status).toBe(204);
  expect((await find('passwordReset', 'en')).own).toBeNull();
  const detail = { kind: 'passwordReset', language: 'en' };
  expect((await noted(api)).filter(({ action }) => action.startsWith('mailText'))).toMatchObject([
    { action: 'mailTextChanged', actor: api.userId('admin'), detail },
    { action: 'mailTextReset', actor: api.userId('admin'), detail },
  ]);
});

test.each([
  [{ ...words, text: 'No link' }, 'V092', 'text'],
  [{ ...words, text: '{lnk}{link}' }, 'V091', 'text'],
  [{ ...words, subject: 'A\nBcc: x@example.org' }, 'V093', 'subject'],
  [{ ...words, subject: '' }, 'V001', 'subject'],
  [{ ...words, text: '' }, 'V001', 'text'],
])('refuses %j to be stored and to be previewed', async (body, code, path) => {
  const preview = { ...body, kind: 'passwordReset', language: 'en' };
  for (const answer of [await call('PUT', one, body), await call('POST', '/preview', preview)]) {
    expect(answer.status).toBe(422);
    expect(answer.json.problems[0]).toMatchObject({ code, path });
  }
});

test('suggests what can be used instead', async () => {
  const { json } = await call('PUT', one, { ...words, text: '{lnk} {link}' });

  expect(json.detail).toBe(
    'text has the placeholder {lnk}, which is not possible here; possible: {app}, {name}, {link}, {duration}',
  );
});

test('shows a preview with sample values', async () => {
  const body = { ...words, kind: 'passwordReset', language: 'en' };
  const { status, json } = await call('POST', '/preview', body);

  expect(status).toBe(200);
  expect(json.subject).toBe('Library: hello');
  expect(json.text).toMatch(
    /^Hello Jane Roe,\n\nChoose one within 7 days\.\n\nSet a new password:\nhttp/,
  );
});

test('refuses other kinds and languages, and callers who are not admins', async () => {
  for (const rest of ['/none/en', '/passwordReset/fr', '/constructor/en'])
    expect((await call('PUT', rest, words)).status).toBe(404);
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', one],
    ['DELETE', one],
    ['POST', '/preview'],
  ] as const)
    expect((await call(method, rest, method === 'GET' ? undefined : words, 'staff')).status).toBe(
      403,
    );
});
