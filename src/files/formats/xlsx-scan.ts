import { MAX_RECORD_BYTES } from './file-layout.ts';

/** What is too large in a part of a workbook, for a reader that builds texts and rows in memory. */
type Excess = 'text' | 'tag' | 'row';

/** The most bytes of text in a row, including formulas; a cell may have `MAX_RECORD_BYTES`. */
const MAX_ROW_BYTES = 16_000_000;
/** The most columns of a sheet (ECMA-376). */
const MAX_CELLS = 16_384;
/** Longer than any entity. A `&` that begins none is an ordinary character. */
const LONGEST_ENTITY = 10;
const CDATA = '![CDATA[';

/**
 * Scans the XML of a part while it is unpacked, and names the first thing in it that is
 * too large, before anything builds it: the text of a cell, a tag, a row. It recognises
 * tags, comments and texts as the reader does, which is more tolerant than XML.
 */
export function createXlsxScan(): (chunk: Uint8Array) => Excess | undefined {
  let state: 'text' | 'name' | 'tag' | 'quote' | 'special' = 'text';
  /** The size of the tag, or of anything else that begins with `<`. */
  let size = 0;
  /** The characters after `<!` or `<?`. */
  let head = '';
  /** The last letters of the tag name without its prefix, as one number, and their count. */
  let letters = 0;
  let length = 0;
  let isClosing = false;
  let quote = 0;
  let last = 0;
  let ender = '';
  let matched = 0;
  /** Bytes of text since the last tag, in the cell, and in the row; an entity counts as one. */
  let run = 0;
  let cell = 0;
  let row = 0;
  let cells = 0;
  let isInCell = false;
  let isInRow = false;
  /** Bytes of the entity so far; 0 outside of one. */
  let entity = 0;
  let excess: Excess | undefined;

  const count = (bytes: number): void => {
    run += bytes;
    if (isInCell) cell += bytes;
    if (isInRow) row += bytes;
    if (run > MAX_RECORD_BYTES || cell > MAX_RECORD_BYTES) excess ??= 'text';
    if (row > MAX_ROW_BYTES) excess ??= 'row';
  };

  const readText = (chunk: Uint8Array, from: number): number => {
    let at = from;
    let skipped = 0;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === LESS) break;
      if (entity > 0) {
        skipped++;
        entity = byte === SEMICOLON || entity >= LONGEST_ENTITY ? 0 : entity + 1;
      } else if (byte === AMPERSAND) entity = 1;
    }
    count(at - from - skipped);
    if (at === chunk.length) return at;
    state = 'name';
    isClosing = false;
    size = last = letters = length = 0;
    return at + 1;
  };

  const readTag = (chunk: Uint8Array, from: number): number => {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GREATER) break;
      else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    }
    size += at - from;
    if (size > MAX_RECORD_BYTES) excess ??= 'tag';
    if (at > from) last = chunk[at - 1]!;
    if (at === chunk.length) return at;
    endTag();
    return at + 1;
  };

  const endTag = (): void => {
    run = entity = quote = 0;
    state = 'text';
    const isOpen = !isClosing && last !== SLASH;
    if (length === 3 && letters === ROW) {
      isInRow = isOpen;
      row = cells = 0;
    } else if ((length === 1 && letters === C) || (length === 2 && letters === SI)) {
      isInCell = isOpen;
      cell = 0;
      if (isInRow && !isClosing && ++cells > MAX_CELLS) excess ??= 'row';
    }
  };

  const readName = (chunk: Uint8Array, from: number): number => {
    let at = from;
    for (; at < chunk.length && state === 'name'; at++) {
      const byte = chunk[at]!;
      if (byte === GREATER) {
        endTag();
      } else if (isBlank(byte) || byte === QUOTE || byte === APOSTROPHE) {
        if (!isBlank(byte)) quote = byte;
        state = 'tag';
      } else if (byte === SLASH) {
        if (length > 0) state = 'tag';
        else isClosing = true;
      } else if (length === 0 && (byte === EXCLAMATION || byte === QUESTION)) {
        head = '!';
        ender = byte === QUESTION ? '?>' : '>';
        matched = 0;
        state = 'special';
      } else if (byte === COLON) letters = length = 0;
      else {
        letters = ((letters << 8) | byte) & 0xffffff;
        length++;
      }
      last = byte;
    }
    size += at - from;
    if (size > MAX_RECORD_BYTES) excess ??= 'tag';
    return at;
  };

  /** A comment, a CDATA text, an instruction or a declaration: each has its own end. */
  const readSpecial = (byte: number): void => {
    if (++size > MAX_RECORD_BYTES) excess ??= 'tag';
    if (ender === '>' && head.length < CDATA.length && byte !== GREATER) {
      head += String.fromCharCode(byte);
      if (head === '!--') ender = '-->';
      else if (head === CDATA) ender = ']]>';
      return;
    }
    if (head === CDATA) count(1);
    const isRepeated = matched === 2 && byte === ender.charCodeAt(1);
    if (byte === ender.charCodeAt(matched)) matched++;
    else if (!isRepeated) matched = byte === ender.charCodeAt(0) ? 1 : 0;
    if (matched === ender.length) state = 'text';
  };

  return (chunk) => {
    for (let at = 0; at < chunk.length && excess === undefined;) {
      if (state === 'text') at = readText(chunk, at);
      else if (state === 'tag') at = readTag(chunk, at);
      else if (state === 'name') at = readName(chunk, at);
      else readSpecial(chunk[at++]!);
    }
    return excess;
  };
}

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const COLON = 0x3a;
/** The tag names `row`, `c` and `si` as numbers. */
const ROW = 0x726f77;
const C = 0x63;
const SI = 0x7369;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
