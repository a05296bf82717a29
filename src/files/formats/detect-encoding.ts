import { guessEncoding, type Confidence } from './guess-encoding.ts';
import type { Encoding } from './to-utf8.ts';

/**
 * Finds out, over all bytes of a file, in which encoding it can be: what has a
 * byte order mark says so; what is valid UTF-8 is UTF-8, for hardly anything else
 * is by chance (RFC 3629); zeros in every other byte are UTF-16; the rest has one byte per character, and is guessed.
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
