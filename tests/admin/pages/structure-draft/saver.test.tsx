import '../../../support/browser-parts.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  DraftSaver,
  isElsewhere,
} from '../../../../src/admin/pages/structure/draft/draft-saver.ts';

type Answer = { status: number; body?: object; headers?: Record<string, string> };
type Sent = {
  method: string;
  version: string | null;
  text: string | undefined;
  keepalive: boolean | undefined;
};

let sent: Sent[] = [];
/** What the server answers next; `later` waits. */
let answers: (Answer | Promise<Answer> | 'lost')[] = [];

vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const version = new Headers(init.headers).get('If-Match');
  const { method = 'GET', keepalive } = init;
  sent.push({ method, version, text: body?.files[0].text, keepalive });
  const answer = await answers.shift()!;
  if (answer === 'lost') throw new TypeError('Failed to fetch');
  const text = answer.body && JSON.stringify(answer.body);
  return new Response(text ?? null, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json', ...answer.headers },
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  [sent, answers] = [[], []];
});

const draft = (text: string) => ({
  files: [{ path: 'resources.json', text }],
  base: { files: [], hash: 'base' },
});
const saved = (version: number): Answer => ({
  status: 200,
  body: { changes: 1, _version: version },
});
const stale: Answer = { status: 412, body: { code: 'S003', detail: '' } };
const own = (text: string | undefined, version: number): Answer => ({
  status: 200,
  body: {
    draft: text === undefined ? null : { ...draft(text), changes: 1, since: '', updatedAt: '' },
    takenBy: null,
    _version: version,
  },
});

function begin(text: string, version: number) {
  const saver = new DraftSaver();
  saver.begin(draft(text), version);
  return saver;
}

test('an answer to what was sent before another draft was loaded is dropped', async () => {
  const saver = begin('one', 1);
  const late = Promise.withResolvers<Answer>();
  answers = [late.promise, saved(9)];
  saver.change(draft('two'));
  const sending = saver.send();

  saver.begin(draft('theirs'), 8);
  saver.change(draft('three'));
  late.resolve(stale);
  await sending;

  expect(sent).toMatchObject([
    { version: '"1"', text: 'two' },
    { version: '"8"', text: 'three' },
  ]);
  expect(saver.state()).toBe('saved');
});

test('what was stored although its answer was lost is gone on from', async () => {
  const saver = begin('one', 1);
  saver.change(draft('two'));
  answers = ['lost'];
  await saver.send();
  expect(saver.state()).toHaveProperty('failed');

  saver.change(draft('three'));
  answers = [stale, own('two', 2), saved(3)];
  await saver.send();

  expect(sent.slice(1)).toMatchObject([
    { method: 'PUT', version: '"1"' },
    { method: 'GET' },
    { method: 'PUT', version: '"2"', text: 'three' },
  ]);
  expect(saver.state()).toBe('saved');
});

test('what another window stored after an answer was lost is not overwritten', async () => {
  const saver = begin('one', 1);
  saver.change(draft('two'));
  answers = ['lost', stale, own('theirs', 2)];
  await saver.send();

  await saver.send();

  expect(isElsewhere(saver.state())).toBe(true);
});

test('another conflict while the person decides is told again', async () => {
  const saver = begin('one', 1);
  saver.change(draft('two'));
  answers = [stale, stale];
  await saver.send();
  const before = saver.state();

  await saver.overwrite(2);

  expect(isElsewhere(saver.state())).toBe(true);
  expect(saver.state()).not.toEqual(before);
});

test('a draft for which there is no place now is sent once more', async () => {
  const saver = begin('one', 1);
  saver.change(draft('two'));
  const full: Answer = {
    status: 429,
    body: { code: 'A020', detail: '' },
    headers: { 'Retry-After': '0' },
  };
  answers = [full, saved(2)];

  await saver.send();

  expect(sent).toHaveLength(2);
  expect(saver.state()).toBe('saved');
});

test('a draft is stored also when its page is gone, unless it is too large for that', async () => {
  const saver = begin('one', 1);
  answers = [saved(2), saved(3)];
  for (const text of ['two', 'x'.repeat(70_000)]) {
    saver.change(draft(text));
    await saver.send();
  }

  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});
