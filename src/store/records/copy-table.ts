import type { Resource } from '../../descriptor/descriptor.ts';
import { OWN } from '../schema/place.ts';
import { quoteText } from '../connection/sql.ts';
import type { CopyCsv } from '../store.ts';
import type { Copy } from './copy-records.ts';
import { toCells } from './csv-cells.ts';
import { createLineWriter } from '../wire/csv-line.ts';
import type { RecordJsonOptions } from '../schema/record-json.ts';

/**
 * Lines of CSV which nobody here reads but for the signs that count in them. Undefined where some types write
 * their values in a way of their own.
 */
export function copyTable(
  resource: Resource,
  source: string,
  { names, delimiter }: CopyCsv,
  writing: RecordJsonOptions,
): Copy | undefined {
  const cells = toCells(resource, names, writing);
  if (cells === undefined) return undefined;
  return {
    select: `select ${cells.map(({ sql }) => sql).join(', ')} from ${source} ${OWN}`,
    as: `format csv, delimiter ${quoteText(delimiter)}`,
    writeLine: createLineWriter(
      cells.map(({ kind }) => kind),
      delimiter,
    ),
  };
}
