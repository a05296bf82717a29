import type { JsonObject } from '../json-object.ts';

/** Replaces the parts of an object that it has. */
export function rewrite(
  object: JsonObject,
  parts: Readonly<Record<string, (part: unknown) => unknown>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, part]) => {
      const rename = Object.hasOwn(parts, name) && part !== null ? parts[name] : undefined;
      return [name, rename ? rename(part) : part];
    }),
  );
}

export function ifText(value: unknown, rename: (text: string) => string): unknown {
  return typeof value === 'string' ? rename(value) : value;
}

export function ifList(value: unknown, rename: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(rename) : value;
}

export function inList(text: string, rename: (one: string) => string): string {
  return text.split(',').map(rename).join(',');
}

export function afterSign(key: string, rename: (path: string) => string): string {
  return key.startsWith('-') ? `-${rename(key.slice(1))}` : rename(key);
}
