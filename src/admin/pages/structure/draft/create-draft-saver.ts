import { HttpError } from 'react-admin';
import type {
  OwnStructureDraft,
  SavedStructureDraft,
} from '../../../../contract/structure/drafts.ts';
import { call, messageOf } from '../../../client/http.ts';
import { createPageState } from '../../../client/page-state.ts';
import type { Draft } from './draft-steps.ts';

/**
 * Whether the server has the draft. `elsewhere`: another window of this person has changed or ended it, or somebody has
 * taken it over.
 */
export type SaveState = 'saved' | 'waiting' | 'elsewhere' | { failed: string };

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

  /** Goes on until the server has the newest state, or has refused one. */
  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    try {
      while (wanted !== saved) {
        const sent = wanted;
        version = await sendDraft(sent, version);
        saved = sent;
      }
      state.set('saved');
    } catch (error) {
      const isStale = error instanceof HttpError && error.status === 412;
      state.set(isStale ? 'elsewhere' : { failed: messageOf(error) });
    } finally {
      isSending = false;
    }
  }

  return {
    state: state.get,
    /** Calls the listener when the state changes. Returns a function that stops it. */
    subscribe: state.subscribe,
    /** What the server has now. */
    begin(draft: Draft | undefined, from: number): void {
      clearTimeout(timer);
      [wanted, saved, version] = [draft, draft, from];
      state.set('saved');
    },
    change(draft: Draft | undefined): void {
      if (draft === wanted) return;
      wanted = draft;
      // The person decides first.
      if (state.get() === 'elsewhere') return;
      state.set('waiting');
      clearTimeout(timer);
      timer = setTimeout(() => void send(), PAUSE);
    },
    send,
    /** Sends what is here in place of the version that the server has now. */
    overwrite(known: number): Promise<void> {
      [saved, version] = [null, known];
      return send();
    },
    /** Nobody looks any more: what waits is sent at once. */
    leave(): void {
      if (state.get() === 'waiting') void send();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;

/** Returns the version that the server has then; 0 for none. */
async function sendDraft(draft: Draft | undefined, version: number): Promise<number> {
  const headers: HeadersInit = version > 0 ? { 'If-Match': `"${version}"` } : {};
  if (draft) {
    const body = { files: draft.files, base: draft.base.hash };
    const { json } = await call<SavedStructureDraft>(path, { method: 'PUT', headers, body });
    return json._version;
  }
  if (version > 0) await call(path, { method: 'DELETE', headers });
  return 0;
}

/** Removes the note that somebody took the draft over. If that fails, it is shown once more. */
export function forgetNote(): void {
  const init = { method: 'DELETE', headers: { 'If-Match': '*' } };
  call(path, init).catch(() => undefined);
}

/** The draft that the server has, or who has taken it over. */
export async function readOwnDraft(signal?: AbortSignal): Promise<OwnStructureDraft> {
  return (await call<OwnStructureDraft>(path, { signal })).json;
}
