import {
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
  PDFDataRangeTransport,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite makes the address of the file its default export
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { readRange } from '../file-bytes.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Fonts and decoders that some PDFs need; `pdf-files.ts` builds this folder. */
const PDFJS_FOLDER = `/assets/pdfjs-${version}/`;
/** Bytes of one request: few requests for small files, and little waste in large ones. */
const REQUEST_BYTES = 2 ** 18;
/** Pixels of one picture in a page. A larger one would take more memory than phones have. */
const MAX_PICTURE_PIXELS = 2 ** 26;

export type OpenedPdf = {
  document: Promise<PDFDocumentProxy>;
  /** Asks again for what could not be read. */
  retry(): void;
  close(): void;
};

/** That of the first PDF starts before the viewer is there, which takes as long as reading a page. */
let started: PDFWorker | undefined = startWorker();

/** One that does not start rejects the document it is used for, which says so; a viewer closed before says nothing. */
function startWorker(): PDFWorker {
  const worker = new PDFWorker();
  worker.promise.catch(() => undefined);
  return worker;
}

/**
 * Opens a PDF without reading it as a whole. Code in the document does not run: its scripts are never loaded, and its
 * formulas are interpreted. Pictures are decoded without WebAssembly, which the policy of the page forbids.
 */
export function openPdf(
  path: string,
  size: number,
  onTrouble: (error: unknown) => void,
): OpenedPdf {
  const transport = new FileTransport(path, size, onTrouble);
  const worker = started ?? startWorker();
  started = undefined;
  const task = getDocument({
    worker,
    range: transport,
    rangeChunkSize: REQUEST_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    useWasm: false,
    wasmUrl: `${PDFJS_FOLDER}wasm/`,
    cMapUrl: `${PDFJS_FOLDER}cmaps/`,
    standardFontDataUrl: `${PDFJS_FOLDER}standard_fonts/`,
    maxImageSize: MAX_PICTURE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  });
  return {
    document: task.promise,
    retry: () => transport.retry(),
    close: () => void task.destroy().finally(() => worker.destroy()),
  };
}

/**
 * Reads the parts of a PDF that are needed, as the signed-in user, so that it can be read for longer than an address
 * lasts. What could not be read is asked for again by `retry`; until then the page that needs it waits.
 */
class FileTransport extends PDFDataRangeTransport {
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
