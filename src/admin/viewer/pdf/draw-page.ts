import { RenderingCancelledException, type PageViewport, type PDFPageProxy } from 'pdfjs-dist';

/** Pixels of one canvas. Phones refuse larger ones, and ten of them would fill the memory. */
const LARGEST = 2 ** 24;

/**
 * Draws a page into an element. The previous picture of the page stays, stretched, until the new one is complete.
 * Returns a function that stops and frees the memory.
 */
export function drawPage(
  page: PDFPageProxy,
  viewport: PageViewport,
  element: HTMLElement,
  onFailed: () => void,
): () => void {
  const { width, height } = viewport;
  const density = Math.min(window.devicePixelRatio, Math.sqrt(LARGEST / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * density));
  canvas.height = Math.max(1, Math.floor(height * density));
  const task = page.render({
    canvas,
    viewport,
    transform: [canvas.width / width, 0, 0, canvas.height / height, 0, 0],
  });
  task.promise.then(
    () => {
      element.querySelectorAll('canvas').forEach(free);
      return element.replaceChildren(canvas);
    },
    (error: unknown) => {
      free(canvas);
      if (!(error instanceof RenderingCancelledException)) onFailed();
    },
  );
  return () => {
    task.cancel();
    // The next picture replaces this one, or the whole page goes.
    setTimeout(() => {
      if (!element.isConnected) element.querySelectorAll('canvas').forEach(free);
    });
  };
}

/** Browsers keep the pixels of a canvas that is gone until they collect garbage, some for minutes. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
