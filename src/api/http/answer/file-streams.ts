import { problem } from '../../../fields/problems/problem.ts';
import { answerChunks } from './answer-chunks.ts';
import type { Call } from '../call.ts';
import type { Reply } from './answer.ts';
import { doerOf } from '../../../services/acting.ts';
import { addressPrefix } from '../client-address.ts';
import { isRefusal, type Refusal, refuse } from '../../../services/refusal.ts';

/** A file on its way to a client, or from it. */
type StreamKind = keyof typeof MAX_STREAMS;

/**
 * How many of each kind a user, or a network of visitors, may have at once. A screen needs one export or upload, but
 * reads the parts of several files. A draft is saved and applied while the same texts are checked and planned, which read.
 */
const MAX_STREAMS = { export: 2, upload: 2, download: 24, read: 2, draft: 2, apply: 2 };

/** How many more reads wait for a place: a screen asks again while the server still works on what nobody reads any more. */
const MAX_WAITING = 6;

const running = new Map<string, number>();
const waiting = new Map<string, (() => void)[]>();

function keyOf(call: Call, kind: StreamKind): string {
  return `${kind} ${doerOf(call)?._id ?? addressPrefix(call.address)}`;
}

/** Takes one of the caller's two places, to be given back once. Refuses the third stream. */
function claimSlot(call: Call, kind: StreamKind): (() => void) | Refusal {
  const { address, requestId, route, services } = call;
  const userId = doerOf(call)?._id;
  const key = keyOf(call, kind);
  const taken = running.get(key) ?? 0;
  if (taken >= MAX_STREAMS[kind]) {
    services.log.warn(
      { requestId, userId, address, route, kind },
      'rejected: too many simultaneous requests',
    );
    return refuseMore(kind);
  }
  running.set(key, taken + 1);
  return slotOf(key);
}

function refuseMore(kind: StreamKind): Refusal {
  return refuse(problem('A020', '', { max: MAX_STREAMS[kind] }), {
    headers: { 'Retry-After': '5' },
  });
}

/** Gives back a place once: to who has waited longest, if anybody does. */
function slotOf(key: string): () => void {
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const next = waiting.get(key)?.shift();
    if (next) return next();
    waiting.delete(key);
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
}

/** As `claimSlot`, once a place is free. */
async function waitForSlot(call: Call, kind: StreamKind): Promise<(() => void) | Refusal> {
  const key = keyOf(call, kind);
  const queue = waiting.get(key) ?? [];
  if ((running.get(key) ?? 0) < MAX_STREAMS[kind] || queue.length >= MAX_WAITING)
    return claimSlot(call, kind);
  waiting.set(key, queue);
  await new Promise<void>((resolve) => void queue.push(resolve));
  return slotOf(key);
}

/** Holds one of the caller's places during an upload. */
export async function limitUpload<Answer>(
  call: Call,
  work: () => Promise<Answer>,
): Promise<Answer | Refusal> {
  const release = claimSlot(call, 'upload');
  if (typeof release !== 'function') return release;
  try {
    return await work();
  } finally {
    release();
  }
}

/** Holds one of the caller's places while a whole file is read for an answer, or a draft is saved or applied. */
export async function limitRead(
  call: Call,
  work: () => Promise<Reply>,
  kind: 'read' | 'draft' | 'apply' = 'read',
): Promise<Reply> {
  const release = await (kind === 'read' ? waitForSlot(call, kind) : claimSlot(call, kind));
  if (typeof release !== 'function') return release;
  try {
    // Who has gone meanwhile needs no answer.
    return call.request.signal.aborted ? refuseMore(kind) : await work();
  } finally {
    release();
  }
}

/** A streamed file and its headers. */
export type StreamedFile = {
  source: AsyncGenerator<string | Uint8Array>;
  headers: Readonly<Record<string, string>>;
  /** Default: 200. */
  status?: number;
};

/** Streams bytes of a file while the caller holds one of their places. */
export function limitDownload(call: Call, file: StreamedFile): Promise<Reply> {
  return limitStream(call, 'download', async () => file);
}

/** Makes and streams a file while the caller holds one of their places. Without a free place, nothing is made. */
export function limitExport(
  call: Call,
  make: () => Promise<StreamedFile | Refusal>,
): Promise<Reply> {
  return limitStream(call, 'export', make);
}

async function limitStream(
  call: Call,
  kind: StreamKind,
  make: () => Promise<StreamedFile | Refusal>,
): Promise<Reply> {
  const release = claimSlot(call, kind);
  if (typeof release !== 'function') return release;
  let isFlowing = false;
  try {
    const file = await make();
    if (isRefusal(file)) return file;
    isFlowing = call.request.method !== 'HEAD';
    return await answerChunks(call, holding(file.source, release), file.headers, file.status);
  } finally {
    if (!isFlowing) release();
  }
}

/** Holds the place from the first piece, which is requested immediately, to the end. */
async function* holding<Piece>(source: AsyncGenerator<Piece>, release: () => void) {
  try {
    yield* source;
  } finally {
    release();
  }
}

/** What an export filters by, for the audit log. */
export function filterOf({ query }: Call): string {
  return new URLSearchParams([...query].filter(([name]) => name !== 'format')).toString();
}
