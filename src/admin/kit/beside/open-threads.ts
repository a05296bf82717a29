import { useMediaQuery } from '@mui/material';
import type { NewThread } from '../../../contract/people/threads.ts';
import { createPageState } from '../../client/page-state.ts';

export type ThreadPart = Pick<NewThread, 'cells' | 'file' | 'page' | 'version'>;

/** The record, the row of an import or the change set whose comments are shown, and what the user writes about. */
export type OpenThreads = {
  resource: string;
  record?: string | undefined;
  /** In place of the record: an import, and one of its rows; absent: all. */
  job?: string | undefined;
  row?: number | undefined;
  changeSet?: string | undefined;
  /** The title of the record, or what the row or the change set is. */
  title: string;
  /** Only the threads of this field; absent: all of the record. */
  field?: string | undefined;
  /** What else the user writes about: several cells, a page of a file or a version. */
  place?: ThreadPart | undefined;
  /** The `_id` of the thread that is looked for. */
  thread?: string;
  /** A number of its own for each time that the user asks to write. */
  writing?: number;
  /** What gets the focus back. */
  opener?: Element | null;
};

export const openThreads = createPageState<OpenThreads | undefined>(undefined);

type Place = Omit<OpenThreads, 'writing' | 'opener'>;

/** Shows the comments of a record. */
export function showThreads(of: Place): void {
  openThreads.set({ ...of, opener: document.activeElement });
}

/** Shows the comments of a record or of one of its fields, with the focus in the text to write. */
export function writeThread(of: Place): void {
  const before = openThreads.get();
  const { activeElement } = document;
  // From the comments themselves, the focus goes back to where the user came from.
  const isInside = activeElement?.closest('[data-threads]');
  const opener = isInside ? (before?.opener ?? null) : activeElement;
  openThreads.set({ ...of, writing: (before?.writing ?? 0) + 1, opener });
}

export function closeThreads(): void {
  const opener = openThreads.get()?.opener;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  openThreads.set(undefined);
}

/** Whether the window has room for comments beside the page. */
export function useHasRoomForComments(): boolean {
  return useMediaQuery(({ breakpoints }) => breakpoints.up('lg'));
}

export function useHasCommentsBeside(): boolean {
  const isOpen = openThreads.use() !== undefined;
  return useHasRoomForComments() && isOpen;
}

/** The key that opens the comments of a cell or a field, as in spreadsheets. */
export function isCommentKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'F2' && shiftKey && (ctrlKey || metaKey);
}

/** What the user has written and not sent yet, and whom and what it names. */
type Draft = { text: string; named: ReadonlyMap<string, string> };

/** By place. They last until the user signs out or leaves the page. */
export const drafts = new Map<string, Draft>();
