import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UndoableMutation } from 'react-admin';
import { createPageState } from '../../client/page-state.ts';

/** The content of a notice and its time. */
export type Notice = {
  id: number;
  at: Date;
  type: 'success' | 'info' | 'warning' | 'error';
  text: ReactNode;
  action: NoticeAction | undefined;
  /** Milliseconds on screen; null until the user closes it. */
  duration: number | null | undefined;
  /** Writes what the notice announces. */
  write?: () => void;
};

/** Something to do after what the notice says, such as to undo it. */
export type NoticeAction = { label: string; run: () => void };

/** The latest notices, newest first, to read again. */
export const latestNotices = createPageState<readonly Notice[]>([]);

/** The notices on screen. */
export const shownNotices = createPageState<readonly Notice[]>([]);

/** The number of notices that can be read again, and the number shown at once. */
const MAX_LATEST_NOTICES = 20;
const MAX_NOTICES = 3;

let count = 0;

/** Adds a notice at the end. It replaces one with the same text, and a success also replaces failures. */
export function addNotice(content: Omit<Notice, 'id' | 'at'>): void {
  const notice = { ...content, id: ++count, at: new Date() };
  latestNotices.set([notice, ...latestNotices.get()].slice(0, MAX_LATEST_NOTICES));
  const others = shownNotices
    .get()
    .filter((each) => each.text !== notice.text && !(notice.type === 'success' && isTrouble(each)));
  show([...others, notice].slice(-MAX_NOTICES));
}

export function hideNotice(notice: Notice): void {
  show(shownNotices.get().filter(({ id }) => id !== notice.id));
}

/** Shows these notices. What those that go have announced is written, and can no longer be undone there. */
function show(next: readonly Notice[]): void {
  const gone = shownNotices.get().filter((notice) => !next.includes(notice));
  shownNotices.set(next);
  for (const notice of gone)
    if (notice.write) {
      notice.write();
      withdrawAction(notice);
    }
}

/** What a notice announces is written when it goes, unless the user undoes it before. */
export function toUndoable(
  mutation: UndoableMutation,
  label: string,
): Pick<Notice, 'action' | 'write'> {
  let isDecided = false;
  const decide = (isUndo: boolean): void => {
    if (isDecided) return;
    isDecided = true;
    mutation({ isUndo });
  };
  return { action: { label, run: () => decide(true) }, write: () => decide(false) };
}

/** Writes what still waits, and is done when the server has answered. */
export async function writeNow(queries: QueryClient): Promise<void> {
  show(shownNotices.get().filter(({ write }) => write === undefined));
  while (queries.isMutating() > 0)
    await new Promise<void>((resolve) => {
      const stop = queries.getMutationCache().subscribe(() => {
        stop();
        resolve();
      });
    });
}

/** Runs what a notice offers, which it does not offer again. */
export function runAction(notice: Notice): void {
  notice.action?.run();
  hideNotice(notice);
  withdrawAction(notice);
}

function withdrawAction({ id }: Notice): void {
  latestNotices.set(
    latestNotices.get().map((each) => (each.id === id ? { ...each, action: undefined } : each)),
  );
}

/** The next user to sign in must not see them. */
export function forgetNotices(): void {
  show([]);
  latestNotices.set([]);
}

/** Whether a notice stays until the user closes it or something succeeds. */
export function isTrouble({ type }: Pick<Notice, 'type'>): boolean {
  return type === 'error' || type === 'warning';
}
