import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  openFileLinks,
  type AskedFile,
  type LinkState,
  type OpenedLinks,
} from '../../../src/admin/viewer/file-links.ts';

const MINUTE = 60_000;
const place = { resource: 'books', record: '7' };

let asked: (readonly AskedFile[])[];
let failure: Error | undefined;
let links: OpenedLinks;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  failure = undefined;
  links = openFileLinks((files) => {
    asked.push(files);
    const round = asked.length;
    const answer = { urls: files.map(({ id }) => `/f/${id}?${round}`), lasts: 10 * MINUTE };
    return failure ? Promise.reject(failure) : Promise.resolve(answer);
  });
});
afterEach(() => {
  links.close();
  vi.useRealTimers();
});

const pass = (milliseconds = 20) => vi.advanceTimersByTimeAsync(milliseconds);

function watch(id: string): { states: LinkState[]; stop: () => void } {
  const states: LinkState[] = [];
  return { states, stop: links.watchState(id, place, (state) => void states.push(state)) };
}

test('asks for the files of a page in one request, each once', async () => {
  const [one, other] = [watch('a'), watch('a')];
  watch('b');
  await pass();

  expect(asked).toEqual([
    [
      { id: 'a', ...place },
      { id: 'b', ...place },
    ],
  ]);
  expect(one.states).toEqual([{ url: '/f/a?1' }]);
  expect(other.states).toEqual(one.states);
});

test('asks for at most a hundred files at once', async () => {
  for (let at = 0; at < 150; at++) watch(`file ${at}`);
  await pass();

  expect(asked.map(({ length }) => length)).toEqual([100, 50]);
});

test('reuses a link until it expires, also after it was last shown', async () => {
  watch('a').stop();
  await pass();
  await pass(8 * MINUTE);

  expect(watch('a').states).toEqual([{ url: '/f/a?1' }]);
  await pass();
  expect(asked).toHaveLength(1);
});

test('replaces a link that is shown before it expires', async () => {
  const { states } = watch('a');
  await pass();
  await pass(9 * MINUTE + 1_000);

  expect(states).toEqual([{ url: '/f/a?1' }, { url: '/f/a?2' }]);
});

test('replaces no link that is not shown, and none while the page is hidden', async () => {
  watch('a').stop();
  const { states } = watch('b');
  await pass();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await pass(20 * MINUTE);
  expect(asked).toHaveLength(1);

  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();

  expect(asked.slice(1)).toEqual([[{ id: 'b', ...place }]]);
  expect(states.at(-1)).toEqual({ url: '/f/b?2' });
});

test('asks for another link when one no longer works', async () => {
  const { states } = watch('a');
  await pass();
  links.renew('a', place);
  await pass();

  expect(states).toEqual([{ url: '/f/a?1' }, undefined, { url: '/f/a?2' }]);
});

test('keeps a link that could not be replaced, and asks again when the connection is back', async () => {
  const { states } = watch('a');
  await pass();
  failure = new Error('no connection');
  await pass(9 * MINUTE + 1_000);
  expect(asked).toHaveLength(2);
  expect(states).toEqual([{ url: '/f/a?1' }]);

  failure = undefined;
  links.retry();
  await pass();

  expect(states.at(-1)).toEqual({ url: '/f/a?3' });
});

test('asks again only for links that failed', async () => {
  watch('a');
  await pass();
  failure = new Error('no connection');
  const { states } = watch('b');
  await pass();
  expect(states).toEqual([{ error: failure }]);

  failure = undefined;
  links.retry();
  await pass();

  expect(asked.at(-1)).toEqual([{ id: 'b', ...place }]);
  expect(states.at(-1)).toEqual({ url: '/f/b?3' });
});
