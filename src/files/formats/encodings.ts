/** The encodings in which offices send files. A byte order mark or the bytes themselves show which one it is. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
] as const;
export type Encoding = (typeof encodings)[number];

/** Thrown for bytes that are invalid in the encoding, because nothing may be replaced silently. */
export class WrongEncoding extends Error {
  readonly encoding: Encoding;

  constructor(encoding: Encoding, cause: unknown) {
    super(`the file is not encoded as ${encoding}`, { cause });
    this.encoding = encoding;
  }
}

/** Converts a text to UTF-8 without a byte order mark. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>, encoding: Encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new WrongEncoding(encoding, error);
    }
  };
  for await (const chunk of chunks) yield encoder.encode(decode(chunk));
  yield encoder.encode(decode());
}
