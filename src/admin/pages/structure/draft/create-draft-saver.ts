import { HttpError } from 'react-admin';
import type {
  OwnStructureDraft,
  SavedStructureDraft,
} from '../../../../contract/structure/drafts.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { call, headerOf, messageOf, sleep } from '../../../client/http.ts';
import { createPageState } from '../../../client/page-state.ts';
import type { Draft } from './draft-steps.ts';

/**
 * Whether the server has the draft. `elsewhere`: another window of this person has changed or ended it, or somebody has
 * taken it over; how often that was found here, because it may happen again before the person has decided.
 */
export type SaveState = 'saved' | 'waiting' | { elsewhere: number } | { failed: string };

/** Milliseconds without another change, after which the draft is saved. */
const PAUSE = 500;

const path = '/api/structure/drafts/mine';

/** Saves a draft as it changes: one request at a time, and the newest state is sent last. */
export function createDraftSaver() {
  const state = createPageState<SaveState>('saved');
  let version = 0;
  let wanted: Draft | undefined;
  // Null: the server has something else.
  let saved: Draft | undefined | null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  // Each beginning has a number: what was on its way before it says nothing about the draft now.
  let turn = 0;
  let found = 0;
  // What was sent last without an answer: the server may have it.
  let lost: { draft: Draft | undefined } | undefined;

  /** Goes on until the server has the newest state, or has refused one. */
  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    try {
      while (wanted !== saved) if (!(await sendOnce(wanted, turn))) return;
      state.set('saved');
    } finally {
      isSending = false;
    }
  }

  /** False if the server has refused it. */
  async function sendOnce(sent: Draft | undefined, began: number): Promise<boolean> {
    try {
      const stored = await sendDraft(sent, version);
      if (began === turn) [saved, version, lost] = [sent, stored, undefined];
      return true;
    } catch (error) {
      if (began !== turn) return true;
      return error instanceof HttpError && error.status === 412
        ? await goOnAfterLost(began)
        : refuse(sent, error);
    }
  }

  function refuse(sent: Draft | undefined, error: unknown): false {
    lost = { draft: sent };
    state.set({ failed: messageOf(error) });
    return false;
  }

  /** If the other version is what was sent from here without an answer, it is the one to go on from. */
  async function goOnAfterLost(began: number): Promise<boolean> {
    const own = lost && (await readOwnDraft().catch(() => undefined));
    if (began !== turn) return true;
    const isLost = lost !== undefined && own !== undefined && isSameDraft(lost.draft, own);
    if (isLost) [saved, version] = [lost?.draft, own.draft ? own._version : 0];
    else state.set({ elsewhere: ++found });
    lost = undefined;
    return isLost;
  }

  return {
    state: state.get,
    /** Calls the listener when the state changes. Returns a function that stops it. */
    subscribe: state.subscribe,
    /** What the server has now. */
    begin(draft: Draft | undefined, from: number): void {
      clearTimeout(timer);
      turn += 1;
      [wanted, saved, version, lost] = [draft, draft, from, undefined];
      state.set('saved');
    },
    change(draft: Draft | undefined): void {
      if (draft === wanted) return;
      wanted = draft;
      // The person decides first.
      if (isElsewhere(state.get())) return;
      state.set('waiting');
      clearTimeout(timer);
      timer = setTimeout(() => void send(), PAUSE);
    },
    send,
    /** Sends what is here in place of the version that the server has now. */
    overwrite(known: number): Promise<void> {
      turn += 1;
      [saved, version, lost] = [null, known, undefined];
      return send();
    },
    /** Nobody looks any more: what waits is sent at once. */
    leave(): void {
      if (state.get() === 'waiting') void send();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;

export function isElsewhere(state: SaveState): state is { elsewhere: number } {
  return typeof state === 'object' && 'elsewhere' in state;
}

function isSameDraft(draft: Draft | undefined, own: OwnStructureDraft): boolean {
  if (!draft || !own.draft) return !draft && !own.draft && !own.takenBy;
  return draft.base.hash === own.draft.base.hash && isSameJson(draft.files, own.draft.files);
}

/** Returns the version that the server has then; 0 for none. A server that has no place now is asked once more. */
async function sendDraft(draft: Draft | undefined, version: number): Promise<number> {
  try {
    return await storeDraft(draft, version);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error;
    await sleep(Number(headerOf(error, 'Retry-After') ?? 1) * 1_000);
    return await storeDraft(draft, version);
  }
}

async function storeDraft(draft: Draft | undefined, version: number): Promise<number> {
  const headers: HeadersInit = version > 0 ? { 'If-Match': `"${version}"` } : {};
  if (draft) {
    const body = { files: draft.files, base: draft.base.hash };
    const { json } = await call<SavedStructureDraft>(path, { method: 'PUT', headers, body });
    return json._version;
  }
  if (version > 0) await call(path, { method: 'DELETE', headers });
  return 0;
}

/**
 * Removes the note that somebody took the draft over. If that fails, it is shown once more; a draft that has replaced it
 * stays.
 */
export function forgetNote(version: number): void {
  const init = { method: 'DELETE', headers: { 'If-Match': `"${version}"` } };
  call(path, init).catch(() => undefined);
}

/** The draft that the server has, or who has taken it over. */
export async function readOwnDraft(signal?: AbortSignal): Promise<OwnStructureDraft> {
  return (await call<OwnStructureDraft>(path, { signal })).json;
}
