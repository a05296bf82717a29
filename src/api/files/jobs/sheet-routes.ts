import { SheetJobs, SheetSuggestions } from '../../../contract/sheets.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { onceRoute, type Route, route } from '../../http/route.ts';
import { addSheets, importSheets, listSheets, sheetsBody } from './sheets.ts';
import { suggestSheets } from './suggest-sheets.ts';

/** Imports of several sheets of a workbook, each into its collection. */
export function sheetRoutes(): Route[] {
  return [
    route('GET /api/jobs/:id/sheets', listSheets, 'user', () => ({
      operationId: 'jobSheets',
      summary: 'List the imports of the sheets of a workbook, in the order of their references',
      responses: { 200: json('The jobs.', SheetJobs) },
    })),
    onceRoute('POST /api/jobs/:id/sheets', addSheets, 'user', () => ({
      operationId: 'addJobSheets',
      summary: 'Import further sheets of a workbook, each into its collection',
      description:
        'Makes a job for each of them, with a copy of the file. The dry run of a sheet finds the records of the sheets before it, and starts again when their settings change.',
      requestBody: jsonBody(sheetsBody),
      responses: { 201: json('The jobs of all sheets.', SheetJobs) },
    })),
    route('GET /api/jobs/:id/sheets/suggestions', suggestSheets, 'user', () => ({
      operationId: 'suggestSheets',
      summary: 'Suggest a collection for each sheet of a workbook',
      responses: { 200: json('The sheets.', SheetSuggestions) },
    })),
    onceRoute('POST /api/jobs/:id/sheets/run', importSheets, 'user', () => ({
      operationId: 'importSheets',
      summary: 'Import all sheets of a workbook, one after the other',
      description:
        'Each sheet needs a finished dry run, whose settings it is imported with. Nothing is imported while the dry run of a sheet with `atomic` has failed rows or failed missing records. It stops at a sheet that fails. Call it again to go on.',
      responses: { 202: json('The jobs of all sheets.', SheetJobs) },
    })),
  ];
}
