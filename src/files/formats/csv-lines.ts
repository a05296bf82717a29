import { parse, CsvError, type Parser } from 'csv-parse';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { MAX_COLUMNS, MAX_RECORD_BYTES, type FileLayout } from './file-layout.ts';
import type { TableLine } from './table-rows.ts';
import { toUtf8, WrongEncoding } from './encodings.ts';

/** Bytes parsed without a pause: some milliseconds of work. */
const PIECE = 16 * 1_024;

/** Reads the rows of a CSV or TSV file (RFC 4180 and its common variants), without empty rows. */
export async function* readCsvLines(
  chunks: AsyncIterable<Uint8Array>,
  { format, encoding, delimiter }: FileLayout,
): AsyncGenerator<TableLine[]> {
  const parser = openCsvParser(format === 'tsv' ? '\t' : delimiter);
  try {
    for await (const chunk of toUtf8(chunks, encoding)) {
      await parser.write(chunk);
      const lines = parser.takeLines();
      if (lines.length > 0) yield lines;
      if (parser.hasFailed()) break;
    }
    if (!parser.hasFailed()) await parser.end();
  } catch (error) {
    parser.fail(error);
  } finally {
    parser.close();
  }
  const last = [...parser.takeLines(), ...parser.problems()];
  if (last.length > 0) yield last;
}

/** Opens a parser that collects rows, because a failing stream discards those that it has read but not passed on. */
function openCsvParser(delimiter: string) {
  let lines: TableLine[] = [];
  let line = 0;
  let failure: unknown;
  const recent = createRecentBytes();
  const parser = parse({
    delimiter,
    // A quote inside an unquoted cell is an ordinary character: 5" pipe.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: string[], info) => {
      line = info.lines;
      const isDoubtful = cells.some((cell) => strayQuote.test(cell));
      const stray = isDoubtful ? findStray(recent.until(info.bytes), delimiter, cells) : undefined;
      recent.forget(info.bytes);
      lines.push({ line, cells, ...(stray !== undefined && { stray }) });
      return null;
    },
  });
  const fail = (error: unknown): void => void (failure ??= error);
  parser.on('error', fail);
  return {
    fail,
    hasFailed: () => failure !== undefined,
    async write(chunk: Uint8Array): Promise<void> {
      for (let at = 0; at < chunk.length && failure === undefined; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        recent.push(piece);
        await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
        await yieldToEventLoop();
        // A row of separators alone has no bytes that the limit counts, but a cell for each.
        if (cellsOf(parser) > MAX_COLUMNS) fail(new TooManyCells());
      }
    },
    /** The rows since the last call. */
    takeLines(): TableLine[] {
      const taken = lines;
      lines = [];
      return taken;
    },
    /** The reason why there are no more rows. */
    problems: () => (failure === undefined ? [] : [toProblem(failure, line + 1)]),
    end: () => finish(parser),
    close: () => parser.destroy(),
  };
}

/** A cell that looks as if it had text outside its quotes. Quotes inside of quotes look the same. */
const strayQuote = /^\s+"[^]*"\s*$|^"[^]*"\s+$|^"[^"]+"[^"\s]/;

/** The first cell of a row with text outside its quotes, which makes them part of the text. Only its bytes can tell. */
function findStray(
  bytes: Uint8Array,
  delimiter: string,
  cells: readonly string[],
): string | undefined {
  const row = new TextDecoder().decode(bytes).replace(/^[\r\n]+/, '');
  let at = 0;
  for (const cell of cells) {
    if (row[at] === '"') {
      at++;
      while (at < row.length && (row[at] !== '"' || row[at + 1] === '"'))
        at += row[at] === '"' ? 2 : 1;
      at++;
      const isEnded =
        at >= row.length || row.startsWith(delimiter, at) || /[\r\n]/.test(row.charAt(at));
      if (!isEnded) return cell;
    } else if (strayQuote.test(cell)) return cell;
    at = row.indexOf(delimiter, at) + delimiter.length;
    if (at < delimiter.length) return undefined;
  }
  return undefined;
}

/** The bytes since the end of the last row, by their place in the file. */
function createRecentBytes() {
  let pieces: Uint8Array[] = [];
  let start = 0;
  let rowStart = 0;
  return {
    push: (piece: Uint8Array): number => pieces.push(piece),
    until(end: number): Uint8Array {
      const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes.subarray(rowStart - start, end - start);
    },
    forget(end: number): void {
      rowStart = end;
      const left = pieces.findIndex((piece) => {
        if (start + piece.length > end) return true;
        start += piece.length;
        return false;
      });
      pieces = left < 0 ? [] : pieces.slice(left);
    },
  };
}

/** Thrown for a row with more cells than a table may have columns. */
class TooManyCells extends Error {}

/** The number of cells in the current row. The parser has no limit of its own for them. */
function cellsOf(parser: Parser): number {
  return (parser as unknown as { state: { record: unknown[] } }).state.record.length;
}

async function finish(parser: Parser): Promise<void> {
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  parser.resume();
  parser.end();
  await closed;
}

/** After broken quotes nobody can tell where the next row begins, so reading stops instead of guessing. */
function toProblem(error: unknown, line: number): TableLine {
  const stopAt = (reason: Problem): TableLine => ({ line, problem: reason, isFatal: true });
  if (error instanceof WrongEncoding)
    return stopAt(problem('I010', '', { encoding: error.encoding }));
  if (error instanceof TooManyCells) return stopAt(problem('I041', '', { max: MAX_COLUMNS }));
  if (!(error instanceof CsvError)) throw error;
  const code: string = error.code;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return stopAt(problem('I018', '', { line, max: MAX_RECORD_BYTES }));
  if (code === 'CSV_QUOTE_NOT_CLOSED') return stopAt(problem('I019', '', { line }));
  return stopAt(problem('I001', '', { format: 'CSV', reason: error.message }));
}
