import type { CSSProperties } from 'react';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { ContentWidths } from '../columns/content-width.ts';
import { isBehind, type GridTable } from '../grid-table.ts';

/** Pixels between the margins of a sheet of A4; a sheet of US Letter is a little wider and less high. */
const UPRIGHT = 700;
const WIDE = 1000;

/** A long text wraps, so that it asks for no more than this. */
const MAX_PRINTED_LENGTH = 260;

/** The title of another record ends in `…` there, because its own page has it whole, and a sheet has room for more rows. */
const MAX_PRINTED_TITLE = 200;

/** Smaller text cannot be read on paper. */
const SMALLEST = 0.5;

/** How the grid is printed: upright or wide, and as small as its columns need. With still more columns, words break. */
export function toPaper({ columns }: GridTable, content: ContentWidths, resource: Resource) {
  const widths = columns.map(({ field, width }) =>
    Math.min(
      isOneLine(resource, field) ? MAX_PRINTED_TITLE : MAX_PRINTED_LENGTH,
      content.get(field) || width,
    ),
  );
  const needed = widths.reduce((sum, width) => sum + width, 0);
  const isWide = needed > UPRIGHT * 1.1;
  const scale = Math.min(1, (isWide ? WIDE : UPRIGHT) / needed);
  return {
    'data-paper': isWide ? 'wide' : 'upright',
    'data-crowded': scale < SMALLEST || undefined,
    style: {
      '--paper-scale': Math.max(SMALLEST, scale),
      '--paper-title': `${MAX_PRINTED_TITLE}px`,
    } as CSSProperties,
  };
}

/** Whether a column has one value of another record, or names one, and is printed as one line. */
export function isOneLine(resource: Resource, field: Field): boolean {
  return isBehind(resource, field) && field.kind.column(field.settings).many !== true;
}
