import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getDocument,
  PDFDataRangeTransport,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { createWords } from './words.ts';
import { pictureSizes, type PictureSize } from './media-job.ts';

/** Draws the first page on white. It needs the canvas of `@napi-rs/canvas`, which pdfjs loads. */
export async function drawFirstPage(path: string, to: string, size: PictureSize): Promise<boolean> {
  return await withPdf(path, async (pdf) => {
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: pictureSizes[size] / Math.max(width, height) });
    const { canvas } = (pdf.canvasFactory as CanvasFactory).create(
      Math.max(1, Math.floor(viewport.width)),
      Math.max(1, Math.floor(viewport.height)),
    );
    await page.render({ canvas, viewport, background: 'white' }).promise;
    await writeFile(to, await (canvas as unknown as NodeCanvas).encode('webp', 80));
    return true;
  });
}

type CanvasFactory = { create(width: number, height: number): { canvas: HTMLCanvasElement } };
type NodeCanvas = { encode(format: 'webp', quality: number): Promise<Buffer> };

export async function readPdfText(path: string): Promise<{ pages: string[] }> {
  return await withPdf(path, async (pdf) => {
    const words = createWords();
    for (let at = 1; at <= pdf.numPages && !words.isFull(); at++) {
      const page = await pdf.getPage(at);
      const { items } = await page.getTextContent();
      for (const item of items)
        if ('str' in item) words.add(item.hasEOL ? `${item.str}\n` : item.str);
      words.endPage();
      page.cleanup();
    }
    return { pages: words.pages };
  });
}

const packageFolder = `${dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))}/`;

async function withPdf<Result>(
  path: string,
  read: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const file = await open(path);
  const task = getDocument({
    range: new FileRange(file, (await file.stat()).size),
    disableAutoFetch: true,
    disableStream: true,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 100_000_000,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${packageFolder}cmaps/`,
    standardFontDataUrl: `${packageFolder}standard_fonts/`,
    wasmUrl: new URL('wasm/', `file://${packageFolder}`).href,
  });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
    await file.close();
  }
}

/** Gives pdfjs the parts of a file that it asks for, so that a large file needs no memory of its size. */
class FileRange extends PDFDataRangeTransport {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(size, null);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    const bytes = Buffer.alloc(end - begin);
    this.#file.read(bytes, 0, bytes.length, begin).then(
      ({ bytesRead }) => this.onDataRange(begin, new Uint8Array(bytes.subarray(0, bytesRead))),
      () => this.onDataRange(begin, null),
    );
  }
}
