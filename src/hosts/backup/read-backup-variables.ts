import { resolve } from 'node:path';
import { problem } from '../../fields/problems/problem.ts';
import type { Retention } from '../../store/backup/retention.ts';
import { blobUrlForms, parseBlobUrl, type BlobTarget } from '../../store/blobs/blob-target.ts';
import type { Outcome } from '../read/read-variables.ts';

/** A time of day, and the time zone of the IANA database in which it is meant. */
export type BackupSchedule = { dailyAt: string; timeZone: string };

/** Parses a folder, or the address of a store; undefined otherwise. */
export function parseBackupTarget(text: string): BlobTarget | undefined {
  return /^\w+:\/\//.test(text) ? parseBlobUrl(text) : { folder: resolve(text) };
}

export function readBackupTarget(text: string, name: string): Outcome<BlobTarget> {
  const value = parseBackupTarget(text);
  return value ? { value } : wrong(name, `a folder, or in the form ${blobUrlForms}`);
}

/** Only recipients of `age`: a server that makes backups need not be able to read them. */
export function readBackupKey(text: string, name: string): Outcome<readonly string[]> {
  const value = text.split(/[\s,]+/).filter((each) => each !== '');
  return value.every((each) => /^age1[a-z\d]{50,}$/.test(each))
    ? { value }
    : wrong(name, 'a public key age1…, as npx backoffice backup --new-key makes it');
}

export function readBackupSchedule(
  text: string,
  name: string,
): Outcome<BackupSchedule | 'elsewhere'> {
  if (text === 'elsewhere') return { value: text };
  const [, dailyAt, timeZone = 'UTC'] =
    /^((?:[01]\d|2[0-3]):[0-5]\d)(?:\s+(\S+))?$/.exec(text) ?? [];
  return dailyAt !== undefined && isTimeZone(timeZone)
    ? { value: { dailyAt, timeZone } }
    : wrong(name, 'a time of day such as 03:15, or 03:15 Europe/Berlin; or elsewhere');
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function readRetention(text: string, name: string): Outcome<Retention> {
  const [, days, weeks, months] = /^(\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})$/.exec(text) ?? [];
  return days !== undefined && Number(days) > 0
    ? { value: { days: Number(days), weeks: Number(weeks), months: Number(months) } }
    : wrong(name, 'how many days, weeks and months backups are kept for, such as 7,4,12');
}

function wrong(name: string, expected: string) {
  return { problem: problem('V002', name, { expected }) };
}
