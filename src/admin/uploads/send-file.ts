import { requireEntry } from '../../fields/require-entry.ts';
import { HttpError } from 'react-admin';
import type { FileValue } from '../../fields/files/file-value.ts';
import { call } from '../client/http.ts';
import { textsOf } from '../messages/texts.ts';
import { isPassing, pauseAfter } from '../client/passing-trouble.ts';

export type Sending = {
  signal: AbortSignal;
  /** Called with the bytes that the server has or is getting. */
  onSent: (bytes: number) => void;
  /** The connection is lost or the server is busy; the upload goes on later. */
  onPause: () => void;
};

/** Bytes of a part. Smaller files are sent as a whole: a part that a cut line loses is at most this. */
const PART_BYTES = 8_000_000;

/** Milliseconds without a byte leaving after which a line counts as dead. */
const STALL_MS = 60_000;

/**
 * Uploads a file for a field such as `sources.document`, in parts if it is large. A cut line, a restart of the server
 * and its limits on uploads delay it. Throws what the server objects to.
 */
export function sendFile(file: File, field: string, sending: Sending): Promise<FileValue> {
  return file.size <= PART_BYTES
    ? sendWhole(file, field, sending)
    : sendParts(file, field, sending);
}

function sendWhole(file: File, field: string, sending: Sending): Promise<FileValue> {
  return persist(async () => {
    const { json } = await send(pathOf(field), file, { ...sending, headers: nameOf(file) });
    return json as FileValue;
  }, sending);
}

async function sendParts(file: File, field: string, sending: Sending): Promise<FileValue> {
  const { signal, onSent } = sending;
  let path = await start(file, field, sending);
  let offset = 0;
  const sendPart = async (attempt: number): Promise<Progress> => {
    if (attempt > 0) {
      const progress = await findProgress(path, signal);
      if (progress?.file) return progress;
      // The server forgets an upload that nobody continued for a day.
      if (!progress) path = await start(file, field, sending);
      offset = progress?.received ?? 0;
    }
    const part = file.slice(offset, offset + PART_BYTES);
    const isLast = offset + part.size === file.size;
    const { status, json, headers } = await send(path, part, {
      signal,
      onSent: (bytes) => onSent(offset + bytes),
      method: 'PATCH',
      headers: { 'Upload-Offset': String(offset), 'Upload-Complete': isLast ? '?1' : '?0' },
    });
    const received = Number(headers.get('Upload-Offset'));
    return status === 201 ? { received: file.size, file: json as FileValue } : { received };
  };
  try {
    for (;;) {
      const progress = await persist(sendPart, sending);
      if (progress.file) return progress.file;
      offset = progress.received;
    }
  } catch (error) {
    // Otherwise the server forgets its parts after a day.
    if (signal.aborted) call(path, { method: 'DELETE' }).catch(() => undefined);
    throw error;
  }
}

/** Begins an upload in parts, and returns its address. */
function start(file: File, field: string, { signal, ...sending }: Sending): Promise<string> {
  return persist(
    async () => {
      const headers = {
        ...nameOf(file),
        'Upload-Complete': '?0',
        'Upload-Length': String(file.size),
      };
      const answer = await call(pathOf(field), { method: 'POST', headers, signal });
      return requireEntry(answer.headers, 'Location');
    },
    { signal, ...sending },
  );
}

/** How much the server has, and the file once it has all. */
type Progress = { received: number; file?: FileValue };

async function findProgress(path: string, signal: AbortSignal): Promise<Progress | undefined> {
  try {
    return (await call<Progress>(path, { signal })).json;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

type Init = Pick<Sending, 'signal' | 'onSent'> & {
  method?: string;
  headers: Record<string, string>;
};

/** Sends bytes of a file, and cuts a line on which nothing moves. */
async function send(path: string, body: Blob, { signal, onSent, ...init }: Init) {
  const stall = new AbortController();
  const watch = (left: number): number | undefined =>
    // With all bytes there, the server checks the file, which may take long.
    left > 0 ? window.setTimeout(() => stall.abort(), STALL_MS) : undefined;
  let timer = watch(body.size);
  try {
    return await call(path, {
      method: 'POST',
      ...init,
      body,
      timeout: false,
      signal: AbortSignal.any([signal, stall.signal]),
      onSent(bytes) {
        clearTimeout(timer);
        timer = watch(body.size - bytes);
        onSent(bytes);
      },
    });
  } catch (error) {
    if (error instanceof HttpError && error.status === 0) await checkReadable(body);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A file that was changed or removed on the disk looks like a lost connection. */
async function checkReadable(body: Blob): Promise<void> {
  try {
    await body.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new Error(textsOf('uploads').unreadable, { cause });
  }
}

function pathOf(field: string): string {
  return `/api/files?field=${encodeURIComponent(field)}`;
}

/** RFC 6266 and 8187: all characters but letters and digits of ASCII are written as bytes of UTF-8. */
function nameOf({ name }: File): Record<string, string> {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return { 'Content-Disposition': `attachment; filename*=UTF-8''${encoded}` };
}

type Patience = {
  signal: AbortSignal;
  /** Called when the work failed and is tried again later. */
  onPause: () => void;
};

/** Attempts at a server that answers, but with trouble of its own. A lost connection is waited for without end. */
const MAX_ATTEMPTS = 8;

/**
 * Repeats work that failed for a reason that passes: no connection, a server that restarts or is busy. The pauses grow;
 * the browser's word that it is online again ends one. Any other failure is thrown. `attempt` counts from 0.
 */
async function persist<T>(
  work: (attempt: number) => Promise<T>,
  { signal, onPause }: Patience,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!isRepeated(error, attempt)) throw error;
      onPause();
      await pause(pauseAfter(error, attempt), signal);
    }
  }
}

function isRepeated(error: unknown, attempt: number): boolean {
  // A line on which nothing moves is cut by this browser itself.
  if ((error as Error).name === 'AbortError') return true;
  if (!(error instanceof HttpError)) return false;
  const { status } = error;
  if (status === 0 || status === 429) return true;
  return (isPassing(error) || status === 409) && attempt < MAX_ATTEMPTS;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = (): void => reject(signal.reason as Error);
  const goOn = (): void => resolve();
  signal.addEventListener('abort', stop);
  window.addEventListener('online', goOn);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    window.removeEventListener('online', goOn);
  });
}
