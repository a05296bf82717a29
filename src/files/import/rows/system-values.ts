import { isObject } from '../../../descriptor/json-object.ts';
import { systemFields, type Stamps } from '../../../descriptor/descriptor.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { readCellTime } from '../../../fields/text/time-zone.ts';
import { fromSpreadsheetText } from '../../../fields/text/spreadsheet-text.ts';
import type { Cell } from '../../formats/table-rows.ts';
import type { ReadRow } from './row-reader.ts';

/** Reads `_id` or `_version` from the cell of a table, where they may be texts. */
export function fromCell(name: '_id' | '_version', cell: Cell): unknown {
  if (cell === null || cell === '' || cell instanceof Date) return cell;
  return name === '_id' ? fromSpreadsheetText(String(cell)).trim() : Number(cell);
}

export function addSystemField(read: ReadRow, name: '_id' | '_version', value: unknown): void {
  if (value === null || value === '') return;
  if (name === '_id') {
    if (isRecordId(value)) read.id = value;
    else read.problems.push(problem('V002', name, { expected: 'newId' }));
  } else if (Number.isSafeInteger(value)) read.version = value as number;
  else read.problems.push(problem('V017', name));
}

/** The version and stamps of a record in a backup, which tables contain as texts. */
export function readStamps(row: unknown, timeZone: string): Stamps | undefined {
  if (!isObject(row)) return undefined;
  const stamps = Object.fromEntries(
    systemFields.map((name) => {
      const value =
        row[name] instanceof Date ? readCellTime(row[name], timeZone).moment : row[name];
      return [name, value === '' ? null : (value ?? null)];
    }),
  );
  const isWhole =
    stamps['_id'] !== null && stamps['_version'] !== null && stamps['createdAt'] !== null;
  return isWhole ? (stamps as Stamps) : undefined;
}
