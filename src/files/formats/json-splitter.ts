import { problem, type Problem } from '../../fields/problems/problem.ts';
import { MAX_RECORD_BYTES } from './file-layout.ts';
import { createListWalk, EACH_MEMBER, WHOLE_OBJECT } from './json-lists.ts';

/** A record's bytes, valid until the next `push`, or the problem in its place. `fatal`: no more can be read. */
export type SplitRecord = { bytes: Uint8Array } | { problem: Problem; fatal: boolean };

/**
 * Splits a JSON array, a JSON object at `path`, or NDJSON (one object per line), into records as it
 * arrives, so that a file of any size needs the memory of one record. It looks only at brackets and quotes; the parser
 * of a record checks the rest. An empty file is NDJSON without records, but not JSON.
 */
export function createJsonSplitter({ mayBeEmpty, path }: SplitOptions) {
  let rest: Uint8Array = new Uint8Array();
  let cut: Cut | undefined;
  let isFirst = true;

  function read(chunk: Uint8Array, atEnd: boolean): SplitRecord[] {
    let bytes = rest.length === 0 ? chunk : join(rest, chunk);
    if (isFirst) {
      if (bytes.length < 3 && !atEnd) return withRest(bytes, []);
      isFirst = false;
      bytes = withoutMark(bytes);
    }
    if (!cut) {
      const start = skipBlanks(bytes, 0);
      const first = bytes[start];
      if (first === undefined && !atEnd) return withRest(bytes.subarray(start), []);
      if (first === undefined) return mayBeEmpty ? [] : [broken(problem('I007', ''))];
      const chosen = chooseCut(first, path);
      if (typeof chosen !== 'function') return [broken(chosen)];
      cut = chosen;
      const isInside = first === OPEN_ARRAY || path === EACH_MEMBER;
      bytes = bytes.subarray(isInside ? start + 1 : start);
    }
    const pieces: SplitRecord[] = [];
    return withRest(bytes.subarray(cut(bytes, atEnd, pieces)), pieces);
  }

  function withRest(bytes: Uint8Array, pieces: SplitRecord[]): SplitRecord[] {
    rest = bytes;
    return pieces;
  }

  return {
    push: (chunk: Uint8Array) => read(chunk, false),
    end: () => read(new Uint8Array(), true),
  };
}

export type SplitOptions = {
  mayBeEmpty?: boolean;
  /** Where an object has its records: in a list (`results`, `data.items`), `EACH_MEMBER` or `WHOLE_OBJECT`. */
  path?: string | undefined;
};

/** Adds the pieces found in `bytes`, and returns the offset from which the bytes are still needed. */
type Cut = (bytes: Uint8Array, atEnd: boolean, pieces: SplitRecord[]) => number;

const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/** How to split what begins with this character, or why nothing can. */
function chooseCut(first: number, path: string | undefined): Cut | Problem {
  if (first === OPEN_OBJECT) return createObjectCut(path);
  if (first !== OPEN_ARRAY) return problem('I008', '');
  return path === undefined ? createItemCut(expectEnd) : noList(path, []);
}

function createObjectCut(path: string | undefined): Cut {
  if (path === undefined) return createLineCut();
  if (path === EACH_MEMBER) return createItemCut(expectEnd, CLOSE_OBJECT);
  return path === WHOLE_OBJECT ? createWholeCut() : createListCut(path);
}

/** Takes an object as the only record. */
function createWholeCut(): Cut {
  let isTooLarge = false;
  return (bytes, atEnd, pieces) => {
    if (!isTooLarge && bytes.length > MAX_RECORD_BYTES) {
      isTooLarge = true;
      pieces.push(tooLarge());
    }
    if (!isTooLarge && !atEnd) return 0;
    if (!isTooLarge) pieces.push({ bytes: trim(bytes) });
    return bytes.length;
  };
}

/** Splits the list at a path of an object. What is around it is read only for its brackets. */
function createListCut(path: string): Cut {
  const walk = createListWalk(path);
  const list = createItemCut((bytes, atEnd, pieces, count) => {
    walk.read(bytes);
    if (walk.state() === 'broken') pieces.push(broken(problem('I009', '', { count })));
    else if (atEnd && walk.state() !== 'over') pieces.push(broken(problem('I007', '')));
    return bytes.length;
  });
  let isFound = false;
  return (bytes, atEnd, pieces) => {
    if (isFound) return list(bytes, atEnd, pieces);
    const at = walk.read(bytes);
    const state = walk.state();
    if (state === 'found') {
      isFound = true;
      walk.leaveList();
      return at + list(bytes.subarray(at), atEnd, pieces);
    }
    if (state !== 'reading') pieces.push(broken(noList(path, walk.paths())));
    else if (atEnd) pieces.push(broken(problem('I007', '')));
    return at;
  };
}

function noList(path: string, lists: readonly string[]): Problem {
  return problem('I082', '', { list: path, found: lists.join(', ') || '–' });
}

/** Reads what follows an array. */
type After = (...args: [...Parameters<Cut>, count: number]) => number;

const expectEnd: After = (bytes, _atEnd, pieces, count) => {
  if (skipBlanks(bytes, 0) < bytes.length) pieces.push(broken(problem('I009', '', { count })));
  return bytes.length;
};

/** Splits the inside of an array or an object: values or members separated by commas, up to the closing bracket. */
function createItemCut(after: After, close = CLOSE_ARRAY): Cut {
  // Where the scan continues, counted from the start of the current value.
  let scanned = 0;
  let depth = 0;
  let inText = false;
  let isOpen = true;
  let count = 0;
  let skipping = false;

  return (bytes, atEnd, pieces) => {
    let start = 0;
    let at = scanned;
    for (; at < bytes.length && isOpen; at++) {
      const byte = bytes[at]!;
      if (inText) {
        if (byte === BACKSLASH) {
          // The escaped character may be a quote, and may arrive with the next chunk.
          if (at + 1 === bytes.length) break;
          at++;
        } else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (depth > 0) {
        if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
      } else if (byte === COMMA || byte === close) {
        isOpen = byte === COMMA;
        const value = trim(bytes.subarray(start, at));
        // `[]` has no value; between two commas, or after the last one, there must be one.
        if (skipping) skipping = false;
        else if (value.length > 0) pieces.push({ bytes: value });
        else if (isOpen || count > 0) pieces.push(broken(problem('I009', '', { count })));
        count++;
        start = at + 1;
      }
    }
    if (!isOpen) {
      scanned = 0;
      return start + after(bytes.subarray(start), atEnd, pieces, count);
    }
    if (atEnd) pieces.push(broken(problem('I007', '')));
    if (at - start > MAX_RECORD_BYTES) {
      if (!skipping) pieces.push(tooLarge());
      skipping = true;
      start = at;
    }
    scanned = at - start;
    return start;
  };
}

/** Splits lines with one JSON value each; blank lines are skipped. */
function createLineCut(): Cut {
  let scanned = 0;
  let skipping = false;
  let isFirst = true;

  return (bytes, atEnd, pieces) => {
    let start = 0;
    for (;;) {
      const lineEnd = bytes.indexOf(LINE_FEED, Math.max(start, scanned));
      if (lineEnd < 0 && !atEnd) break;
      const end = lineEnd < 0 ? bytes.length : lineEnd;
      const line = trim(bytes.subarray(start, end));
      // One object over many lines is not NDJSON, and would be reported line by line.
      if (isFirst && line.at(-1) !== CLOSE_OBJECT) pieces.push(broken(problem('I008', '')));
      isFirst = false;
      if (skipping) skipping = false;
      else if (line.length > MAX_RECORD_BYTES) pieces.push(tooLarge());
      else if (line.length > 0) pieces.push({ bytes: line });
      start = scanned = end + 1;
      if (lineEnd < 0) return bytes.length;
    }
    if (bytes.length - start > MAX_RECORD_BYTES) {
      if (!skipping) pieces.push(tooLarge());
      skipping = true;
      start = bytes.length;
    }
    scanned = bytes.length - start;
    return start;
  };
}

function broken(reason: Problem): SplitRecord {
  return { problem: reason, fatal: true };
}

function tooLarge(): SplitRecord {
  return { problem: problem('Q012', '', { max: MAX_RECORD_BYTES }), fatal: false };
}

/** The bytes behind a byte order mark. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

function trim(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (isBlank(bytes[end - 1])) end--;
  return bytes.subarray(Math.min(skipBlanks(bytes, 0), end), end);
}

/** Nothing before the first byte and behind the last one is blank. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09;
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
