import type { Job } from '../../contract/jobs.ts';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { EarlierFile } from '../../files/import/import-parts.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { orderByReferences } from '../../files/import/plan/reference-order.ts';
import { isSheetOpen } from '../../files/import/rows/sheet-states.ts';
import type { QueryRunner } from '../../store/store.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import { listSheetJobs } from '../../store/system/jobs/sheet-jobs.ts';
import type { Acting } from '../acting.ts';
import { rowId } from '../row-id.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { checkImport } from './check-import.ts';

/** The imports of the sheets of a workbook that the caller may see, in the order in which they are imported. */
export async function sheetsOf(
  call: Acting,
  job: Job,
  sql: QueryRunner = call.services.database,
): Promise<FoundJob[]> {
  const { descriptor, role, user, key } = call;
  const all = job.workbook === null ? [job] : await listSheetJobs(sql, job.workbook);
  const own = all.filter(
    (one) => one.createdBy === job.createdBy && (key === undefined || one.apiKey === key.id),
  );
  const jobs = own.flatMap((one): FoundJob[] => {
    const resource = descriptor.resources.get(one.resource);
    const may = resource && mayDo(descriptor, role, resource, 'import');
    return resource && may && user ? [{ job: one, resource }] : [];
  });
  return inOrder(descriptor, jobs);
}

/** Referenced collections first; sheets of the same collection in the order in which they were chosen. */
function inOrder(descriptor: Descriptor, jobs: readonly FoundJob[]): FoundJob[] {
  const order = orderByReferences(
    descriptor,
    jobs.map(({ resource }) => resource),
  );
  return order.flatMap((resource) =>
    jobs
      .filter((one) => one.resource === resource)
      .toSorted((one, other) => (one.job.id < other.job.id ? -1 : 1)),
  );
}

/**
 * The sheets of the same workbook that are imported before a job and are not in yet, for its dry run: rows may refer to
 * their records. A sheet that nobody has set up is left out.
 */
export async function earlierSheets(call: Acting, job: Job): Promise<EarlierFile[]> {
  if (job.workbook === null) return [];
  const sheets = await sheetsOf(call, job);
  const at = sheets.findIndex((one) => one.job.id === job.id);
  return sheets.slice(0, Math.max(at, 0)).flatMap(({ job: one, resource }): EarlierFile[] => {
    const { id, request, file } = one;
    if (!request || !isSheetOpen(one)) return [];
    const paths = findFilePaths(call, resource);
    const checked = checkImport({ resource, paths, detected: file.layout }, request);
    if ('problems' in checked) return [];
    const { dryRun: _, atomic: __, ...options } = checked.request;
    const open = () => readJobFile(call.services, id);
    return [{ file: { resource, open, options }, newId: (row) => rowId(id, row) }];
  });
}

/**
 * The sheets of the same workbook whose dry run began before that of a sheet that they may refer to: with other settings,
 * or none, it had other records.
 */
export async function outdatedSheets(call: Acting, job: Job): Promise<FoundJob[]> {
  if (job.workbook === null) return [];
  const sheets = await sheetsOf(call, job);
  return sheets.filter(
    ({ job: { state, startedAt } }, at) =>
      state === 'rehearsed' &&
      sheets.slice(0, at).some(({ job: one }) => isTrial(one) && one.startedAt! > startedAt!),
  );
}

function isTrial({ request, startedAt }: Job): boolean {
  return request?.dryRun === true && startedAt !== null;
}

/** The sheet that a job imports. */
export function sheetOf({ request, file }: Job): string {
  return request?.layout?.sheet ?? file.layout.sheet ?? file.name;
}
