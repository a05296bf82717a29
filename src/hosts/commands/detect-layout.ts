import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkWorkbook } from '../../api/files/check-workbook.ts';
import { parseLayout } from '../../api/files/import-request.ts';
import { formats } from '../../files/formats/formats.ts';
import { createFileScan } from '../../files/formats/file-scan.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { readFileHeader } from '../../files/formats/read-file.ts';
import { Refusal, toLine } from '../refusal.ts';

/** Detects the layout of a file in the same way as an upload; refuses files that cannot be read to the end. */
export async function detectLayout(
  path: string,
  said: ReadonlyMap<string, string> = new Map(),
): Promise<{ layout: FileLayout; columns: readonly string[] }> {
  const layout = await findLayout(path, said);
  return { layout, columns: await checkColumns(path, layout) };
}

/** The same, before its columns are looked at. What is said holds for tables only. */
export async function findLayout(
  path: string,
  said: ReadonlyMap<string, string>,
): Promise<FileLayout> {
  const scan = createFileScan(basename(path));
  for await (const chunk of createReadStream(path)) scan.push(chunk as Uint8Array);
  const scanned = scan.end();
  if ('problem' in scanned) throw new Refusal([`${path}: ${toLine(scanned.problem)}`]);
  const { layout } = scanned;
  if (layout.format === 'xlsx') {
    const book = await checkWorkbook(path, (await stat(path)).size);
    if ('problem' in book) throw new Refusal([`${path}: ${toLine(book.problem)}`]);
    const [sheet] = book.sheets;
    if (sheet !== undefined) layout.sheet = sheet;
  }
  const parsed = parseLayout(formats[layout.format].isTable ? said : new Map(), layout);
  if ('layout' in parsed) return parsed.layout;
  throw new Refusal(parsed.problems.map((one) => `${path}: ${toLine(one)}`));
}

/** Returns the columns of a table. A problem with them applies to the whole file. */
export async function checkColumns(path: string, layout: FileLayout): Promise<readonly string[]> {
  const header = await readFileHeader(() => createReadStream(path), layout);
  if (header && 'problems' in header) {
    throw new Refusal(header.problems.map((found) => `${path}: ${toLine(found)}`));
  }
  return header?.columns ?? [];
}
