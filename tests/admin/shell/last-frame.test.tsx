import '../../support/browser-parts.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, saveSession } from '../../../src/admin/client/account/session.ts';
import { recordFrameOnLeave } from '../../../src/admin/shell/layout/record-frame.ts';
import { showLastFrame } from '../../../src/admin/shell/start/last-frame.ts';
import { uncoverFrame } from '../../../src/admin/shell/start/uncover-frame.ts';

const user = { _id: 'u1', name: 'Ada', email: 'ada@example.org', organisation: '', role: 'admin' };
let stop = (): void => {};

beforeEach(() => {
  saveSession({ user, token: 't', refreshToken: 'r' });
  document.body.innerHTML = `
    <div id="root">
      <aside data-frame="box"><a><span data-frame="text">Chems</span></a><a>A pinned record</a></aside>
      <main><div class="g-grid" style="--row: 37px">
        <div class="g-head"><span class="g-name">CAS number</span></div>
        <div class="g-row">75-35-4</div>
      </div></main>
    </div>`;
  // jsdom calculates no layout, and reads no text by it.
  for (const one of document.querySelectorAll<HTMLElement>('span')) one.innerText = one.textContent;
  history.replaceState(null, '', '/chems/overview');
  stop = recordFrameOnLeave();
});

afterEach(() => {
  stop();
  localStorage.clear();
});

function leave(): void {
  window.dispatchEvent(new Event('pagehide'));
}

function openAgain(who = user._id): HTMLElement {
  const overlay = document.createElement('div');
  showLastFrame(overlay, who);
  return overlay;
}

test('the next visit starts with menu and heads of the last one, without its records', () => {
  leave();

  const { textContent } = openAgain();

  expect(textContent).toContain('Chems');
  expect(textContent).toContain('CAS number');
  expect(textContent).not.toContain('pinned');
  expect(textContent).not.toContain('75-35-4');
});

test('another list starts with the menu alone', () => {
  leave();
  history.replaceState(null, '', '/sources/overview');

  const { textContent } = openAgain();

  expect(textContent).toContain('Chems');
  expect(textContent).not.toContain('CAS number');
});

test('another user sees nothing of the last visit', () => {
  leave();

  expect(openAgain('u2').textContent).toBe('');
});

test('nothing is left of it after the sign-out', () => {
  leave();
  endSession('wished');
  leave();

  expect(localStorage.getItem('lastFrame')).toBeNull();
});

test('the heads stay until the page follows its frame', async () => {
  leave();
  const overlay = openAgain();
  const root = document.getElementById('root')!;
  root.innerHTML = '<main><div data-until-page></div></main>';

  uncoverFrame(overlay, root);
  expect(overlay.hidden).toBe(false);
  root.innerHTML = '<main>Rows</main>';

  await vi.waitFor(() => expect(overlay.hidden).toBe(true));
  expect(overlay.textContent).toBe('');
});
