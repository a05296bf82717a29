import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, type Transport } from './transport.ts';
import type { Message } from './message.ts';

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
