import { isObject } from '../json-object.ts';

/** How a file is written: its line ends, and what a level is indented by. */
export type Layout = { eol: string; unit: string };

export function layoutOf(text: string): Layout {
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  ',
  };
}

/** The longest line that is written for a value of several parts, as Prettier does. */
const WIDTH = 100;

/** Where a value stands: the indent of its line, how much of the line is used, and whether its parts have lines of their own. */
type Place = Layout & { indent: string; used: number; isOpen: boolean };

/** Writes a value on one line, if there is room and its neighbours are too; otherwise each part on a line of its own. */
export function formatValue(value: unknown, place: Place): string {
  const flat = formatFlat(value);
  const parts = partsOf(value);
  if (parts.length === 0 || (!place.isOpen && place.used + flat.length <= WIDTH)) return flat;
  const { eol, unit } = place;
  const indent = place.indent + unit;
  const lines = parts.map(({ key, part }) => {
    const used = indent.length + key.length + 1;
    return indent + key + formatValue(part, { eol, unit, indent, used, isOpen: false });
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}${eol}${lines.join(`,${eol}`)}${eol}${place.indent}${close}`;
}

export function formatFlat(value: unknown): string {
  const parts = partsOf(value);
  if (parts.length === 0) return JSON.stringify(value);
  const inside = parts.map(({ key, part }) => key + formatFlat(part)).join(', ');
  return Array.isArray(value) ? `[${inside}]` : `{ ${inside} }`;
}

export function formatKey(key: string): string {
  return `${JSON.stringify(key)}: `;
}

function partsOf(value: unknown): { key: string; part: unknown }[] {
  if (Array.isArray(value)) return value.map((part: unknown) => ({ key: '', part }));
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => ({ key: formatKey(key), part }));
}
