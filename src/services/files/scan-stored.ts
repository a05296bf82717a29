import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Problem } from '../../fields/problems/problem.ts';
import type { Confidence } from '../../files/formats/guess-encoding.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { createFileScan } from '../../files/formats/file-scan.ts';

/** How to read a file of records, and the sheets of a workbook. */
export type ScannedFile = {
  layout: FileLayout;
  confidence?: Confidence | undefined;
  sheets?: readonly string[];
};

/** Scans a file of records that is on disk, as uploads are scanned while they arrive. */
export async function scanStored(path: string, name: string): Promise<ScannedFile | Problem> {
  const scan = createFileScan(name);
  for await (const chunk of createReadStream(path)) scan.push(chunk as Uint8Array);
  return await endScan(scan, path);
}

/** The end of a scan of a whole file. The parts of a workbook are checked too. */
export async function endScan(
  scan: ReturnType<typeof createFileScan>,
  path: string,
): Promise<ScannedFile | Problem> {
  const result = scan.end();
  if ('problem' in result) return { ...result.problem, path: 'file' };
  const { layout, confidence } = result;
  if (layout.format !== 'xlsx') return { layout, confidence };
  const { checkWorkbook } = await import('./check-workbook.ts');
  const book = await checkWorkbook(path, (await stat(path)).size);
  if ('problem' in book) return book.problem;
  const [sheet] = book.sheets;
  return { layout: { ...layout, ...(sheet && { sheet }) }, confidence, sheets: book.sheets };
}
