import { PDFDataRangeTransport } from 'pdfjs-dist';
import { readRange } from '../file-bytes.ts';

/**
 * Reads the parts of a PDF that are needed, as the signed-in user, so that it can be read for longer than an address
 * lasts. What could not be read is asked for again by `retry`; until then the page that needs it waits.
 */
export class FileTransport extends PDFDataRangeTransport {
  readonly #path: string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #leaving = new AbortController();
  readonly #failed = new Map<number, number>();

  /** `onTrouble` gets undefined once everything arrives again. */
  constructor(path: string, size: number, onTrouble: (error: unknown) => void) {
    super(size, null);
    this.#path = path;
    this.#onTrouble = onTrouble;
  }

  override requestDataRange(begin: number, end: number): void {
    readRange(this.#path, begin, end, this.#leaving.signal).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (this.#leaving.signal.aborted) return;
        this.#failed.set(begin, end);
        this.#onTrouble(error);
      },
    );
  }

  retry(): void {
    const failed = [...this.#failed];
    this.#failed.clear();
    this.#onTrouble(undefined);
    for (const [begin, end] of failed) this.requestDataRange(begin, end);
  }

  override abort(): void {
    this.#leaving.abort();
  }
}
