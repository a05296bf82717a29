import { problem } from '../../fields/problem.ts';
import type { FileLayout } from './file-layout.ts';
import type { TableLine } from './table-line.ts';

/** The rows of one sheet of a workbook; of a formula its last result. */
export async function* readXlsxLines(
  chunks: AsyncIterable<Uint8Array>,
  { sheet }: Pick<FileLayout, 'sheet'>,
): AsyncGenerator<TableLine[]> {
  // Where no workbook comes it is not loaded: a server starts sooner without it.
  const { streamXlsxRows } = await import('hucre/xlsx');
  const bytes = await gather(chunks);
  let lines: TableLine[] = [];
  let line = 0;
  try {
    for await (const row of streamXlsxRows(bytes, sheet === undefined ? {} : { sheet })) {
      line = row.index + 1;
      if (lines.push({ line, cells: row.values }) < AT_ONCE) continue;
      yield lines;
      lines = [];
    }
  } catch (error) {
    const reason = (error as Error).message;
    lines.push({
      line: line + 1,
      problem: problem('I001', '', { format: 'XLSX', reason }),
      isFatal: true,
    });
  }
  if (lines.length > 0) yield lines;
}

const AT_ONCE = 200;

/** The directory of a ZIP stands at its end, so it is held whole; how large it may be is checked before. */
async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
