import type { Job } from '../../contract/jobs.ts';
import type { SheetSuggestions } from '../../contract/sheets.ts';
import { call } from '../client/http.ts';

type SheetChoice = { sheet: string; resource: string };

/** The imports of the sheets of a workbook, in the order of their references. */
export async function readSheets({ id }: Job, signal: AbortSignal): Promise<readonly Job[]> {
  return (await call<{ data: readonly Job[] }>(pathOf(id), { signal })).json.data;
}

export async function suggestSheets({ id }: Job, signal: AbortSignal) {
  return (await call<SheetSuggestions>(`${pathOf(id)}/suggestions`, { signal })).json.data;
}

export async function addSheets({ id }: Job, body: { sheet: string; sheets: SheetChoice[] }) {
  await call(pathOf(id), { method: 'POST', body });
}

export async function importSheets({ id }: Job): Promise<void> {
  await call(`${pathOf(id)}/run`, { method: 'POST' });
}

function pathOf(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}/sheets`;
}

/** The sheet that a job imports. */
export function sheetOf({ request, file }: Job): string {
  return request?.layout?.sheet ?? file.layout.sheet ?? file.name;
}
