import type { JsonObject } from '../json-object.ts';
import { isObject } from '../json-object.ts';
import { asObject } from '../read/draft.ts';
import { USE } from '../read/shared-sets.ts';
import {
  type DescriptorProblem,
  type Path,
  readSource,
  type SourceText,
} from '../read/source-text.ts';
import { sections } from '../read/sources.ts';
import { valueAt } from '../read/schema-at.ts';

/** A file of a descriptor: the descriptor itself first, then those that it includes. */
export type DescriptorFile = { path: string; text: string };
export type DescriptorFiles = readonly DescriptorFile[];

/** Why an edit is not possible. Nothing is changed. */
export type Refusal = {
  reason:
    | 'syntax' // `problem` says where; no edit is possible before somebody corrects it.
    | 'gone' // What the path names does not exist.
    | 'name' // `problem` says what is wrong with the name.
    | 'taken' // The name exists already.
    | 'inSet' // `source` is the path of the set that declares it, where it can be edited.
    | 'ofRoles' // The choices are the roles.
    | 'shared' // A set that several collections share would need two different texts.
    | 'notHere' // This has no members, or cannot be renamed or moved there.
    | 'otherFile'; // Declarations keep their file.
  path: Path;
  problem?: DescriptorProblem;
  source?: Path;
};

/** The files after an edit. Those before it are its undo. */
export type Edited = { files: DescriptorFiles } | { refused: Refusal };

type OpenFile = { file: DescriptorFile; source: SourceText; value: JsonObject };
export type Opened = { files: readonly OpenFile[] };

// Most edits change one of the files, and the next edit begins with what this one made.
const sources = new WeakMap<DescriptorFile, SourceText>();

/** Reads the files for an edit, which needs texts without mistakes. */
export function openFiles(files: DescriptorFiles): Opened | { refused: Refusal } {
  const opened = files.map((file, index) => {
    const source = sources.get(file) ?? readSource(file.text);
    sources.set(file, source);
    const problems = source.problems.map((one) =>
      index === 0 ? one : { ...one, file: file.path },
    );
    return { file, source, value: asObject(source.value), problems };
  });
  const problem = opened.flatMap(({ problems }) => problems)[0];
  return problem ? { refused: { reason: 'syntax', path: [], problem } } : { files: opened };
}

/** The file in which a path is declared; -1 if no file declares it. */
export function fileOf({ files }: Opened, path: Path): number {
  const [section, name] = path;
  const isShared = sections.some((one) => one === section);
  if (!isShared || name === undefined) return isShared ? fileOfSection(files, String(section)) : 0;
  return files.findIndex(({ value }) =>
    Object.hasOwn(asObject(value[String(section)]), String(name)),
  );
}

/** Where a section is continued: in the descriptor itself, or where it was last. */
function fileOfSection(files: readonly OpenFile[], section: string): number {
  const has = files.map(({ value }) => isObject(value[section]));
  return has[0] ? 0 : Math.max(0, has.lastIndexOf(true));
}

/** What is declared at a path, as it is written. */
export function declaredAt(opened: Opened, path: Path): unknown {
  return valueAt(opened.files[fileOf(opened, path)]?.value, path);
}

/** All declarations of the files as one; the sets stay sets. */
export function wholeOf({ files }: Opened): JsonObject {
  const shared = sections.flatMap((section) => {
    const all = files.toReversed().flatMap(({ value }) => Object.entries(asObject(value[section])));
    return all.length > 0 ? [[section, Object.fromEntries(all)] as const] : [];
  });
  return { ...files[0]?.value, ...Object.fromEntries(shared) };
}

/** The sets whose fields a resource has, by name. */
export function setsOf(resource: unknown): readonly string[] {
  const use = asObject(asObject(resource).fields)[USE];
  return (Array.isArray(use) ? use : [use]).filter((set) => typeof set === 'string');
}

/** The set that declares what a path names; undefined if the path itself says where it is. */
export function sourceOf(opened: Opened, path: Path): Path | undefined {
  const [section, name, setting, field, ...rest] = path;
  if (section !== 'resources' || name === undefined) return undefined;
  const resource = asObject(declaredAt(opened, ['resources', name]));
  if (setting === 'permissions' && path.length > 3 && typeof resource.permissions === 'string')
    return ['permissionSets', resource.permissions, ...path.slice(3)];
  const own = asObject(resource.fields);
  if (setting !== 'fields' || field === undefined || Object.hasOwn(own, field)) return undefined;
  const set = setsOf(resource).find((one) =>
    Object.hasOwn(asObject(declaredAt(opened, ['fieldSets', one])), field),
  );
  return set === undefined ? undefined : ['fieldSets', set, field, ...rest];
}

/** The files with another text of one of them. */
export function withText({ files }: Opened, index: number, text: string): DescriptorFiles {
  return files.map(({ file }, at) =>
    at === index && text !== file.text ? { ...file, text } : file,
  );
}
