import { requireItem } from '../../fields/require-entry.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings, includedFile } from '../settings/descriptor-settings.ts';
import { includedSettings } from './grammar.ts';
import { checkGrammar, flaw, type Flaw, keyFlaw } from './grammar-problems.ts';
import { resolveSets } from './shared-sets.ts';
import { readSource, type SourceText, type DescriptorProblem } from './source-text.ts';

/** A descriptor and the files it includes, read as if it were one text. */
type Sources = Pick<SourceText, 'value' | 'locate'> & {
  /** The problems of the files themselves. */
  problems: DescriptorProblem[];
  /** If false, `value` is incomplete, and checks of it would report false problems. */
  isWhole: boolean;
  /** Sorts problems in reading order: by file, then from top to bottom. */
  inOrder(problems: readonly DescriptorProblem[]): DescriptorProblem[];
};

/** One file. The file name of the descriptor itself is ''. */
type Part = { file: string; by: string; source: SourceText };

/** The parts of a descriptor that its files share. */
export const sections = ['roles', 'permissionSets', 'fieldSets', 'resources'] as const;

/** Reads the descriptor and the files it includes, in the order in which they are named. Never throws. */
export function readSources(text: string, files: IncludedFiles): Sources {
  const { parts, problems, isWhole } = readParts(text, files);
  const main = requireItem(parts, 0);
  const resolved = resolveSets(
    parts.length === 1 ? withoutInclude(main.source.value) : merge(parts),
  );
  const locate: SourceText['locate'] = (problem, path, at, inside) => {
    const place = resolved.placeOf(path);
    const [section, name] = place;
    const owner = parts.find(({ source }) => declares(source, section, name)) ?? main;
    return withFile(owner.file, owner.source.locate(problem, place, at, inside));
  };
  const order = new Map(parts.map(({ file }, index) => [file, index]));
  const rank = ({ file = '' }: DescriptorProblem): number => order.get(file) ?? 0;
  return {
    value: resolved.value,
    locate,
    problems: [
      ...problems,
      ...findRedeclared(parts),
      ...resolved.problems.map((one) => locate(one.problem, one.path, one.at, one.inside)),
    ],
    isWhole,
    inOrder: (all) =>
      all.toSorted(
        (one, other) =>
          rank(one) - rank(other) || one.line - other.line || one.column - other.column,
      ),
  };
}

function readParts(text: string, files: IncludedFiles) {
  const parts: Part[] = [];
  const problems: DescriptorProblem[] = [];
  let isWhole = true;

  function add(part: Part): void {
    const { file, source } = part;
    const { value } = source;
    parts.push(part);
    problems.push(...source.problems.map((one) => withFile(file, one)));
    isWhole &&= source.isJson;
    if (!source.isJson) return;
    const own =
      file === '' ? checkInclude(value) : checkGrammar(includedSettings, value, [], 'the file');
    problems.push(...own.map((one) => placeIn(part, one)));
    for (const inclusion of inclusionsOf(file, source)) include(part, inclusion);
  }

  function include(by: Part, { index, file }: { index: number; file: string }): void {
    const path = ['include', index];
    const before = parts.find((part) => part.file === file);
    if (before) {
      problems.push(placeIn(by, flaw('D039', path, { by: before.by || 'this descriptor' })));
      return;
    }
    const read = files.get(file) ?? { unreadable: 'there is no such file' };
    if ('text' in read) {
      add({ file, by: by.file, source: readSource(read.text) });
      return;
    }
    isWhole = false;
    problems.push(placeIn(by, flaw('D037', path, { reason: read.unreadable })));
  }

  add({ file: '', by: '', source: readSource(text) });
  return { parts, problems, isWhole };
}

/** Checks only `include`. The rest of the descriptor is checked after it is merged with the included files. */
function checkInclude(value: unknown): Flaw[] {
  const declared = isObject(value) ? value.include : undefined;
  return checkGrammar(descriptorSettings.shape.include, declared, ['include'], 'include');
}

function placeIn({ file, source }: Part, { problem, path, at }: Flaw): DescriptorProblem {
  return withFile(file, source.locate(problem, path, at));
}

function withFile(file: string, problem: DescriptorProblem): DescriptorProblem {
  return file === '' ? problem : { file, ...problem };
}

function findRedeclared(parts: readonly Part[]): DescriptorProblem[] {
  return sections.flatMap((section) =>
    parts.flatMap((part, index) =>
      Object.keys(sectionOf(part.source, section)).flatMap((name) => {
        const first = parts.slice(0, index).find(({ source }) => declares(source, section, name));
        if (!first) return [];
        const other = first.file || 'the descriptor itself';
        return [placeIn(part, keyFlaw('D038', [section, name], { other }))];
      }),
    ),
  );
}

function declares(source: SourceText, section: unknown, name: unknown): boolean {
  const match = sections.find((each) => each === section);
  return match !== undefined && Object.hasOwn(sectionOf(source, match), String(name));
}

function sectionOf({ value }: SourceText, section: (typeof sections)[number]): JsonObject {
  const part = isObject(value) ? value[section] : undefined;
  return isObject(part) ? part : {};
}

/** Merges the sections. One of the descriptor itself that is not an object is left for the grammar to reject. */
function merge(parts: readonly Part[]): unknown {
  const main = withoutInclude(requireItem(parts, 0).source.value);
  if (!isObject(main)) return main;
  const merged = sections.flatMap((section) => {
    if (main[section] !== undefined && !isObject(main[section])) return [];
    const declared = new Map<string, unknown>();
    for (const { source } of parts)
      for (const [name, value] of Object.entries(sectionOf(source, section)))
        // The first of two declarations counts, because problems are reported at its place.
        if (!declared.has(name)) declared.set(name, value);
    return declared.size > 0 ? [[section, Object.fromEntries(declared)]] : [];
  });
  return { ...main, ...Object.fromEntries(merged) };
}

function withoutInclude(value: unknown): unknown {
  if (!isObject(value) || !('include' in value)) return value;
  const { include: _, ...rest } = value;
  return rest;
}

/** The contents of the included files, by path relative to the descriptor's folder; or why a file cannot be read. */
export type IncludedFiles = ReadonlyMap<string, { text: string } | { unreadable: string }>;

/** A valid path in `include`, and its file relative to the descriptor's folder. */
type Inclusion = { index: number; file: string };

/** The files that a text includes, for callers that read them. The checks report entries that are not paths. */
export function includedBy(file: string, text: string): string[] {
  // Most descriptors include nothing, and reading one takes a tenth of a start. `\u` may write the key in another way.
  if (!/"include"|\\u/.test(text)) return [];
  return inclusionsOf(file, readSource(text)).map((inclusion) => inclusion.file);
}

/** Paths are relative to the including file, so that a folder of files can be moved as a whole. */
function inclusionsOf(file: string, { value }: SourceText): Inclusion[] {
  const include = isObject(value) && Array.isArray(value.include) ? value.include : [];
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return include.flatMap((entry, index) =>
    includedFile.safeParse(entry).success ? [{ index, file: folder + entry }] : [],
  );
}
