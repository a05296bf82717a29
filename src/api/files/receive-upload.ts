import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import {
  type KeptFile,
  MAX_FILE_BYTES,
  type ReceivedFile,
  saveFile,
  storeOnDisk,
} from '../../services/files/receive-file.ts';
import { isRefusal, refuse, type Refusal } from '../../services/refusal.ts';
import type { ApiServices } from '../api-services.ts';
import { isTooSlow, uploadLimitsOf, type UploadLimits } from '../http/upload-limits.ts';

/** An upload: its plain parts, and one file that is stored on disk until `remove`. */
export type Upload = ReceivedFile & { fields: ReadonlyMap<string, string> };

type UploadServices = Pick<ApiServices, 'blobs' | 'uploadLimits'>;

type ReceivedForm = KeptFile & Pick<Upload, 'fields'>;

/** The bytes around the file: names of parts, boundaries and the plain parts themselves. */
const MAX_OTHER_BYTES = 1_000_000;
const MAX_FIELD_BYTES = 100_000;

/**
 * Receives a multipart upload of one file and counts its bytes as they arrive. It is not collected in
 * memory, its declared length is not trusted, and a client that stops sending, or sends too slowly, is disconnected.
 */
export async function receiveUpload(
  request: Request,
  { blobs, ...services }: UploadServices,
): Promise<Upload | Refusal> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || request.body === null) {
    return refuse(problem('Q011', 'Content-Type', { expected: 'multipart/form-data' }));
  }
  const { body } = request;
  const limits = uploadLimitsOf(services);
  try {
    return await storeOnDisk<ReceivedForm, Refusal>(blobs.scratch, async (path) => {
      const upload = await receive(body, type, path, limits);
      return isRefusal(upload) ? { refused: upload } : { file: upload };
    });
  } catch (error) {
    if (error instanceof Stopped) return error.refusal;
    throw error;
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  type: string,
  path: string,
  limits: UploadLimits,
): Promise<ReceivedForm | Refusal> {
  const fields = new Map<string, string>();
  const problems: Problem[] = [];
  const files: Promise<KeptFile | Problem>[] = [];
  const { Busboy } = await import('@fastify/busboy');
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: {
      fileSize: MAX_FILE_BYTES,
      files: 1,
      fields: 20,
      parts: 21,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 20,
    },
    isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
  });
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) problems.push(problem('Q012', name, { max: MAX_FIELD_BYTES }));
    else if (fields.has(name)) problems.push(problem('Q004', name, { expected: 'oneValue' }));
    else fields.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    if (name !== 'file') {
      problems.push(problem('Q001', name));
      stream.resume();
    } else {
      const file = saveFile(stream, path, fileName);
      // Its error also ends the form, which is awaited first.
      file.catch(() => {});
      files.push(file);
    }
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(event, () => problems.push(problem('I017', '')));
  }
  await pipeline(Readable.fromWeb(body as WebStream), createGate(limits), parser).catch(
    (error: Error) => {
      if (error instanceof Stopped) throw error;
      throw new Stopped(refuse(problem('I016', '')));
    },
  );

  const file = files[0] === undefined ? problem('I006', 'file') : await files[0];
  if ('code' in file) problems.unshift(file);
  if (problems.length > 0) return refuse(problems);
  return { fields, ...(file as KeptFile) };
}

/** Ends the upload with a refusal. */
class Stopped extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('the upload was stopped');
    this.refusal = refusal;
  }
}

function createGate(limits: UploadLimits): Transform {
  let size = 0;
  const started = performance.now();
  const tooSlow = () => gate.destroy(new Stopped(refuse(problem('I015', ''))));
  const timer = setTimeout(tooSlow, limits.idle);
  const gate = new Transform({
    transform(chunk: Uint8Array, _encoding: string, done: TransformCallback) {
      timer.refresh();
      if (isTooSlow(limits, size, performance.now() - started)) return tooSlow();
      size += chunk.byteLength;
      if (size > MAX_FILE_BYTES + MAX_OTHER_BYTES)
        return done(new Stopped(refuse(problem('Q012', '', { max: MAX_FILE_BYTES }))));
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  return gate;
}
