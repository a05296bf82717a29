import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { typeOfName } from '../../fields/files/file-endings.ts';
import { createEncodingDetector } from '../formats/detect-encoding.ts';
import type { Encoding } from '../formats/encodings.ts';
import { detectTextType } from './detect-text-type.ts';

/** Of a file that is neither known nor text. */
const UNKNOWN = 'application/octet-stream';

/** `charset` is that of a text that is not in UTF-8, by its name in the Encoding Standard. */
export type FoundType = { type: string; charset?: Encoding };

/**
 * The MIME type of a file by its content. Its name chooses only among texts that no browser runs, and says that bytes
 * of an old encoding are a text. A file of several types at once has the type of its first byte, where all readers that
 * matter begin.
 */
export async function detectType(path: string, name: string): Promise<FoundType> {
  const mime = (await fileTypeFromFile(path))?.mime.split(';')[0];
  if (mime === 'application/xml')
    return { type: detectTextType((await readText(path)) ?? (await readHead(path)), name) };
  // A picture, sound or film has bytes that no text has: what is only text has nothing of it but the first letters.
  if (mime !== undefined && !/^(image|audio|video|font)\//.test(mime)) return { type: mime };
  const text = await readText(path);
  if (text !== undefined) return { type: detectTextType(text, name) };
  if (mime !== undefined || !typeOfName(name)?.startsWith('text/'))
    return { type: mime ?? UNKNOWN };
  const charset = await detectEncoding(path);
  const old = await readText(path, charset);
  return old === undefined ? { type: UNKNOWN } : { type: detectTextType(old, name), charset };
}

/** The encoding of a text by all of its bytes. */
export async function detectEncoding(path: string): Promise<Encoding> {
  const detector = createEncodingDetector();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) detector.push(chunk);
  return detector.end().encoding;
}

/** The characters by which a text is judged. */
const HEAD = 65_536;
/**
 * What texts do not contain: binary data bytes (WHATWG MIME Sniffing, 3), and bytes without a meaning in their encoding,
 * which old ones decode as the second set of control characters.
 */
const control = /[\0-\x08\v\x0e-\x1a\x1c-\x1f]/;
const meaningless = /[\x80-\x9f]/;

/**
 * The beginning of a text, in UTF-8, UTF-16 with its mark, or an old encoding; undefined if any part of the file is not
 * text.
 */
async function readText(path: string, old?: Encoding): Promise<string | undefined> {
  let decoder: TextDecoder | undefined;
  let head = '';
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(old ?? encodingOf(chunk), { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (control.test(text) || (old && meaningless.test(text))) return undefined;
      if (head.length < HEAD) head += text.slice(0, HEAD - head.length);
    }
    return head + (decoder?.decode().slice(0, HEAD) ?? '');
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Of a text in another encoding; what marks its type is ASCII. */
async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
