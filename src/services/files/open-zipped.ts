import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { scanStored, type ScannedFile } from './scan-stored.ts';
import { openZip, type OpenedZip } from './read-zip.ts';

/** Whether a file is imported as a ZIP of a table and files; a workbook is a ZIP with another name. */
export function isZip(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** Where the table of a ZIP is unpacked. */
export function tablePath(path: string): string {
  return `${path}.table`;
}

/** Opens a ZIP on disk and unpacks its table to `tablePath`. The caller closes the ZIP and removes both files. */
export async function openZipped(
  path: string,
  size: number,
): Promise<(ScannedTable & { zip: OpenedZip }) | Problem> {
  const zip = await openZip(path, size);
  if ('code' in zip) return zip;
  const scanned = await scanTable(zip, tablePath(path));
  if (!('code' in scanned)) return { ...scanned, zip };
  zip.close();
  return scanned;
}

type ScannedTable = ScannedFile & { tableHash: string };

async function scanTable(zip: OpenedZip, to: string): Promise<ScannedTable | Problem> {
  const { table } = zip;
  if (zip.sizeOf(table) > MAX_TABLE) return problem('Q012', 'file', { max: MAX_TABLE });
  const tableHash = await zip.unpack(table, to);
  if (tableHash === undefined) return problem('I068', 'file', { value: table });
  const scanned = await scanStored(to, posix.basename(table));
  return 'code' in scanned ? scanned : { ...scanned, tableHash };
}

/** As for a table without files. */
const MAX_TABLE = 2_000_000_000;

/** Removes a ZIP and its unpacked table from the disk. */
export async function removeZipped(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(tablePath(path), { force: true });
}
