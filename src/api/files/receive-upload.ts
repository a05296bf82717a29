import { Busboy } from '@fastify/busboy';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFileScan } from '../../files/formats/file-scan.ts';
import type { Confidence } from '../../files/formats/guess-encoding.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { toStorable } from '../../fields/text/storable-text.ts';
import { isRefusal, refuse, type Refusal } from '../../services/refusal.ts';
import { isTooSlow, type UploadLimits } from '../http/upload-limits.ts';
import { endScan, type ScannedFile } from './scan-stored.ts';
import type { OpenedZip } from '../../services/files/read-zip.ts';
import { isZip, openZipped, removeZipped, tablePath } from './zip/open-zipped.ts';

/** An upload: its plain parts, and one file that is stored on disk until `remove`. */
export type Upload = {
  fields: ReadonlyMap<string, string>;
  /** The file of records. */
  path: string;
  /** The file name that the sender gave. */
  name: string;
  /** SHA-256 of the file. */
  hash: string;
  /** How to read the file, judging by its name and content. */
  layout: FileLayout;
  /** The confidence in the encoding of a text. */
  confidence?: Confidence | undefined;
  /** The sheets of a workbook. */
  sheets?: readonly string[];
  /** A ZIP with the file of records, which was taken out of it, and with the files that its rows name. */
  zip?: OpenedZip;
  remove(): Promise<void>;
};

const MAX_FILE_BYTES = 2_000_000_000;
/** The bytes around the file: names of parts, boundaries and the plain parts themselves. */
const MAX_OTHER_BYTES = 1_000_000;
const MAX_FIELD_BYTES = 100_000;

/**
 * Receives a multipart upload of one file and counts its bytes as they arrive. It is not collected in
 * memory, its declared length is not trusted, and a client that stops sending, or sends too slowly, is disconnected.
 */
export async function receiveUpload(
  request: Request,
  limits: UploadLimits,
): Promise<Upload | Refusal> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || request.body === null) {
    return refuse(problem('Q011', 'Content-Type', { expected: 'multipart/form-data' }));
  }
  const path = join(tmpdir(), `backoffice-import-${randomUUID()}`);
  const remove = () => removeZipped(path);
  try {
    const upload = await receive(request.body, type, path, limits);
    if (isRefusal(upload)) await remove();
    if (isRefusal(upload)) return upload;
    const { zip } = upload;
    const end = async () => {
      zip?.close();
      await remove();
    };
    return { ...upload, path: zip ? tablePath(path) : path, remove: end };
  } catch (error) {
    await remove();
    if (error instanceof Stopped) return error.refusal;
    throw error;
  }
}

/** Takes a file that is not uploaded but lies in a folder of the server, by the same limits. */
export async function receiveStored(
  stream: Readable,
  { name, size }: { name: string; size: number },
): Promise<Upload | Problem> {
  if (size > MAX_FILE_BYTES) return problem('Q012', 'file', { max: MAX_FILE_BYTES });
  const path = join(tmpdir(), `backoffice-import-${randomUUID()}`);
  const remove = () => removeZipped(path);
  try {
    const file = await saveFile(stream, path, name);
    if ('code' in file) {
      await remove();
      return file;
    }
    const { zip } = file;
    const end = async () => {
      zip?.close();
      await remove();
    };
    return { ...file, fields: new Map(), path: zip ? tablePath(path) : path, remove: end };
  } catch (error) {
    await remove();
    throw error;
  }
}

type KeptFile = Pick<Upload, 'name' | 'hash' | 'zip'> & ScannedFile;

async function receive(
  body: ReadableStream<Uint8Array>,
  type: string,
  path: string,
  limits: UploadLimits,
): Promise<(KeptFile & Pick<Upload, 'fields'>) | Refusal> {
  const fields = new Map<string, string>();
  const problems: Problem[] = [];
  const files: Promise<KeptFile | Problem>[] = [];
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
  await pipeline(Readable.fromWeb(body as never), createGate(limits), parser).catch(
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

/** Writes the file while scanning it, so that a broken one is found before the import starts. */
async function saveFile(
  stream: Readable & { truncated?: boolean },
  path: string,
  // A part may have no name of a file.
  given: string | undefined,
): Promise<KeptFile | Problem> {
  const name = toStorable(given ?? '');
  const hash = createHash('sha256');
  const scan = createFileScan(name);
  let size = 0;
  // Each byte is looked at, for many uploads at a time.
  async function* scanEach(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await yieldToEventLoop();
      size += chunk.length;
      hash.update(chunk);
      scan.push(chunk);
      yield chunk;
    }
  }
  await pipeline(stream, scanEach, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  if (stream.truncated) return problem('Q012', 'file', { max: MAX_FILE_BYTES });
  const kept = { name, hash: hash.digest('hex') };
  if (isZip(name)) {
    const opened = await openZipped(path, size);
    return 'code' in opened ? opened : { ...kept, ...opened };
  }
  const scanned = await endScan(scan, path);
  return 'code' in scanned ? scanned : { ...kept, ...scanned };
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
      if (size <= MAX_FILE_BYTES + MAX_OTHER_BYTES) done(null, chunk);
      else done(new Stopped(refuse(problem('Q012', '', { max: MAX_FILE_BYTES }))));
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  return gate;
}
