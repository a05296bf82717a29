import { removeOldest } from '../require-entry.ts';
import { readableOn } from './readable-color.ts';
import { toBareSmiles } from './smiles.ts';

/** The look of a structure's picture; width and height are its most, in CSS pixels. */
export type Look = { width: number; height: number; dark: boolean };

export type Drawing = { url: string } | 'unreadable' | 'too large';

/** For longer texts the layout of atoms takes seconds, and nobody could read the picture. */
const MAX_LENGTH = 600;
const MAX_DRAWINGS = 500;

type Chemistry = typeof import('openchemlib');

let loading: Promise<Chemistry> | undefined;

/** The library is larger than the rest of the page, so it loads once, with the first structure shown. */
function loadChemistry(): Promise<Chemistry> {
  loading ??= import('openchemlib').catch((error: unknown) => {
    loading = undefined; // The connection may be back at the next try.
    throw error;
  });
  return loading;
}

const kept = new Map<string, Drawing>();

/** The picture, if it was drawn before. */
export function findDrawing(smiles: string, look: Look): Drawing | undefined {
  return kept.get(keyOf(smiles, look));
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Draws a structure as an SVG in a `data:` address. The page's policy allows it in an `<img>`, where nothing in it can
 * run. Draws one picture after the other with a pause between, so that a list of a hundred stays usable meanwhile.
 */
export async function drawStructure(
  smiles: string,
  look: Look,
  signal?: AbortSignal,
): Promise<Drawing> {
  const before = findDrawing(smiles, look);
  if (before !== undefined) return before;
  const chemistry = await loadChemistry();
  const mine = turn.then(async () => {
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    const drawing = findDrawing(smiles, look) ?? draw(chemistry, smiles, look);
    cacheDrawing(keyOf(smiles, look), drawing);
    return drawing;
  });
  turn = mine.catch(() => undefined);
  return mine;
}

function draw({ Molecule }: Chemistry, written: string, { width, height, dark }: Look): Drawing {
  const smiles = toBareSmiles(written);
  if (smiles.length > MAX_LENGTH) return 'too large';
  try {
    const molecule = Molecule.fromSmiles(smiles);
    if (molecule.getAllAtoms() === 0) return 'unreadable';
    const svg = molecule.toSVG(width, height, 's', {
      maxAVBL: 32,
      autoCrop: true,
      autoCropMargin: 4,
      suppressChiralText: true,
      suppressCIPParity: true,
      suppressESR: true,
    });
    return { url: `data:image/svg+xml,${encodeURIComponent(toPlainSvg(svg, dark))}` };
  } catch {
    // The library throws when it cannot make a molecule of the text.
    return 'unreadable';
  }
}

/** Removes the areas for the mouse and the style sheet, and makes colours readable on the background. */
function toPlainSvg(svg: string, dark: boolean): string {
  return svg
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/^.*class="event".*$/gm, '')
    .replace(
      '<svg ',
      '<svg font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round" ',
    )
    .replace(/rgb\((\d+),(\d+),(\d+)\)/g, (_, red: string, green: string, blue: string) =>
      readableOn(dark ? 'dark' : 'light', [Number(red), Number(green), Number(blue)]),
    )
    .replace(/\n\s*/g, '');
}

function cacheDrawing(key: string, drawing: Drawing): void {
  kept.set(key, drawing);
  if (kept.size > MAX_DRAWINGS) removeOldest(kept);
}

function keyOf(smiles: string, { width, height, dark }: Look): string {
  return `${width}x${height} ${dark} ${smiles}`;
}
