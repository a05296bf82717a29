import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { isObject, isSameJson, type JsonObject } from '../json-object.ts';
import { type Path, readSource } from '../read/source-text.ts';
import { formatValue, layoutOf } from './format-value.ts';
import { insertMember, removeMember } from './member-edits.ts';
import { applyChanges, indentAt, restOfLine, startOfLine } from './text-places.ts';

/** The text with another value at a path; only what differs is written. */
export function writeValue(text: string, path: Path, value: unknown): string {
  const node = nodeAt(text, path);
  const before: unknown = getNodeValue(node);
  if (isSameJson(before, value)) return text;
  if (isObject(before) && isObject(value)) return writeMembers(text, path, before, value);
  if (Array.isArray(before) && Array.isArray(value)) return writeEntries(text, path, before, value);
  const start = startOfLine(text, node.offset);
  const written = formatValue(value, {
    ...layoutOf(text),
    indent: indentAt(text, node.offset),
    used: node.offset - start + 1,
    isOpen: node.type === typeOf(value) && restOfLine(text, node.offset + 1).isLineEnd,
  });
  return applyChanges(text, [{ at: node.offset, length: node.length, text: written }]);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function writeMembers(text: string, path: Path, before: JsonObject, after: JsonObject): string {
  let written = text;
  const names = Object.keys(after).filter((name) => after[name] !== undefined);
  for (const name of Object.keys(before))
    if (!names.includes(name)) {
      const node = nodeAt(written, path);
      const at = keysOf(node).indexOf(name);
      written = removeMember(written, node, at);
    }
  for (const [at, name] of names.entries()) {
    if (Object.hasOwn(before, name)) written = writeValue(written, [...path, name], after[name]);
    else {
      const node = nodeAt(written, path);
      const index = keysOf(node).indexOf(names[at - 1] ?? '') + 1;
      written = insertMember(written, node, index, { key: name, value: after[name] });
    }
  }
  return written;
}

function writeEntries(
  text: string,
  path: Path,
  before: readonly unknown[],
  after: readonly unknown[],
): string {
  const most = Math.min(before.length, after.length);
  const firstOther = before.findIndex((one, at) => at >= most || !isSameJson(one, after[at]));
  const start = firstOther < 0 ? most : firstOther;
  let same = 0;
  while (same < most - start && isSameJson(before.at(-1 - same), after.at(-1 - same))) same += 1;
  const shared = most - same;
  let written = text;
  for (let at = start; at < shared; at += 1)
    written = writeValue(written, [...path, at], after[at]);
  for (let at = before.length - same - 1; at >= shared; at -= 1)
    written = removeMember(written, nodeAt(written, path), at);
  for (let at = shared; at < after.length - same; at += 1)
    written = insertMember(written, nodeAt(written, path), at, {
      key: undefined,
      value: after[at],
    });
  return written;
}

export function valueOf(text: string): unknown {
  return readSource(text).value;
}

/** The text of the last reading: the steps of an edit look for one place after another in the same text. */
let latest: { text: string; root: Node } | undefined;

export function parse(text: string): Node {
  if (latest?.text === text) return latest.root;
  const root = parseTree(text.replace(/^\ufeff/, ' '), [], { allowTrailingComma: true });
  if (!root) throw new Error('The text was read before, so it has a value');
  latest = { text, root };
  return root;
}

export function nodeAt(text: string, path: Path): Node {
  const root = parse(text);
  return findNodeAtLocation(root, [...path]) ?? root;
}

function keysOf(node: Node): string[] {
  return (node.children ?? []).map((member) => String(member.children?.[0]?.value));
}
