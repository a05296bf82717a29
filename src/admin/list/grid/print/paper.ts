import type { CSSProperties } from 'react';
import type { ContentWidths } from '../columns/content-width.ts';
import type { GridTable } from '../grid-table.ts';

/** Pixels between the margins of a sheet of A4; a sheet of US Letter is a little wider and less high. */
const UPRIGHT = 700;
const WIDE = 1000;

/** A long text wraps, so that it asks for no more than this. */
const MAX_PRINTED_LENGTH = 260;

/** Smaller text cannot be read on paper. */
const SMALLEST = 0.5;

/** How the grid is printed: upright or wide, and as small as its columns need. With still more columns, words break. */
export function toPaper({ columns }: GridTable, content: ContentWidths) {
  const widths = columns.map(({ field, width }) =>
    Math.min(MAX_PRINTED_LENGTH, content.get(field) || width),
  );
  const needed = widths.reduce((sum, width) => sum + width, 0);
  const isWide = needed > UPRIGHT * 1.1;
  const scale = Math.min(1, (isWide ? WIDE : UPRIGHT) / needed);
  return {
    'data-paper': isWide ? 'wide' : 'upright',
    'data-crowded': scale < SMALLEST || undefined,
    style: { '--paper-scale': Math.max(SMALLEST, scale) } as CSSProperties,
  };
}
