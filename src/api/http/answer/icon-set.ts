import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Of the files with a `fillRule` these are the ones that look different without it. */
const needsFillRule: ReadonlySet<string> = new Set(['RepeatOn', 'RepeatOneOn', 'ShuffleOn']);

/** The icons that a server was asked for, by name; undefined where the set has none. */
const paths = new Map<string, string | undefined>();

/**
 * The paths of Material Icons in a square of 24, as the attribute `d` of SVG, without those that the set does not have. A
 * name without a suffix is the filled icon: `star`, `star_outline`, `star_rounded`, `star_sharp`.
 */
export function findIcons(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      if (!paths.has(name)) paths.set(name, readIcon(name));
      const path = paths.get(name);
      return path === undefined ? [] : [[name, path]];
    }),
  );
}

/** The names without those of variants, for suggestions. Reads the whole set: 100 ms. */
export function iconNames(): string[] {
  const files = readdirSync(iconFolder()).filter(
    (file) => /^[A-Z]\w*\.js$/.test(file) && !/(Outlined|Rounded|Sharp|TwoTone)\.js$/.test(file),
  );
  const names = files.map((file) =>
    file.slice(0, -'.js'.length).replace(/\B(?=[A-Z])|\B(?<=\D)(?=\d)/g, '_'),
  );
  return [...findIcons(names.map((name) => name.toLowerCase())).keys()];
}

function readIcon(name: string): string | undefined {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) return undefined;
  const file = name.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());
  return readPath(file) ?? (name.endsWith('_outline') ? readPath(`${file}d`) : undefined);
}

/** The one path that draws all shapes of a file of the set; undefined for one that has shades or would lose its holes. */
function readPath(file: string): string | undefined {
  if (needsFillRule.has(file)) return undefined;
  let text;
  try {
    text = readFileSync(join(iconFolder(), `${file}.js`), 'utf8');
  } catch {
    return undefined;
  }
  const shapes = [...text.matchAll(/\("(\w+)", \{([^}]*)\}/g)];
  const drawn = shapes.map(([, kind = '', attributes = '']) => drawShape(kind, attributes));
  return drawn.length > 0 && drawn.every((path) => path !== undefined) ? drawn.join('') : undefined;
}

function drawShape(kind: string, attributes: string): string | undefined {
  const {
    d,
    cx,
    cy,
    r,
    rx = r,
    ry = r,
    fillRule: _rule,
    ...others
  } = Object.fromEntries(
    [...attributes.matchAll(/(\w+): "([^"<>]*)"/g)].map(([, name, value]) => [name, value]),
  );
  if (Object.keys(others).length > 0) return undefined;
  // A path may begin with a relative move, which counts from the start of the square.
  if (kind === 'path') return d?.startsWith('m') ? `M0 0${d}` : d;
  const width = 2 * Number(rx);
  return `M${cx} ${cy}m-${rx} 0a${rx} ${ry} 0 1 0 ${width} 0a${rx} ${ry} 0 1 0-${width} 0`;
}

function iconFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@mui/icons-material/Star'));
}
