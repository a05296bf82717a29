import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mayDo } from '../../descriptor/access.ts';
import type { Operation, Resource } from '../../descriptor/descriptor.ts';
import { importRecords } from '../../exchange/import-files.ts';
import { readFileHeader } from '../../exchange/files/read-file.ts';
import type { ImportMode } from '../../exchange/import-parts.ts';
import { problem } from '../../fields/problem.ts';
import { newId } from '../../store/records/new-id.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { parseImportRequest, type ImportRequest } from './import-request.ts';
import { noteImport } from './note-transfer.ts';
import { onlyOnce } from './only-once.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';

/** Takes a file in and answers what became of its rows. */
export async function receiveImport(
  call: UserCall,
  resource: Resource,
): Promise<Response | Refusal> {
  const upload = await receiveUpload(call.request);
  if (isRefusal(upload)) return upload;
  try {
    const parsed = parseImportRequest(resource, upload.fields, upload.layout);
    if ('problems' in parsed) return refuse(parsed.problems, { status: 400 });
    const refusal =
      refuseMode(call, resource, parsed.request.mode) ??
      refuseSheet(upload, parsed.request) ??
      (await refuseColumns(upload, parsed.request));
    if (refusal) return refusal;
    const answer = await onlyOnce(call, fingerprint(upload), () =>
      run(call, resource, upload, parsed.request),
    );
    return typeof answer === 'string' ? answerJson(call, 200, answer) : answer;
  } finally {
    await upload.remove();
  }
}

/** An import may do no more than the one who sends it may do record by record. */
const operationsOf: Record<ImportMode, readonly Operation[]> = {
  create: ['create'],
  update: ['update'],
  upsert: ['create', 'update'],
};

function refuseMode(call: UserCall, resource: Resource, mode: ImportMode): Refusal | undefined {
  const { descriptor, role } = call;
  const mayAll = operationsOf[mode].every((operation) =>
    mayDo(descriptor, role, resource, operation),
  );
  return mayAll ? undefined : refuse(problem('A006', 'mode', { role }));
}

function refuseSheet({ sheets }: Upload, { layout }: ImportRequest): Refusal | undefined {
  const { sheet } = layout;
  if (!sheets || sheet === undefined || sheets.includes(sheet)) return undefined;
  return refuse(problem('I028', 'sheet', { sheet, sheets: sheets.join(', ') }));
}

/** What is wrong with the names of a table's columns is wrong with all its rows. */
async function refuseColumns(upload: Upload, request: ImportRequest): Promise<Refusal | undefined> {
  const header = await readFileHeader(() => createReadStream(upload.path), request.layout);
  return header && 'problems' in header ? refuse(header.problems) : undefined;
}

async function run(
  call: UserCall,
  resource: Resource,
  upload: Upload,
  { dryRun, atomic, ...options }: ImportRequest,
): Promise<string> {
  const { descriptor, role, user, request } = call;
  const rowsOf = call.restriction?.rowsOf;
  const by = { userId: user._id };
  const parts = { target: call.parts.store, descriptor, role, by, rowsOf, newId };
  const open = () => createReadStream(upload.path);
  const terms = { dryRun, atomic, signal: request.signal };
  const what = { resource: resource.name, file: upload.name, mode: options.mode };
  try {
    const summary = await importRecords(parts, { resource, open, options }, terms);
    if (!dryRun) await noteImport(call, what, summary);
    return JSON.stringify(summary);
  } catch (error) {
    // Some of its batches may be in.
    if (!dryRun && !atomic) await noteImport(call, what, undefined);
    throw error;
  }
}

function fingerprint({ hash, fields }: Upload): string {
  const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(hash).update(JSON.stringify(sorted)).digest('hex');
}
