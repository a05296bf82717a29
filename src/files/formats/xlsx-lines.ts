import { problem, type Problem } from '../../fields/problem.ts';
import { MAX_EMPTY_ROWS, type FileLayout } from './file-layout.ts';
import type { TableLine } from './table-line.ts';

/**
 * The rows of one sheet of a workbook; of a formula its last result. Rows without a value are left out. What
 * is too large is refused before (`checkWorkbook`); what still is too much ends the thread it is read in.
 */
export async function* readXlsxLines(
  chunks: AsyncIterable<Uint8Array>,
  { sheet }: Pick<FileLayout, 'sheet'>,
): AsyncGenerator<TableLine[]> {
  // Where no workbook comes it is not loaded: a server starts sooner without it.
  const { readInThread, TooMuch } = await import('./xlsx-thread.ts');
  let last = 0;
  const failing = (found: Problem): TableLine[] => [
    { line: last + 1, problem: found, isFatal: true },
  ];
  try {
    for await (const { lines, reason, isEmptied } of readInThread(() => gather(chunks), sheet)) {
      const at = lines.findIndex(({ line }, index) => line <= (lines[index - 1]?.line ?? last));
      if (at >= 0) {
        yield lines.slice(0, at);
        last = lines[at - 1]?.line ?? last;
        return yield failing(problem('I040', '', { line: lines[at]!.line, last }));
      }
      last = lines.at(-1)?.line ?? last;
      if (lines.length > 0) yield lines;
      if (isEmptied) yield failing(problem('I042', '', { max: MAX_EMPTY_ROWS, line: last }));
      if (reason !== undefined) yield failing(problem('I001', '', { format: 'XLSX', reason }));
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    yield failing(problem('I039', ''));
  }
}

/** The directory of a ZIP stands at its end, so it is held whole; how large it may be is checked before. */
async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
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
