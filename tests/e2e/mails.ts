import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readMail, type ReadMail } from '../support/read-mail.ts';

/** Waits for a mail to somebody about something that says something, as the server writes them where there is no mail server. */
export async function findMail(to: string, subject: RegExp, text = /^/): Promise<ReadMail> {
  let found: ReadMail | undefined;
  await expect
    .poll(async () => (found = await look(to, subject, text))?.subject, {
      message: `a mail to ${to} about ${subject}`,
      timeout: 20_000,
    })
    .toBeDefined();
  return found!;
}

/** The path of the first link in a mail: the pages of a test have their own server. */
export function pathIn({ links: [first = ''] }: ReadMail): string {
  return new URL(first).pathname;
}

async function look(to: string, subject: RegExp, text: RegExp): Promise<ReadMail | undefined> {
  const folder = join(process.env['E2E_DATA'] ?? '', 'outbox');
  const names = await readdir(folder).catch((): string[] => []);
  const mails = await Promise.all(
    // A mail has its name once it is whole.
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
  );
  return mails.find(
    (mail) => mail.to.includes(to) && subject.test(mail.subject) && text.test(mail.text),
  );
}
