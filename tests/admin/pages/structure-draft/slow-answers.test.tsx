import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, screen, waitFor } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const page = '/structure/overview?tab=text';
const own = '/api/structure/drafts/mine';
const library = await openStructureScreens();
const { fetch } = globalThis;
afterEach(() => void (globalThis.fetch = fetch));

/** Lets the network between the screens and the server answer otherwise. */
function intercept(answer: (address: string, real: () => Promise<Response>) => Promise<Response>) {
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return answer(`${init?.method ?? 'GET'} ${address}`, () => fetch(input, init));
  };
}

const editor = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of resources.json' });

async function type(line: string): Promise<void> {
  const input = await editor();
  fireEvent.change(input, { target: { value: `// ${line}\n${input.value}` } });
}

test('what is changed while the server applies what was there before stays a draft', async () => {
  const { user } = await openScreen(library, page);
  await type('First.');
  await user.click(await screen.findByRole('button', { name: 'Review changes' }));
  const held = Promise.withResolvers<void>();
  intercept(async (address, real) => {
    const answer = await real();
    if (address === 'POST /api/structure/apply') await held.promise;
    return answer;
  });
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  await user.click(screen.getByRole('button', { name: 'Back to editing' }));
  await type('Second.');

  held.resolve();

  await screen.findByText(/^The change was applied/);
  expect((await editor()).value).toMatch(/^\/\/ Second\.\n\/\/ First\./);
  await screen.findByText('Draft saved');
  const { json } = await library.call('GET', own, { as: 'admin' });
  expect(json.draft.files[0].text).toContain('// Second.');
  expect(json.draft.base.files[0].text).toContain('// First.');
});

test('what is applied is not planned once more', async () => {
  const { user } = await openScreen(library, page);
  const asked: string[] = [];
  const timesOf = (path: string) => asked.filter((one) => one === path).length;
  intercept(async (address, real) => {
    asked.push(address);
    return real();
  });
  await type('First.');
  await user.click(await screen.findByRole('button', { name: 'Review changes' }));

  await user.click(await screen.findByRole('button', { name: 'Apply' }));

  await screen.findByText(/^The change was applied/);
  await waitFor(() => expect(timesOf('GET /api/structure/descriptor')).toBeGreaterThan(0));
  expect(timesOf('POST /api/structure/plan')).toBe(1);
});

test('the draft of another window that could not be read is read again', async () => {
  const { user } = await openScreen(library, page);
  await type('One.');
  await screen.findByText('Draft saved');
  await library.call('DELETE', own, { as: 'admin', headers: { 'If-Match': '*' } });
  intercept(async (address, real) =>
    address === `GET ${own}` ? new Response('{}', { status: 500 }) : await real(),
  );
  await type('Two.');
  await screen.findByText(/could not be read/);
  const again = screen.getByRole('button', { name: 'Try again' });

  globalThis.fetch = fetch;
  await user.click(again);

  await screen.findByText(/^You ended this draft in another window/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});
