import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/** What became of a message, told so that one knows whether it may be tried again. */
export type Outcome =
  | { outcome: 'sent' }
  | {
      outcome: 'failed';
      error: string;
      /** The other side will never take it. */
      permanent: boolean;
      /** It was the way there, and nothing about this message. */
      unreachable: boolean;
    }
  /** It went out whole and no answer came back. */
  | { outcome: 'doubtful'; error: string }
  /** It was no longer ours to send, or we are about to stop; nothing of it went out. */
  | { outcome: 'withdrawn' };

/** Where messages go. */
export type Transport = {
  /**
   * Never throws. `begin` is asked right before the first byte of the text goes out, and nothing
   * does when it says no. `signal` withdraws a message whose text has not begun to go out.
   */
  deliver(message: Message, begin: () => Promise<boolean>, signal: AbortSignal): Promise<Outcome>;
  /** There is nothing to send for a while. */
  rest(): void;
};

export function failed(error: string, { permanent = false, unreachable = false } = {}): Outcome {
  return { outcome: 'failed', error, permanent, unreachable };
}

/**
 * Mails as `.eml` files, for installations without a mail server. The name is that of the mail, so it
 * is there once however often it is written. Only the owner may read them: there are links in them.
 */
export function createFileTransport(folder: string): Transport {
  return {
    deliver: async (message, begin) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!(await begin())) return { outcome: 'withdrawn' };
        await writeWhole(folder, message);
        return { outcome: 'sent' };
      } catch (error) {
        return failed(`The file could not be written: ${String(error)}`, { unreachable: true });
      }
    },
    rest: () => undefined,
  };
}

/** Under its name it is there whole or not at all, also after a loss of power. */
async function writeWhole(folder: string, { id, raw }: Message): Promise<void> {
  const part = join(folder, `.${id}.part`);
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(raw);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, `${id}.eml`));
}
