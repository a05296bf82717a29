import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Resource } from '../../descriptor/descriptor.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { importRecords } from '../../files/import/import-files.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import { importAs } from '../../services/import/import-as.ts';
import { withLongWorkStore, type UserCall } from '../http/call.ts';
import { actorOf, momentOf } from '../../services/acting.ts';
import { auditImport } from '../../services/import/end-import.ts';
import { rowId } from '../../services/row-id.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import { runnerOf } from '../../services/jobs/job-runner.ts';
import { onlyOnce } from '../http/only-once.ts';
import { checkImport, type ImportRequest } from '../../services/import/check-import.ts';
import { readTexts } from '../../services/import/read-texts.ts';
import { refuseImport } from '../../services/import/refuse-import.ts';
import { uploadLimitsOf } from '../http/upload-limits.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';
import { createZipFiles } from '../../services/files/zip-files.ts';
import { createProgressReporter } from '../../services/jobs/progress.ts';

/** Imports a file and responds with the result of its rows. */
export function receiveImport(call: UserCall, resource: Resource): Promise<Reply> {
  return limitUpload(call, () => importUpload(call, resource));
}

async function importUpload(ordinary: UserCall, resource: Resource): Promise<Reply> {
  const started = await withLongWorkStore(ordinary, 'import');
  const upload = await receiveUpload(started.request, uploadLimitsOf(started.services));
  if (isRefusal(upload)) return upload;
  const set = { way: 'import', resource: resource.name, detail: { file: upload.name } } as const;
  try {
    const call = await asChangeSet(started, set);
    const parsed = readTexts(upload.fields);
    const paths = findFilePaths(call, resource);
    const checked = checkImport({ resource, paths, detected: upload.layout }, parsed.settings);
    const problems = 'problems' in checked ? checked.problems : [];
    if (!('request' in checked) || parsed.problems.length > 0)
      return refuse([...parsed.problems, ...problems], { status: 400 });
    const refusal = await refuseImport(call, resource, checked.request, {
      sheets: upload.sheets,
      open: () => createReadStream(upload.path),
    });
    if (refusal) return refusal;
    const answer = await onlyOnce(call, fingerprint(upload), (_keep, id) =>
      run(call, resource, upload, { ...checked.request, id }),
    );
    return typeof answer === 'string' ? answerJson(call, 200, answer) : answer;
  } finally {
    await upload.remove();
  }
}

async function run(
  call: UserCall,
  resource: Resource,
  upload: Upload,
  { dryRun, atomic, id, ...options }: ImportRequest & { id: string | undefined },
): Promise<string> {
  const { descriptor, role, request, restriction } = call;
  const { store, database } = call.services;
  const by = actorOf(call);
  const who = { by, descriptor, role, moment: momentOf(call), rowsOf: restriction?.rowsOf };
  const idOf = id === undefined ? undefined : (row: number) => rowId(id, row);
  const services = importAs({ ...who, store, database, paths: call.services, idOf });
  const open = () => createReadStream(upload.path);
  const zipped = upload.zip && createZipFiles(upload.zip, { services: call.services, by, dryRun });
  const progress = createProgressReporter(call, { id: call.requestId, resource: resource.name });
  const terms = {
    dryRun,
    atomic,
    signal: AbortSignal.any([request.signal, runnerOf(database).stopping]),
    observe: progress.observe,
    isRepeatable: id !== undefined,
  };
  const what = { resource: resource.name, file: upload.name, mode: options.mode };
  try {
    const summary = await importRecords(
      { ...services, isComing: zipped?.isComing },
      { resource, open, options, files: zipped },
      terms,
    );
    if (zipped) summary.unusedFiles = zipped.unused();
    if (!dryRun) await auditImport(call, what, summary);
    progress.say(dryRun ? 'rehearsed' : 'done');
    return JSON.stringify(summary);
  } catch (error) {
    // Some batches may have been stored.
    if (!dryRun && !atomic) await auditImport(call, what, undefined);
    progress.say('failed');
    throw error;
  }
}

function fingerprint({ hash, fields }: Upload): string {
  const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(hash).update(JSON.stringify(sorted)).digest('hex');
}
