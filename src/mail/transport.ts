import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/** The result of sending a message, which tells whether it may be sent again. */
export type Outcome =
  | { outcome: 'sent' }
  | {
      outcome: 'failed';
      error: string;
      /** The server will never accept it. */
      permanent: boolean;
      /** The server could not be reached; the message is not the cause. */
      unreachable: boolean;
    }
  /** All of the text went out and no answer came back. */
  | { outcome: 'doubtful'; error: string }
  /** The message was no longer ours to send, or the server is stopping. Nothing of it went out. */
  | { outcome: 'withdrawn' };

/** A way to send messages. */
export type Transport = {
  /**
   * Never throws. It calls `begin` right before the first byte of the text, and sends nothing if that
   * returns false. `signal` withdraws a message whose text has not begun to go out.
   */
  deliver(message: Message, begin: () => Promise<boolean>, signal: AbortSignal): Promise<Outcome>;
  /** Called when there is nothing to send for a while. */
  rest(): void;
};

export function failed(error: string, { permanent = false, unreachable = false } = {}): Outcome {
  return { outcome: 'failed', error, permanent, unreachable };
}

/**
 * Writes mails as `.eml` files, for installations without a mail server. The name of a file is that of the
 * mail, so repeated writes give one file. Only the owner can read them, because they contain links.
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

/** Under its name a file is complete or missing, even after a loss of power. */
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
