import type { FileValue } from '../../fields/files/file-value.ts';
import { sendFile } from './send-file.ts';

/** How far an upload is. */
export type UploadProgress =
  /** Others are being sent. */
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; bytesPerSecond: number | undefined }
  /** The server has all bytes and examines the file. */
  | { step: 'checking' }
  /** There is no connection, or the server is busy; it goes on alone. */
  | { step: 'paused' };

type Order = { signal: AbortSignal; onProgress: (progress: UploadProgress) => void };

/** As many as the server takes from one user at the same time. */
const MAX_CONCURRENT_UPLOADS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Uploads a file for a field such as `sources.document` as soon as it is its turn. */
export async function uploadFile(
  file: File,
  field: string,
  { signal, onProgress }: Order,
): Promise<FileValue> {
  onProgress({ step: 'waiting' });
  await turn();
  try {
    signal.throwIfAborted();
    const speed = createSpeedometer();
    const onSent = (sent: number): void =>
      onProgress(
        sent >= file.size
          ? { step: 'checking' }
          : { step: 'sending', sent, bytesPerSecond: speed(sent) },
      );
    onSent(0);
    const onPause = (): void => onProgress({ step: 'paused' });
    return await sendFile(file, field, { signal, onSent, onPause });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
    if (running === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
  }
}

/** Waits for a free place, which an upload that ends hands on. */
async function turn(): Promise<void> {
  if (running >= MAX_CONCURRENT_UPLOADS)
    return await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  window.addEventListener('beforeunload', askBeforeLeaving);
  return undefined;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Milliseconds over which the speed is measured: long enough to be calm, short enough to follow the line. */
const SPEED_WINDOW_MS = 5_000;

/** The speed in bytes per second by what was sent in the last seconds; undefined in the first one. */
function createSpeedometer(): (sent: number) => number | undefined {
  let marks: { at: number; sent: number }[] = [];
  return (sent) => {
    const at = Date.now();
    // After a cut line, some bytes are sent again.
    marks = [
      ...marks.filter((mark) => mark.at > at - SPEED_WINDOW_MS && mark.sent <= sent),
      { at, sent },
    ];
    const [first] = marks;
    const elapsed = at - first!.at;
    return elapsed < 1_000 ? undefined : ((sent - first!.sent) * 1_000) / elapsed;
  };
}
