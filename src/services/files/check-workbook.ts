import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { MAX_RECORD_BYTES } from '../../files/formats/file-layout.ts';
import { kindOfParts, wrongKind } from '../../files/formats/other-kinds.ts';
import {
  BOOK_PATH,
  WORKBOOK_RELATIONS,
  isScanned,
  readRelations,
  ROOT_RELATIONS,
  sheetsIn,
} from '../../files/formats/workbook-parts.ts';
import { createXlsxScan } from '../../files/formats/xlsx-scan.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import type { ProblemCode } from '../../fields/problems/problem-codes.ts';
import { problem, type Problem, type ProblemParams } from '../../fields/problems/problem.ts';
import { untilAborted, abortWith } from '../abort.ts';

const MAX_WORKBOOK_BYTES = 100_000_000;
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** For all parts but the sheets: the shared texts of cells stay in memory while a workbook is read. */
const MAX_PART_BYTES = 100_000_000;
const MAX_STYLES_BYTES = 20_000_000;
const MAX_BOOK_BYTES = 1_000_000;
const MAX_PARTS = 500;
/** More than the ratio of repeated cells. Parts below `SMALL_BYTES` can do no harm. */
const MAX_RATIO = 100;
const SMALL_BYTES = 1_000_000;

/** Unpacking takes time from all requests, so further workbooks wait. */
const enter = createSemaphore(2);

/**
 * Checks that a workbook is complete and unpacks to a size we can read. The sizes in its directory are not
 * trusted: each part is unpacked, counted and scanned, up to the first byte that is too much.
 */
export async function checkWorkbook(
  path: string,
  size: number,
): Promise<{ sheets: string[] } | { problem: Problem }> {
  if (size > MAX_WORKBOOK_BYTES) return wrong('Q012', { max: MAX_WORKBOOK_BYTES });
  const leave = await enter();
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    if (zip.entryCount > MAX_PARTS) return wrong('I038', { max: MAX_PARTS });
    const opened = zip;
    return await untilAborted(() => checkParts(opened));
  } catch (error) {
    return wrong('I001', { format: 'XLSX', reason: (error as Error).message });
  } finally {
    zip?.close();
    leave();
  }
}

async function checkParts(zip: ZipFile): Promise<{ sheets: string[] } | { problem: Problem }> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const budget = { left: MAX_UNPACKED_BYTES };
  const sheets = new Set<string>();
  for (const entry of entries.filter(isOneOf([ROOT_RELATIONS, WORKBOOK_RELATIONS]))) {
    const read = readRelations(entry.fileName, await unpack(zip, entry, budget));
    if (!read)
      return wrong('I001', { format: 'XLSX', reason: 'its internal structure is damaged' });
    for (const name of read.sheets) sheets.add(name);
  }
  let names: string[] | undefined;
  for (const entry of entries.filter(isOneOf([BOOK_PATH]))) {
    names = sheetsIn(await unpack(zip, entry, budget));
  }
  if (!names) {
    const kind = kindOfParts(entries.map(({ fileName }) => fileName));
    return { problem: { ...wrongKind(kind), path: 'file' } };
  }
  const isSmall = isOneOf([ROOT_RELATIONS, WORKBOOK_RELATIONS, BOOK_PATH]);
  for (const entry of entries.filter((one) => !isSmall(one))) {
    const base = entry.fileName.slice(entry.fileName.lastIndexOf('/') + 1);
    const max = base === 'styles.xml' ? MAX_STYLES_BYTES : MAX_PART_BYTES;
    await count(zip, entry, { budget, most: sheets.has(base) ? MAX_UNPACKED_BYTES : max });
  }
  return { sheets: names };
}

function isOneOf(names: readonly string[]): (entry: Entry) => boolean {
  return ({ fileName }) => names.includes(fileName);
}

type Budget = { left: number };

/** The text of a small part. */
async function unpack(zip: ZipFile, entry: Entry, budget: Budget): Promise<string> {
  const kept: Uint8Array[] = [];
  const keep = (chunk: Uint8Array) => kept.push(chunk);
  await count(zip, entry, { budget, most: MAX_BOOK_BYTES, keep });
  return Buffer.concat(kept).toString('utf8');
}

async function count(
  zip: ZipFile,
  entry: Entry,
  { budget, most, keep }: { budget: Budget; most: number; keep?: (chunk: Uint8Array) => void },
): Promise<void> {
  const max = Math.min(most, budget.left);
  const { compressedSize, uncompressedSize, generalPurposeBitFlag, fileName } = entry;
  if (uncompressedSize > max) abortWith(wrong('I025', { max }));
  // The reader would look for its size elsewhere.
  if (compressedSize === 0 && generalPurposeBitFlag & HAS_DESCRIPTOR)
    abortWith(
      wrong('I001', {
        format: 'XLSX',
        reason: `the part ${fileName} of the workbook does not state its size`,
      }),
    );
  const ratio = Math.max(SMALL_BYTES, compressedSize * MAX_RATIO);
  const scan = isScanned(fileName) ? createXlsxScan() : undefined;
  const stream = await zip.openReadStreamPromise(entry);
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > max) abortWith(wrong('I025', { max }));
    if (bytes > ratio) abortWith(wrong('I025', { max: ratio }));
    const excess = scan?.(chunk);
    if (excess) abortWith(wrong('I037', { max: MAX_RECORD_BYTES }));
    keep?.(chunk);
    await yieldToEventLoop();
  }
  budget.left -= bytes;
}

const HAS_DESCRIPTOR = 8;

function wrong(code: ProblemCode, params: ProblemParams): { problem: Problem } {
  return { problem: problem(code, 'file', params) };
}
