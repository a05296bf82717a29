import type { Path } from '../read/source-text.ts';

/** What entries of lists are known by. No record has an answer: a choice of the form of an action. */
export const keyOf = { choice: 'value', answer: 'value', group: 'key' } as const;

export type NamedKind = 'collection' | 'field' | 'role' | keyof typeof keyOf;

/** Whether it is an entry of a list. */
export function isEntry(kind: NamedKind): kind is keyof typeof keyOf {
  return kind in keyOf;
}

/** What a path names, if it can have another name. */
export function kindOf(path: Path): NamedKind | undefined {
  if (path[0] === 'resources' && path.length === 2) return 'collection';
  if (path[0] === 'roles' && path.length === 2) return 'role';
  if (isGroup(path)) return 'group';
  if (isAnswer(path)) return 'answer';
  const { field, inside } = fieldAt(path);
  if (field === undefined) return undefined;
  if (inside.length === 0) return 'field';
  return isChoice(inside) ? 'choice' : undefined;
}

function isAnswer([section, , setting, , form, fields, , ...ofField]: Path): boolean {
  const isForm = setting === 'actions' && form === 'form' && fields === 'fields';
  return section === 'resources' && isForm && isChoice(ofField);
}

function isChoice([list, index, ...inside]: Path): boolean {
  return list === 'choices' && typeof index === 'number' && inside.length === 0;
}

/** Whether a path is one of the menu groups. */
export function isGroup([section, setting, index, ...inside]: Path): boolean {
  const isList = section === 'app' && setting === 'groups' && typeof index === 'number';
  return isList && inside.length === 0;
}

/** The field of a collection or of a set at a path, the part of an object, and what follows. */
export function fieldAt(path: Path): { field?: string; part?: string; inside: Path } {
  const [section, , setting] = path;
  const isOfCollection = section === 'resources' && setting === 'fields';
  if (!isOfCollection && section !== 'fieldSets') return { inside: [] };
  const [field, ...inside] = path.slice(isOfCollection ? 3 : 2);
  if (field === undefined) return { inside };
  const [list, part, ...ofPart] = inside;
  return list === 'fields' && ofPart.length > 0
    ? { field: String(field), part: String(part), inside: ofPart }
    : { field: String(field), inside };
}
