import { onSessionChange } from '../client/session.ts';
import type { Values } from './form-values.ts';

/** What was typed into a form that was taken away, by the names of its fields. */
export type Draft = {
  changes: Values;
  /** The record it was typed for was merged into the one it is kept for now. */
  isMerged?: boolean;
};

/** For whom and for which record; `new` for one that is not there yet. */
export function draftKey(
  userId: string,
  resource: string,
  id: string | number | undefined,
): string {
  return `${PREFIX}${userId}.${resource}.${id ?? 'new'}`;
}

const PREFIX = 'draft.';

/** So many at most, the oldest goes first, and so many characters each: a tab has room for 5 MB. */
const MOST = 8;
const LARGEST = 500_000;

const listeners = new Set<() => void>();

let last: { key: string; text: string | null; draft: Draft | undefined } | undefined;

/** The same object while it is the same. */
export function readDraft(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  if (last?.key !== key || last.text !== text)
    last = { key, text, draft: text === null ? undefined : (JSON.parse(text) as Kept).draft };
  return last.draft;
}

type Kept = { at: number; draft: Draft };

/** Kept in this tab for as long as it is open; undefined forgets it. */
export function keepDraft(key: string, draft: Draft | undefined): void {
  sessionStorage.removeItem(key);
  const text = JSON.stringify({ at: Date.now(), draft });
  if (draft && text.length <= LARGEST) {
    const ages = keptKeys()
      .map((kept) => ({ kept, at: (JSON.parse(sessionStorage.getItem(kept)!) as Kept).at }))
      .sort((one, other) => other.at - one.at);
    for (const { kept } of ages.slice(MOST - 1)) sessionStorage.removeItem(kept);
    sessionStorage.setItem(key, text);
  }
  for (const listener of listeners) listener();
}

/** What was typed for a record goes on to the one it was merged into. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (!draft) return;
  keepDraft(from, undefined);
  keepDraft(to, { ...draft, isMerged: true });
}

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keptKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
}

// Who signs out leaves nothing behind; whose session was ended comes back to it.
onSessionChange((why) => {
  if (why === 'wished') for (const key of keptKeys()) keepDraft(key, undefined);
});
