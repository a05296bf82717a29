import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The set as its package has it: each icon is one path in a square of 24, and some are the same under other names. */
type IconFile = {
  icons: Readonly<Record<string, { body: string }>>;
  aliases?: Readonly<
    Record<string, { parent: string; rotate?: number; hFlip?: true; vFlip?: true }>
  >;
};

/** Names of Material Icons that the later Material Symbols do not have. */
const formerNames: Readonly<Record<string, string>> = {
  business: 'domain',
  people: 'group',
  place: 'location_on',
};

let icons: ReadonlyMap<string, string> | undefined;

/**
 * The path of an icon of Material Symbols in a square of 24, as the attribute `d` of SVG; undefined if the set has no
 * such icon. Without a suffix it is the filled one: `star`, `star_outline`, `star_rounded`.
 */
export function findIcon(name: string): string | undefined {
  return readIcons().get(formerNames[name] ?? name);
}

/** The names without those of variants, for suggestions. */
export function iconNames(): string[] {
  const names = [...readIcons().keys(), ...Object.keys(formerNames)];
  return names.filter((name) => !/_(outline|rounded|sharp)$/.test(name));
}

/** Reads the file at the first question, in 50 ms, and keeps the paths: 6 MB. */
function readIcons(): ReadonlyMap<string, string> {
  if (icons) return icons;
  const path = createRequire(import.meta.url).resolve('@iconify-json/material-symbols/icons.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as IconFile;
  const drawings = new Map<string, string>();
  const add = (name: string, body: string | undefined): void => {
    const [, drawn] = /^<path fill="currentColor" d="([^"<>]+)"\/>$/.exec(body ?? '') ?? [];
    if (drawn !== undefined) drawings.set(name.replaceAll('-', '_'), drawn);
  };
  for (const [name, { body }] of Object.entries(file.icons)) add(name, body);
  for (const [name, { parent, rotate, hFlip, vFlip }] of Object.entries(file.aliases ?? {}))
    if (!rotate && !hFlip && !vFlip) add(name, file.icons[parent]?.body);
  return (icons = drawings);
}
