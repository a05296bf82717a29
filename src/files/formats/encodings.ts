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

/**
 * Detects the encoding of a file from all its bytes. A byte order mark names it. Valid UTF-8
 * is UTF-8, because hardly any other text is valid by chance (RFC 3629). Zeros in every other
 * byte mean UTF-16. Otherwise each character has one byte, and the encoding is guessed.
 */
export function createEncodingDetector() {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const head: number[] = [];
  let isUtf8 = true;
  let size = 0;
  const odd = new Uint8Array(SAMPLE);
  let oddSize = 0;
  const zeros = { even: 0, odd: 0 };

  const check = (decode: () => string): void => {
    if (!isUtf8) return;
    try {
      decode();
    } catch {
      isUtf8 = false;
    }
  };
  return {
    push(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length && size + at < SAMPLE; at++) {
        if (head.length < 3) head.push(chunk[at]!);
        if (chunk[at] === 0) zeros[(size + at) % 2 === 0 ? 'even' : 'odd']++;
      }
      size += chunk.length;
      check(() => utf8.decode(chunk, { stream: true }));
      if (isUtf8 || oddSize === SAMPLE) return;
      const part = chunk.subarray(0, SAMPLE - oddSize);
      odd.set(part, oddSize);
      oddSize += part.length;
    },
    end(): { encoding: Encoding; confidence: Confidence } {
      check(() => utf8.decode());
      const told = toldEncoding();
      if (told) return { encoding: told, confidence: 'sure' };
      return guessEncoding(odd.subarray(0, oddSize));
    },
  };

  function toldEncoding(): Encoding | undefined {
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
    const pairs = Math.min(size, SAMPLE) / 2;
    if (zeros.odd > pairs / 2 && zeros.even < pairs / 10) return 'utf-16le';
    if (zeros.even > pairs / 2 && zeros.odd < pairs / 10) return 'utf-16be';
    return isUtf8 ? 'utf-8' : undefined;
  }
}

const SAMPLE = 65_536;

/** `sure`: the bytes determine the encoding; `likely`: the text reads well; `weak`: others read equally well. */
export type Confidence = 'sure' | 'likely' | 'weak';

/**
 * Guesses the encoding of a text with one byte per character: the one in which its words
 * look most like words. The sample begins where the bytes were found not to be UTF-8.
 */
function guessEncoding(sample: Uint8Array): { encoding: Encoding; confidence: Confidence } {
  const scored = Object.entries(expected).map(([name, letters]) => {
    const text = new TextDecoder(name).decode(sample);
    return { encoding: name as Encoding, text, score: scoreOf(text, letters) };
  });
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
  if (best.score <= 0) return { encoding: 'windows-1252', confidence: 'weak' };
  // Encodings that give the same text are not alternatives.
  const others = scored.filter(({ text }) => text !== best.text).map(({ score }) => score);
  const isClear = best.score > Math.max(0, ...others) * 1.2;
  return { encoding: best.encoding, confidence: isClear ? 'likely' : 'weak' };
}

const western = 'äöüßéèêëàâçñøåæœóòíìúùáîïôûõãýÿÄÖÜÉÈÀÇÑØÅÆÓÁ';
const central = 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßôľĺŕőűăâîşţđŁŚŻŹĆČŘŠŽÁÉÍÓÖÚÜĐŐŰ';
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const greek = 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ';

/**
 * Letters of the languages written in each encoding. If two encodings give the same text, the first wins.
 * Special Latin letters stand between plain ones; in other scripts nearly all letters are lower case.
 */
const expected: Partial<Record<Encoding, string>> = {
  'windows-1252': western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  'iso-8859-5': cyrillic,
  'windows-1253': greek,
  'iso-8859-7': greek,
};

function scoreOf(text: string, letters: string): number {
  const isLatin = /[a-z]/i.test(letters.normalize('NFKD'));
  let score = 0;
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const signs = [...word];
    const others = signs.filter((sign) => sign > '\u007f');
    const plain = signs.length - others.length;
    const isLikely = isLatin ? others.length <= plain + 1 : plain === 0;
    for (const sign of others) {
      const isOwn = letters.includes(sign);
      const isCapital = !isOwn && letters.includes(sign.toLowerCase());
      if (!isLikely || (!isOwn && !isCapital)) score -= 1;
      else if (isOwn) score += 1;
      else score += sign === signs[0] ? 0.9 : -0.5;
    }
  }
  // Control characters and symbols do not occur between letters.
  return (
    score -
    2 *
      (text.match(/[\u0080-\u009f\ufffd]|\p{L}[^\p{ASCII}\p{L}\p{M}\p{P}\p{Z}]+\p{L}/gu)?.length ??
        0)
  );
}
