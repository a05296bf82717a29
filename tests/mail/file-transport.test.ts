import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileTransport } from '../../src/mail/transport.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const top = await openTemporaryFolder();
const { signal } = new AbortController();
const message = {
  id: 'm1',
  from: 'a@example.org',
  to: 'b@example.org',
  subject: 'x',
  raw: Buffer.from('Subject: x\r\n\r\nHello'),
};

test('a mail is written as one complete file that only its owner can read', async () => {
  const folder = join(top, 'a/mails');
  const transport = createFileTransport(folder);
  const seen: string[][] = [];
  const begin = async () => seen.push(await readdir(folder)) > 0;

  for (const _ of [1, 2])
    expect(await transport.deliver(message, begin, signal)).toEqual({ outcome: 'sent' });

  expect(seen).toEqual([[], ['m1.eml']]);
  expect(await readdir(folder)).toEqual(['m1.eml']);
  expect(await readFile(join(folder, 'm1.eml'))).toEqual(message.raw);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'm1.eml'))).mode & 0o777).toBe(0o600);
  expect(transport.rest()).toBeUndefined();
});

test('nothing is written of a mail that another server has claimed', async () => {
  const folder = join(top, 'b');

  expect(await createFileTransport(folder).deliver(message, async () => false, signal)).toEqual({
    outcome: 'withdrawn',
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written is reported like an unreachable server', async () => {
  await writeFile(join(top, 'file'), '');
  await mkdir(join(top, 'c/m1.eml'), { recursive: true });

  for (const folder of ['file', 'c'])
    expect(
      await createFileTransport(join(top, folder)).deliver(message, async () => true, signal),
    ).toEqual({
      outcome: 'failed',
      error: expect.stringContaining('The file could not be written: Error: E'),
      permanent: false,
      unreachable: true,
    });
});
