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

/** Browsers send no more bytes after the page is gone. */
const MOST_AFTER_LEAVING = 60_000;

const path = '/api/structure/drafts/mine';

/** Saves a draft as it changes: one request at a time, and the newest state is sent last. */
export class DraftSaver {
  readonly #state = createPageState<SaveState>('saved');
  #version = 0;
  #wanted: Draft | undefined;
  // Null: the server has something else.
  #saved: Draft | undefined | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  // Each beginning has a number: what was on its way before it says nothing about the draft now.
  #turn = 0;
  #found = 0;
  // What was sent last without an answer: the server may have it.
  #lost: { draft: Draft | undefined } | undefined;

  readonly state = this.#state.get;

  /** Calls the listener when the state changes. Returns a function that stops it. */
  readonly subscribe = this.#state.subscribe;

  /** What the server has now. */
  begin(draft: Draft | undefined, from: number): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#wanted = draft;
    this.#knows(draft, from);
    this.#state.set('saved');
  }

  change(draft: Draft | undefined): void {
    if (draft === this.#wanted) return;
    this.#wanted = draft;
    // The person decides first.
    if (isElsewhere(this.state())) return;
    this.#state.set('waiting');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), PAUSE);
  }

  /** Goes on until the server has the newest state, or has refused one. */
  send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#wanted !== this.#saved)
      if (!(await this.#sendOnce(this.#wanted, this.#turn))) return;
    this.#state.set('saved');
  }

  /** Sends at once what waits, and waits for the answer. */
  async settle(): Promise<void> {
    if (this.state() === 'waiting') await this.send();
  }

  /** Sends what is here in place of the version that the server has now. */
  overwrite(known: number): Promise<void> {
    this.#turn += 1;
    this.#knows(null, known);
    this.#state.set('waiting');
    return this.send();
  }

  /** Nobody looks any more: what waits is sent at once. */
  leave(): void {
    void this.settle();
  }

  #knows(saved: Draft | undefined | null, version: number): void {
    this.#saved = saved;
    this.#version = version;
    this.#lost = undefined;
  }

  /** False if the server has refused it. */
  async #sendOnce(sent: Draft | undefined, began: number): Promise<boolean> {
    try {
      const stored = await sendDraft(sent, this.#version);
      if (began === this.#turn) this.#knows(sent, stored);
      return true;
    } catch (error) {
      if (began !== this.#turn) return true;
      if (error instanceof HttpError && error.status === 412) return await this.#goOn(began);
      this.#lost = { draft: sent };
      this.#state.set({ failed: messageOf(error) });
      return false;
    }
  }

  /** If the other version is what was sent from here without an answer, it is the one to go on from. */
  async #goOn(began: number): Promise<boolean> {
    const lost = this.#lost;
    const own = lost && (await readOwnDraft().catch(() => undefined));
    if (began !== this.#turn) return true;
    const isLost = lost !== undefined && own !== undefined && isSameDraft(lost.draft, own);
    if (isLost) this.#knows(lost.draft, own.draft ? own._version : 0);
    else this.#state.set({ elsewhere: ++this.#found });
    this.#lost = undefined;
    return isLost;
  }
}

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
    // Ends in any case, so that the next page does not read a draft that is stored only after that.
    const keepalive = new Blob([JSON.stringify(body)]).size < MOST_AFTER_LEAVING;
    const init = { method: 'PUT', headers, body, keepalive };
    const { json } = await call<SavedStructureDraft>(path, init);
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
