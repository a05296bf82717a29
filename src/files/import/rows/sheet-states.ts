import { hasFailures } from '../import-summary.ts';

/** What is known of the import of a sheet of a workbook. */
type Sheet = {
  state: string;
  request: { dryRun?: boolean; atomic?: boolean; undo?: boolean } | null;
  summary: Parameters<typeof hasFailures>[0] | null;
};

const resumable: readonly string[] = ['interrupted', 'cancelled', 'failed'];

/** Whether the sheet is still to be imported. */
export function isSheetOpen({ state, request }: Sheet): boolean {
  return state !== 'done' && state !== 'undone' && request?.undo !== true;
}

/** Whether all rows of the sheet must succeed, and some, or missing records, failed in its dry run or its import. */
export function isSheetHeld({ state, request, summary }: Sheet): boolean {
  const hasEnded = state === 'rehearsed' || state === 'done';
  return hasEnded && request?.atomic === true && hasFailures(summary ?? {});
}

/** Whether the sheet can be imported: its dry run is done, or its import ended early and can be resumed. */
export function isSheetReady(sheet: Sheet): boolean {
  const { state, request } = sheet;
  if (!request || !isSheetOpen(sheet) || isSheetHeld(sheet)) return false;
  return request.dryRun === false ? resumable.includes(state) : state === 'rehearsed';
}
