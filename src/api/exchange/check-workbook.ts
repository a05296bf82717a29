import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { otherKind } from '../../exchange/files/file-scan.ts';
import { problem, type Problem } from '../../fields/problem.ts';

const MAX_WORKBOOK_BYTES = 100_000_000;
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** The texts all cells share are held in memory while a workbook is read. */
const MAX_TEXTS_BYTES = 100_000_000;
const MAX_BOOK_BYTES = 1_000_000;

/**
 * Whether a workbook is whole, and unpacks to what can be read. The sizes its directory states are
 * not believed: each part is unpacked and counted, which ends at what was stated, or at the limit.
 */
export async function checkWorkbook(
  path: string,
  size: number,
): Promise<{ sheets: string[] } | { problem: Problem }> {
  const wrong = (...found: Parameters<typeof problem>) => ({ problem: problem(...found) });
  if (size > MAX_WORKBOOK_BYTES) return wrong('Q012', 'file', { max: MAX_WORKBOOK_BYTES });
  let zip: ZipFile | undefined;
  let unpacked = 0;
  try {
    zip = await openPromise(path, { autoClose: false });
    let sheets: string[] | undefined;
    for await (const entry of zip.eachEntry()) {
      const isText = /sharedStrings|styles|workbook\.xml/i.test(entry.fileName);
      const left = MAX_UNPACKED_BYTES - unpacked;
      const isBook = entry.fileName === 'xl/workbook.xml';
      const most = isBook ? MAX_BOOK_BYTES : isText ? MAX_TEXTS_BYTES : left;
      const max = Math.min(most, left);
      const kept: Uint8Array[] | undefined = isBook ? [] : undefined;
      const found = await countUnpacked(zip, entry, max, kept);
      if (found > max) return wrong('I025', 'file', { max });
      if (kept) sheets = sheetsIn(Buffer.concat(kept).toString('utf8'));
      unpacked += found;
    }
    return sheets ? { sheets } : { problem: { ...otherKind('zip'), path: 'file' } };
  } catch (error) {
    const reason = (error as Error).message;
    return wrong('I001', 'file', { format: 'XLSX', reason });
  } finally {
    zip?.close();
  }
}

async function countUnpacked(
  zip: ZipFile,
  entry: Entry,
  max: number,
  kept: Uint8Array[] | undefined,
): Promise<number> {
  if (entry.uncompressedSize > max) return entry.uncompressedSize;
  const stream = await zip.openReadStreamPromise(entry);
  let count = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    count += chunk.length;
    kept?.push(chunk);
    if (count > max) break;
  }
  return count;
}

/** The names of the sheets, those first that are not hidden. */
function sheetsIn(workbook: string): string[] {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(
    ([, attributes = '']) => ({
      name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      isHidden: /\bstate="(hidden|veryHidden)"/.test(attributes),
    }),
  );
  const names = (isHidden: boolean) =>
    sheets.filter((sheet) => sheet.isHidden === isHidden).map((sheet) => sheet.name);
  return [...names(false), ...names(true)];
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole: string, hex?: string, decimal?: string, name = '') => {
      if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return named[String(name)] ?? whole;
    },
  );
}
