import { type WordSample, type DetectedEncoding, guessEncoding } from './guess-encoding.ts';
import type { Encoding } from './encodings.ts';

/**
 * Detects the encoding of a file from all its bytes. A byte order mark names it. Valid UTF-8
 * is UTF-8, because hardly any other text is valid by chance (RFC 3629). Zeros in every other
 * byte mean UTF-16. Otherwise each character has one byte, and the words show which one it is,
 * unless most of the text is UTF-8: then single bytes of it are wrong.
 */
export function createEncodingDetector() {
  const head: number[] = [];
  const zeros = { even: 0, odd: 0 };
  const utf8 = createUtf8Scan();
  const words = createWordSample();
  let size = 0;

  return {
    push(chunk: Uint8Array): void {
      if (head.length < 3) head.push(...chunk.subarray(0, 3 - head.length));
      for (let at = 0; at < chunk.length && size + at < SAMPLE; at++) {
        if (chunk[at] === 0) zeros[(size + at) % 2 === 0 ? 'even' : 'odd']++;
      }
      size += chunk.length;
      utf8.push(chunk);
      if (utf8.stray()) words.push(chunk);
    },
    end(): DetectedEncoding {
      const { stray, isMost } = utf8.end();
      const marked = markedEncoding();
      if (marked && marked !== 'utf-8') return { encoding: marked, confidence: 'sure' };
      if (!stray) return { encoding: 'utf-8', confidence: 'sure' };
      if (marked || isMost) return { encoding: 'utf-8', confidence: 'sure', stray };
      return guessEncoding(words.end());
    },
  };

  function markedEncoding(): Encoding | undefined {
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
    const pairs = Math.min(size, SAMPLE) / 2;
    if (zeros.odd > pairs / 2 && zeros.even < pairs / 10) return 'utf-16le';
    if (zeros.even > pairs / 2 && zeros.odd < pairs / 10) return 'utf-16be';
    return undefined;
  }
}

const SAMPLE = 65_536;

/** Counts the characters of several bytes in UTF-8 and the bytes that are none (RFC 3629, section 4). */
function createUtf8Scan() {
  let line = 1;
  let valid = 0;
  let wrong = 0;
  let stray: DetectedEncoding['stray'];
  /** The bytes that the current character still needs, its first byte, and the range of the next one. */
  let needed = 0;
  let lead = 0;
  let low = 0x80;
  let high = 0xbf;

  const fail = (byte: number): void => {
    wrong++;
    needed = 0;
    stray ??= { line, byte };
  };
  const begin = (byte: number): void => {
    if (byte < 0xc2 || byte > 0xf4) {
      fail(byte);
      return;
    }
    lead = byte;
    needed = 1 + Number(byte >= 0xe0) + Number(byte >= 0xf0);
    ({ low = 0x80, high = 0xbf } = SECOND_BYTES[byte] ?? {});
  };
  return {
    stray: () => stray,
    push(chunk: Uint8Array): void {
      for (const byte of chunk) {
        if (needed > 0) {
          if (byte >= low && byte <= high) {
            low = 0x80;
            high = 0xbf;
            if (--needed === 0) valid++;
            continue;
          }
          fail(lead);
        }
        if (byte > 0x7f) begin(byte);
        else if (byte === 0x0a) line++;
      }
    },
    end() {
      if (needed > 0) fail(lead);
      return { stray, isMost: valid > wrong };
    },
  };
}

/** The bounds of the second byte behind those first bytes that allow less than 80 to BF (Unicode, table 3-7). */
const SECOND_BYTES: Readonly<Record<number, { low?: number; high?: number }>> = {
  0xe0: { low: 0xa0 },
  0xed: { high: 0x9f },
  0xf0: { low: 0x90 },
  0xf4: { high: 0x8f },
};

/** The most different words of a sample, the longest word, and what is kept on either side of it. */
const MOST_WORDS = 5_000;
const MAX_WORD_BYTES = 40;
const AROUND = 4;
const OTHER = '?'.charCodeAt(0);

function createWordSample() {
  const words = new Set<string>();
  const seen = new Uint8Array(256);
  let rest: Uint8Array = new Uint8Array();
  /** How many bytes of the rest are only the surroundings of what follows. */
  let before = 0;

  const read = (bytes: Uint8Array, end: number): void => {
    for (let at = before; at < end; at++) {
      if ((bytes[at] ?? 0) < 0x80) continue;
      let from = at;
      while (at - from < MAX_WORD_BYTES && isOfWord(bytes[from - 1])) from--;
      let to = at + 1;
      while (to - at < MAX_WORD_BYTES && isOfWord(bytes[to])) to++;
      for (const byte of bytes.subarray(at, to)) seen[byte] = 1;
      if (words.size < MOST_WORDS) {
        const around = bytes.slice(Math.max(0, from - AROUND), to + AROUND);
        // Characters beyond ASCII around the word are words of their own.
        const start = Math.min(from, AROUND);
        const isWord = (_: number, one: number) => one >= start && one < start + to - from;
        const own = around.map((byte, one) => (byte < 0x80 || isWord(byte, one) ? byte : OTHER));
        words.add(String.fromCharCode(...own));
      }
      at = to - 1;
    }
  };
  return {
    push(chunk: Uint8Array): void {
      const bytes = new Uint8Array(rest.length + chunk.length);
      bytes.set(rest);
      bytes.set(chunk, rest.length);
      // A word at the end may go on in the next chunk.
      let end = Math.max(before, bytes.length - AROUND);
      while (end > before && end > bytes.length - MAX_WORD_BYTES && isOfWord(bytes[end - 1])) end--;
      read(bytes, end);
      before = Math.min(end, MAX_WORD_BYTES);
      rest = bytes.slice(end - before);
    },
    end(): WordSample {
      read(rest, rest.length);
      const bytes = new Set(Array.from(seen.keys()).filter((byte) => byte > 0x7f && seen[byte]));
      return { words, bytes };
    },
  };
}

/** Nothing before the first byte and behind the last one is of a word. */
function isOfWord(byte = 0): boolean {
  return byte > 0x7f || (byte > 0x40 && byte < 0x5b) || (byte > 0x60 && byte < 0x7b);
}
