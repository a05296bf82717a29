import { maxDepth } from '../../descriptor/json-object.ts';

/** The most lists that a problem or a choice names. */
const MOST_LISTS = 50;
/** In bytes. A longer name is followed like any value, but no path leads through it. */
const LONGEST_NAME = 1_000;

/** The most names of a member that are compared with those of another. */
const MOST_NAMES = 200;

/** The path that means the object itself as the only record. */
export const WHOLE_OBJECT = '.';
/** The path that means the members of the object as records, whose names are in the column `_key`. */
export const EACH_MEMBER = '*';

type List = { path: string; depth: number };

/**
 * Walks through the members of a JSON object as it arrives, in the memory of their names: through objects inside
 * of objects, not through lists. It looks at brackets, commas and quotes only. With a `requestedPath` it stops in
 * front of the first value of that list.
 */
export function createListWalk(requestedPath?: string) {
  const lists: List[] = [];
  let target = requestedPath;
  /** The members that are open around the current object, and the last one in it. */
  const names: string[] = [];
  let name: string | undefined;
  let depth = 0;
  /** The open brackets of a value that is not followed. */
  let skipped = 0;
  let opened: List | undefined;
  let inText = false;
  let isEscaped = false;
  let isName = false;
  let letters: number[] = [];
  let awaitsName = false;
  let last = 0;
  let members = 0;
  let otherMembers = 0;
  /** The names in the first member and in the current one; alike have at least half of them in common. */
  let firstNames: ReadonlySet<string> | undefined;
  let memberNames = new Set<string>();
  let areAlike = true;
  let state: 'reading' | 'found' | 'over' | 'broken' = 'reading';

  /** Reads a text up to its quote; returns the offset after it. */
  function readText(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        inText = false;
        if (isName) name = toName(letters);
        if (isName && depth === 2 && name !== undefined && memberNames.size < MOST_NAMES)
          memberNames.add(name);
        return at + 1;
      }
      if (isName && letters.length <= LONGEST_NAME) letters.push(byte);
    }
    return bytes.length;
  }

  function open(byte: number): void {
    const isRoot = depth === 0;
    if (isRoot && byte === OPEN_ARRAY) state = 'broken';
    else if (byte === OPEN_OBJECT && isRoot) depth = 1;
    else if (name === undefined) skipped = 1;
    else if (byte === OPEN_OBJECT && depth < maxDepth) {
      names.push(name);
      depth++;
    } else {
      const list = { path: [...names, name].join('.'), depth };
      if (byte === OPEN_ARRAY && list.path === target) state = 'found';
      else {
        skipped = 1;
        if (byte === OPEN_ARRAY) opened = list;
      }
    }
    awaitsName = byte === OPEN_OBJECT;
  }

  function close(byte: number): void {
    if (byte === CLOSE_ARRAY || depth === 0) state = 'broken';
    else {
      depth--;
      names.pop();
      if (depth === 0) state = 'over';
    }
  }

  function endMember(): void {
    members++;
    const first = (firstNames ??= memberNames);
    const shared = [...memberNames].filter((one) => first.has(one));
    areAlike &&= 2 * shared.length >= Math.max(first.size, memberNames.size);
    memberNames = new Set();
  }

  function readMark(byte: number): void {
    const isOpen = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    const isClose = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
    const lacksValue = last === COMMA || last === COLON;
    if (state === 'over' || (lacksValue && (isClose || byte === COMMA))) {
      state = 'broken';
      return;
    }
    if (opened && byte === OPEN_OBJECT && lists.length < MOST_LISTS) lists.push(opened);
    opened = undefined;
    const isMemberEnd = depth === 1 && skipped === 0 && (byte === COMMA || byte === CLOSE_OBJECT);
    if (isMemberEnd && last === CLOSE_OBJECT) endMember();
    else if (isMemberEnd) otherMembers++;
    last = byte;
    if (byte === QUOTE) {
      inText = true;
      isName = awaitsName && skipped === 0;
      awaitsName = false;
      letters = [];
    } else if (skipped > 0) skipped += Number(isOpen) - Number(isClose);
    else if (isOpen) open(byte);
    else if (isClose) close(byte);
    else if (byte === COMMA) awaitsName = true;
    else if (depth === 0) state = 'broken';
  }

  return {
    /** Reads on; returns the offset behind what it has read, which is all unless the list is found. */
    read(bytes: Uint8Array): number {
      let at = 0;
      while (at < bytes.length && state !== 'broken' && state !== 'found') {
        if (inText) at = readText(bytes, at);
        else {
          const byte = bytes[at++]!;
          // In front of everything there may be a byte order mark.
          if (!isBlank(byte) && !(last === 0 && byte > 0x7f)) readMark(byte);
        }
      }
      return state === 'found' ? at : bytes.length;
    },
    /** Goes on behind the wanted list; another one with its path does not count. */
    leaveList(): void {
      target = undefined;
      state = 'reading';
      last = CLOSE_ARRAY;
      name = undefined;
    },
    state: () => state,
    /** Whether the members of the object are objects, such as records by their numbers; `alike` in their names too. */
    areMembers: (which: 'objects' | 'alike') =>
      otherMembers === 0 && (which === 'objects' ? members > 0 : members > 1 && areAlike),
    /** The paths of the lists of objects, as far as it has read; the least deep first. */
    paths: () => lists.toSorted((one, other) => one.depth - other.depth).map(({ path }) => path),
  };
}

/** A name as JSON means it; undefined for one that is too long or wrong. */
function toName(letters: readonly number[]): string | undefined {
  if (letters.length > LONGEST_NAME) return undefined;
  try {
    return JSON.parse(`"${new TextDecoder().decode(Uint8Array.from(letters))}"`) as string;
  } catch {
    return undefined;
  }
}

const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
