import type { Node } from 'jsonc-parser';
import { isObject } from '../json-object.ts';
import { USE } from '../read/shared-sets.ts';
import type { Path } from '../read/source-text.ts';
import { valueAt } from '../read/schema-at.ts';
import { applyChanges, endOf } from './text-places.ts';

/** The short form of a setting, and the same in its long form, whose members can be edited. */
type Expansion = { expand(text: string, node: Node): string };

const wrapped = (before: string, after: string): Expansion => ({
  expand: (text, node) =>
    applyChanges(text, [
      { at: node.offset, length: 0, text: before },
      { at: endOf(node), length: 0, text: after },
    ]),
});

const replaced = (written: string): Expansion => ({
  expand: (text, { offset, length }) => applyChanges(text, [{ at: offset, length, text: written }]),
});

/** `["list", "read"]` as `{ "list": true, "read": true }`. */
const operations: Expansion = {
  expand(text, node) {
    const members = node.children ?? [];
    const isFlat = members.length > 0 && !text.slice(node.offset, endOf(node)).includes('\n');
    const pad = isFlat ? ' ' : '';
    return applyChanges(text, [
      { at: node.offset, length: 1, text: `{${pad}` },
      ...members.map((member) => ({ at: endOf(member), length: 0, text: ': true' })),
      { at: endOf(node) - 1, length: 1, text: `${pad}}` },
    ]);
  },
};

/** Where a name can stand alone in place of a list. */
const alone = new Set<unknown>([USE, 'importKey']);

/**
 * How to reach a member of what is written in a short form: `{ "label": "Books" }` has no German label, and the choice
 * `"open"` no colour. Undefined if what stands at the path has no longer form.
 */
export function expansionOf(
  file: unknown,
  path: Path,
  member: string | number,
  language: string,
): Expansion | undefined {
  const value = valueAt(file, path);
  if (value === undefined || isObject(value)) return undefined;
  const last = path.at(-1);
  if (typeof member === 'number') return alone.has(last) ? wrapped('[', ']') : undefined;
  if (Array.isArray(value)) {
    if (last === 'form') return wrapped('{ "tabs": ', ' }');
    return isRole(path) ? operations : undefined;
  }
  if (path.at(-2) === 'choices') return wrapped('{ "value": ', ' }');
  if (last === 'tree') return replaced('{}');
  const isText = typeof value === 'string' && /^[a-z]{2}$/.test(member);
  return isText ? wrapped(`{ "${language}": `, ' }') : undefined;
}

function isRole(path: Path): boolean {
  return path.at(-2) === 'permissions' || (path[0] === 'permissionSets' && path.length === 3);
}
