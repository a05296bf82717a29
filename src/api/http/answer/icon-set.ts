import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** An icon: one path in a square of 24. Some are the same under other names, and then have a parent. */
type Entry = { body?: string; parent?: string; rotate?: number; hFlip?: true; vFlip?: true };

/** Names of Material Icons that the later Material Symbols do not have. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['business', 'domain'],
  ['people', 'group'],
  ['place', 'location_on'],
]);

/** The icons that were asked for, by their name in the set; undefined where the set has none. */
const paths = new Map<string, string | undefined>();

/**
 * The paths of icons of Material Symbols in a square of 24, as the attribute `d` of SVG, without those that the set does
 * not have. A name without a suffix is the filled icon: `star`, `star_outline`, `star_rounded`.
 */
export function findIcons(names: readonly string[]): ReadonlyMap<string, string> {
  const missing = names.map(toSetName).filter((name) => !paths.has(name));
  if (missing.length > 0) {
    const read = readPaths(missing);
    for (const name of missing) paths.set(name, read.get(name));
  }
  return new Map(
    names.flatMap((name) => {
      const path = paths.get(toSetName(name));
      return path === undefined ? [] : [[name, path]];
    }),
  );
}

/** The names without those of variants, for suggestions. Reads the whole set: 50 ms, and 20 MB for a moment. */
export function iconNames(): string[] {
  const { icons, aliases } = JSON.parse(readSet().toString()) as Record<
    'icons' | 'aliases',
    Record<string, Entry>
  >;
  const isDrawn = (entry: Entry | undefined): boolean =>
    entry !== undefined && pathOf(entry) !== undefined;
  const names = [
    ...Object.keys(icons).filter((name) => isDrawn(icons[name])),
    ...Object.entries(aliases).flatMap(([name, alias]) =>
      isSame(alias) && isDrawn(icons[alias.parent ?? '']) ? [name] : [],
    ),
  ].map((name) => name.replaceAll('-', '_'));
  return [...names, ...formerNames.keys()].filter(
    (name) => !/_(outline|rounded|sharp)$/.test(name),
  );
}

function toSetName(name: string): string {
  return formerNames.get(name) ?? name;
}

function readPaths(names: readonly string[]): Map<string, string> {
  const set = readSet();
  const entries = readEntries(set, names);
  const parents = [...entries.values()].flatMap(({ parent }) => parent ?? []);
  const parentEntries = readEntries(set, parents.map(fromFileName));
  return new Map(
    [...entries].flatMap(([name, entry]) => {
      const { parent } = entry;
      const drawn = parent === undefined ? entry : parentEntries.get(fromFileName(parent));
      const path = drawn && isSame(entry) ? pathOf(drawn) : undefined;
      return path === undefined ? [] : [[name, path]];
    }),
  );
}

const fromFileName = (name: string): string => name.replaceAll('-', '_');

/** Whether an icon under another name is neither turned nor mirrored. */
function isSame({ rotate, hFlip, vFlip }: Entry): boolean {
  return !rotate && !hFlip && !vFlip;
}

function pathOf({ body = '' }: Entry): string | undefined {
  return /^<path fill="currentColor" d="([^"<>]+)"\/>$/.exec(body)?.[1];
}

function readSet(): Buffer {
  return readFileSync(
    createRequire(import.meta.url).resolve('@iconify-json/material-symbols/icons.json'),
  );
}

/** The start of an entry of the set, which has a line for each. */
const START = Buffer.from('\n\t\t"');
const END = Buffer.from('\n\t\t}');
const QUOTE = 0x22;
const BRACE = 0x7b;

/**
 * The entries with these names. A server needs a hundred of 25,000 at each start, and to parse all of them would take a
 * tenth of it.
 */
function readEntries(set: Buffer, names: readonly string[]): Map<string, Entry> {
  const missing = new Set(names);
  const entries = new Map<string, Entry>();
  let start = set.indexOf(START);
  while (start >= 0 && missing.size > 0) {
    const from = start + START.length;
    const name = fromFileName(set.toString('latin1', from, set.indexOf(QUOTE, from)));
    if (missing.delete(name)) {
      const open = set.indexOf(BRACE, from);
      const text = set.toString('utf8', open, set.indexOf(END, open) + END.length);
      entries.set(name, JSON.parse(text) as Entry);
    }
    start = set.indexOf(START, from);
  }
  return entries;
}
