import { isObject, isSameJson, type JsonObject } from '../json-object.ts';
import { asObject } from '../read/draft.ts';
import type { Path } from '../read/source-text.ts';
import { rename } from './rename.ts';
import { type DescriptorFiles, openFiles, type Refusal, wholeOf } from './open-files.ts';

/** One change of a descriptor, at its path after the change; what was removed, at its path before. */
export type DescribedChange =
  | { kind: 'added' | 'removed'; path: Path }
  | { kind: 'renamed'; path: Path; from: string }
  | { kind: 'changed'; path: Path; before: unknown; after: unknown }
  /** The members have another order. */
  | { kind: 'moved'; path: Path };

/** What differs between two states of the files: comments, blank lines and the file of a declaration do not count. */
export function describeChange(
  before: DescriptorFiles,
  after: DescriptorFiles,
): { changes: readonly DescribedChange[] } | { refused: Refusal } {
  const [from, to] = [openFiles(before), openFiles(after)];
  if ('refused' in from) return from;
  if ('refused' in to) return to;
  const [role] = renamedRoles(wholeOf(from), wholeOf(to));
  if (!role) return { changes: compare(wholeOf(from), wholeOf(to), []) };
  // Everything that refers to the role is renamed with it. The description mentions only the role.
  const renamed = rename(before, ['roles', role.from], role.name);
  const described = 'files' in renamed ? describeChange(renamed.files, after) : renamed;
  if ('refused' in described) return { changes: compare(wholeOf(from), wholeOf(to), []) };
  const path: Path = ['roles', role.name];
  const others = described.changes.filter((one) => one.path.join() !== [...path, 'was'].join());
  return { changes: [{ kind: 'renamed', path, from: role.from }, ...others] };
}

function renamedRoles(before: JsonObject, after: JsonObject): { from: string; name: string }[] {
  const [were, are] = [asObject(before['roles']), asObject(after['roles'])];
  return Object.entries(are).flatMap(([name, role]) => {
    const from = asObject(role)['was'];
    const isRenamed = typeof from === 'string' && Object.hasOwn(were, from);
    return isRenamed && !Object.hasOwn(were, name) && !Object.hasOwn(are, from)
      ? [{ from, name }]
      : [];
  });
}

function compare(before: unknown, after: unknown, path: Path): DescribedChange[] {
  if (!isObject(before) || !isObject(after))
    return isSameJson(before, after) ? [] : [{ kind: 'changed', path, before, after }];
  const former = new Map(
    Object.entries(after).map(([name, one]) => {
      const { was } = asObject(one);
      const isRenamed =
        typeof was === 'string' && Object.hasOwn(before, was) && !Object.hasOwn(before, name);
      return [name, isRenamed && !Object.hasOwn(after, was) ? was : name] as const;
    }),
  );
  const kept = new Set(former.values());
  const removed = Object.keys(before).filter((name) => !kept.has(name));
  const inside = Object.entries(after).flatMap(([name, one]): DescribedChange[] => {
    const at = [...path, name];
    const from = former.get(name) ?? name;
    if (!Object.hasOwn(before, from)) return [{ kind: 'added', path: at }];
    if (from === name) return compare(before[name], one, at);
    const { was: _, ...rest } = asObject(one);
    const { was: __, ...earlier } = asObject(before[from]);
    return [{ kind: 'renamed', path: at, from }, ...compare(earlier, rest, at)];
  });
  const stays = [...former]
    .filter(([, from]) => Object.hasOwn(before, from))
    .map(([, from]) => from);
  const order = Object.keys(before).filter((name) => kept.has(name));
  return [
    ...removed.map((name): DescribedChange => ({ kind: 'removed', path: [...path, name] })),
    ...inside,
    ...(isSameJson(stays, order) ? [] : [{ kind: 'moved' as const, path }]),
  ];
}
