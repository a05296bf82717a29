import { describe, expect, it } from 'vitest';
import { drawStructure, findDrawing, type Look } from '../../src/fields/chemistry/drawing.ui.ts';

const look: Look = { width: 200, height: 100, dark: false };
const phenol = 'Oc1ccccc1';

describe('the picture of a structure', () => {
  it('is an SVG without a style sheet, at a URL of its own', async () => {
    const drawing = await drawStructure(phenol, look);

    if (typeof drawing === 'string') throw new Error(drawing);
    const svg = decodeURIComponent(drawing.url.replace('data:image/svg+xml,', ''));
    expect(svg).toMatch(/^<svg font-family="sans-serif"/);
    expect(svg).not.toMatch(/<style|class="event"/);
  });

  it('is cached for each theme', async () => {
    const drawing = await drawStructure(phenol, look);
    const dark = { ...look, dark: true };

    expect(findDrawing(phenol, dark)).toBeUndefined();
    expect(findDrawing(phenol, look)).toBe(drawing);
    expect(await drawStructure(phenol, dark)).not.toEqual(drawing);
  });

  it.each([
    ['a text that is no SMILES', 'Q', 'unreadable'],
    ['no atoms', ' ', 'unreadable'],
    ['more atoms than anybody could tell apart', 'C'.repeat(601), 'too large'],
  ])('does not exist for %s', async (_, smiles, reason) => {
    expect(await drawStructure(smiles, look)).toBe(reason);
  });

  it('is skipped if nobody waits for it any more, and the next one is drawn', async () => {
    const leaving = new AbortController();
    leaving.abort();

    const [left, next] = await Promise.allSettled([
      drawStructure('CCO', look, leaving.signal),
      drawStructure('CCN', look),
    ]);

    expect(left.status).toBe('rejected');
    expect(findDrawing('CCO', look)).toBeUndefined();
    expect(next).toMatchObject({ value: { url: expect.stringContaining('svg') } });
  });
});
