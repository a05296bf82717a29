import '../../support/browser-parts.ts';
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, useNotify } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { useWidth } from '../../../src/admin/kit/use-width.ts';
import { NoticeList } from '../../../src/admin/shell/layout/notice-list.tsx';
import { Notices } from '../../../src/admin/shell/layout/notices.tsx';
import { useScrollOnNavigation } from '../../../src/admin/shell/layout/use-scroll-on-navigation.ts';
import { WindowsScrollbar } from '../../../src/admin/shell/layout/windows-scrollbar.tsx';
import { Toast } from '../../../src/admin/sign-in/toast.tsx';
import { BulkProgressBar, type BulkRun } from '../../../src/admin/resource/bulk-dialog.tsx';
import { PageButtons } from '../../../src/admin/list/list-pagination.tsx';
import { loadTexts } from '../../../src/admin/messages/texts.ts';

beforeAll(async () => {
  await loadTexts(import.meta.glob('/src/admin/messages/*/{sign-in/sign-in,app}.ts'));
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('a notice', () => {
  test('stays for three seconds on the sign-in page', async () => {
    const close = vi.fn<() => void>();
    render(<Toast tone="bad" title="Login failed" text="…" onClose={close} />);

    await pass(2999);
    expect(close).not.toHaveBeenCalled();
    await pass(1);

    expect(close).toHaveBeenCalledOnce();
  });

  test('stays for three seconds in the app', async () => {
    render(
      <CoreAdminContext>
        <Say text="Saved" />
        <Notices />
      </CoreAdminContext>,
    );

    fireEvent.click(screen.getByRole('button', { name: 'Say it' }));
    await pass(2990);
    expect(screen.getByRole('alert').textContent).toBe('Saved');
    await pass(10);
    // Until it has faded.
    await pass(500);

    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('stays longer if it offers an action, which runs once, here or in the list', async () => {
    const undo = vi.fn<() => void>();
    const page = (list?: ReactNode) => (
      <CoreAdminContext>
        <Say text="Restored" options={{ action: { label: 'Undo', run: undo } }} />
        <Notices />
        {list}
      </CoreAdminContext>
    );
    const { rerender } = render(page());
    fireEvent.click(screen.getByRole('button', { name: 'Say it' }));
    await pass(9990);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await pass(510);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

    rerender(page(<NoticeList />));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('stays until the user closes it if it reports an error, and remains in the list', async () => {
    const page = (list?: ReactNode) => (
      <CoreAdminContext>
        <Say text="Refused" type="error" />
        <Say text="Saved" />
        <Notices />
        {list}
      </CoreAdminContext>
    );
    const { rerender } = render(page());
    const [refuse, save] = screen.getAllByRole('button', { name: 'Say it' });
    refuse!.focus();
    fireEvent.click(refuse!);
    await pass(600_000);
    expect(screen.getByRole('alert').textContent).toBe('Refused');

    screen.getByRole('button', { name: 'Close notification' }).focus();
    fireEvent.click(document.activeElement!);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(refuse);

    fireEvent.click(refuse!);
    fireEvent.click(save!);
    await pass(0);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Saved']);
    rerender(page(<NoticeList />));
    expect(screen.getAllByRole('listitem').map((line) => line.firstChild?.textContent)).toEqual([
      'Saved',
      'Refused',
      'Refused',
    ]);
  });
});

test.each([
  [1, 20, '1234…20'],
  [3, 20, '1234…20'],
  [10, 20, '1…91011…20'],
  [20, 20, '1…17181920'],
  [2, 5, '12345'],
  [2, 3, '123'],
])('at page %i of %i the five pages are %s', (page, pages, expected) => {
  render(<PageButtons page={page} pages={pages} isEndOpen={false} onChange={() => {}} />);

  expect(screen.getByRole('list').textContent).toBe(`‹${expected}›`);
});

test.each([
  [0, 0],
  [5, 50],
  [12, 100],
])('%i done of 10 are %i percent of a progress bar', (done, percent) => {
  const run = { isBusy: true, progress: { done, expected: 10 } } as BulkRun;
  render(<BulkProgressBar run={run} />);

  expect(screen.getByRole('progressbar').ariaValueNow).toBe(String(percent));
});

test('a URL with a hash scrolls to its target, even if the target renders later', async () => {
  const reached: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    reached.push(this.id);
  });
  const page = (
    <MemoryRouter initialEntries={['/page#m%C3%BCnze']}>
      <Page />
    </MemoryRouter>
  );
  const { container } = render(page);
  expect(reached).toEqual([]);

  container.append(Object.assign(document.createElement('h2'), { id: 'münze' }));
  await pass(0);

  expect(reached).toEqual(['münze']);
});

test('a menu group takes 250 ms to open and close', () => {
  // Nothing here reads style sheets.
  const styles = readFileSync('src/admin/shell/layout/frame.css', 'utf8');

  expect(styles).toMatch(/transition:\s+grid-template-rows 250ms,\s+visibility 250ms;/);
});

test('a changing width is measured every 40 ms', async () => {
  let resize = (): void => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resize = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  const element = document.createElement('div');
  const width = vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(100);
  const { result } = renderHook(() => useWidth(element));

  for (const wide of [110, 120, 130]) {
    width.mockReturnValue(wide);
    resize();
    await pass(13);
  }
  expect(result.current).toBe(100);
  await pass(1);

  expect(result.current).toBe(130);
  expect(width).toHaveBeenCalledTimes(2);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', true],
  ['Mozilla/5.0 (X11; Linux x86_64)', false],
])('on %s the app draws its own scrollbars: %s', (agent, ours) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  render(<WindowsScrollbar />);

  expect(document.head.textContent.includes('scrollbar-width:thin')).toBe(ours);
});

type SayProps = { text: string; type?: 'success' | 'error'; options?: object };

function Say({ text, type = 'success', options }: SayProps) {
  const notify = useNotify();
  return <button onClick={() => notify(text, { type, ...options })}>Say it</button>;
}

function Page() {
  useScrollOnNavigation();
  return null;
}
