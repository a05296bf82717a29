import '../../support/browser-parts.ts';
import { Dialog, Typography } from '@mui/material';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lock, unlock } from '../../../src/admin/client/account/lock.ts';
import { watchLock } from '../../../src/admin/shell/start/watch-lock.ts';
import { openAnnouncer } from '../../../src/admin/kit/status/announcer.ts';
import { Status } from '../../../src/admin/kit/status/status.tsx';
import { VisitorFrame } from '../../../src/admin/sign-in/visitor-frame.tsx';
import { addPageStyle } from '../../support/page-style.ts';
import { readSourceFiles } from '../../support/source-files.ts';
import { loadTexts } from '../../../src/admin/messages/texts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  cleanup();
  // What one test has said is gone before the next.
  await pass(10_000);
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const heard = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent);

test('the live region is on the page before the first announcement', async () => {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/sign-in.ts'));

  render(<VisitorFrame hasChoices={false}>Sign in</VisitorFrame>);

  expect(heard()).toEqual([]);
});

test('new text is announced in one piece, without buttons and text that is read anyway', async () => {
  const { container } = render(
    <Typography component={Status} variant="h6">
      <p>2 records</p>
      <p>of 1{'0'}</p>
      <span aria-label="Loading" />
      <i aria-hidden="true">…</i>
      <button>Again</button>
      <b role="alert">Refused</b>
    </Typography>,
  );
  expect(heard()).toEqual([]);

  await pass(500);

  expect(heard()).toEqual(['2 records of 10 Loading']);
  expect(container.querySelector('.MuiTypography-h6')?.getAttribute('role')).toBeNull();
});

test('a changing text is announced once, when it has settled', async () => {
  const { rerender } = render(<Status>1 found</Status>);
  await pass(500);
  for (const count of [2, 3, 4]) {
    rerender(<Status>{count} found</Status>);
    await pass(400);
  }
  expect(heard()).toEqual(['1 found']);
  await pass(100);
  expect(heard()).toEqual(['1 found', '4 found']);

  rerender(<Status key="again">4 found</Status>);
  await pass(500);
  expect(heard()).toEqual(['1 found', '4 found']);

  await pass(7_000);
  expect(heard()).toEqual([]);
});

test('a text that disappears before it settles is not announced', async () => {
  const { rerender } = render(<Status>Loading …</Status>);
  await pass(400);

  rerender(<></>);
  await pass(1_000);

  expect(heard()).toEqual([]);
});

test('new text is announced while a dialog is open, inside it and behind it', async () => {
  openAnnouncer();
  const page = (isOpen: boolean) => (
    <>
      {isOpen && <Status>Behind</Status>}
      <Dialog open={isOpen}>
        <Status>Within</Status>
      </Dialog>
    </>
  );
  const { container, rerender } = render(page(false));

  rerender(page(true));
  await pass(500);

  expect(container.getAttribute('aria-hidden')).toBe('true');
  expect(heard().toSorted()).toEqual(['Behind', 'Within']);
});

test('a locked screen announces nothing and keeps no text of the page', async () => {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/sign-in.ts'));
  // Loaded later, it would arrive when the test and its page are gone.
  await import('../../../src/admin/shell/lock/draw-lock.tsx');
  const [root, overlay] = [document.createElement('div'), document.createElement('div')];
  document.body.append(root, overlay);
  onTestFinished(addPageStyle());
  watchLock(overlay);
  const { rerender } = render(<Status>1 found</Status>, { container: root });
  await pass(500);
  expect(heard()).toEqual(['1 found']);

  act(lock);
  expect(heard()).toEqual([]);
  rerender(<Status>2 found</Status>);
  await pass(1_000);
  expect(heard()).toEqual([]);

  act(unlock);
  rerender(<Status>3 found</Status>);
  await pass(500);
  expect(heard()).toEqual(['3 found']);
});

test('nothing else in the app is a region that is read aloud', () => {
  const own = [
    'src/admin/kit/status/announcer.ts',
    // A type of field cannot import the announcer of the screens; its region is there before its text.
    'src/fields/types/structure/structure.input.tsx',
  ];
  const other = /role="status"|['"]?role['"]?[:,] ?'status'|aria-live(?!="off")|ariaLive|<output/;

  const files = readSourceFiles('src').filter(({ path }) =>
    /^src\/(admin|fields|installation)\//.test(path),
  );

  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(({ path, text }) => !own.includes(path) && other.test(text))).toEqual([]);
});
