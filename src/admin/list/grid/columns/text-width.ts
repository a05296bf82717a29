/** An average character, where nothing can be measured. */
const CHARACTER = 7.4;

/** Characters that are measured: longer texts are cut in every list. */
const MAX_MEASURED_LENGTH = 200;

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** The width in pixels of a text in a cell of the grid, or of a name in its head. */
export function textWidth(text: string, weight: 'normal' | 'bold' = 'normal'): number {
  canvas ??=
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return Math.min(text.length, MAX_MEASURED_LENGTH) * CHARACTER;
  const style = getComputedStyle(document.documentElement);
  const size = (Number.parseFloat(style.fontSize) || 16) * IN_GRID;
  canvas.font = `${weight === 'bold' ? 650 : 400} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text.slice(0, MAX_MEASURED_LENGTH)).width;
}

/** The size of the text in the grid, in `rem` (`grid.css`). */
const IN_GRID = 0.84375;
