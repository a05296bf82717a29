import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings, includedFile } from '../descriptor-settings.ts';
import { includedSettings } from './grammar.ts';
import { checkGrammar, found, type Found, type DescriptorProblem } from './grammar-problems.ts';
import { readSource, type SourceText } from './source-text.ts';

/** A descriptor and the files it includes, read as if it were one text. */
type Sources = Pick<SourceText, 'value' | 'locate'> & {
  /** What is wrong with the files themselves. */
  problems: DescriptorProblem[];
  /** Without this, `value` lacks something, and checks of it would find what is not wrong. */
  isWhole: boolean;
  /** The order of reading: by file, then from top to bottom. */
  inOrder(problems: readonly DescriptorProblem[]): DescriptorProblem[];
};

/** One file; the descriptor itself has the name ''. */
type Part = { file: string; by: string; source: SourceText };

const sections = ['roles', 'resources'] as const;

/** Reads the descriptor and, in the order in which they are named, what it includes. Never throws. */
export function readSources(text: string, files: IncludedFiles): Sources {
  const { parts, problems, isWhole } = readParts(text, files);
  const main = parts[0]!;
  const locate: SourceText['locate'] = (problem, path, at, inside) => {
    const [section, name] = path;
    const owner = parts.find(({ source }) => declares(source, section, name)) ?? main;
    return withFile(owner.file, owner.source.locate(problem, path, at, inside));
  };
  const order = new Map(parts.map(({ file }, index) => [file, index]));
  const rank = ({ file = '' }: DescriptorProblem): number => order.get(file) ?? 0;
  return {
    value: parts.length === 1 ? withoutInclude(main.source.value) : merge(parts),
    locate,
    problems: [...problems, ...findRedeclared(parts)],
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
      problems.push(placeIn(by, found('D039', path, { by: before.by || 'this descriptor' })));
      return;
    }
    const read = files.get(file) ?? { unreadable: 'there is no such file' };
    if ('text' in read) {
      add({ file, by: by.file, source: readSource(read.text) });
      return;
    }
    isWhole = false;
    problems.push(placeIn(by, found('D037', path, { reason: read.unreadable })));
  }

  add({ file: '', by: '', source: readSource(text) });
  return { parts, problems, isWhole };
}

/** The rest of the descriptor is checked when it is one with what it includes. */
function checkInclude(value: unknown): Found[] {
  const declared = isObject(value) ? value.include : undefined;
  return checkGrammar(descriptorSettings.shape.include, declared, ['include'], 'include');
}

function placeIn({ file, source }: Part, { found: problem, path, at }: Found): DescriptorProblem {
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
        return [placeIn(part, found('D038', [section, name], { other }, undefined, 'key'))];
      }),
    ),
  );
}

function declares(source: SourceText, section: unknown, name: unknown): boolean {
  const known = sections.find((each) => each === section);
  return known !== undefined && Object.hasOwn(sectionOf(source, known), String(name));
}

function sectionOf({ value }: SourceText, section: (typeof sections)[number]): JsonObject {
  const part = isObject(value) ? value[section] : undefined;
  return isObject(part) ? part : {};
}

/** What a section holds that is no object stays as it is in the descriptor itself, for the grammar to refuse. */
function merge(parts: readonly Part[]): unknown {
  const main = withoutInclude(parts[0]!.source.value);
  if (!isObject(main)) return main;
  const merged = sections.flatMap((section) => {
    if (main[section] !== undefined && !isObject(main[section])) return [];
    const declared = new Map<string, unknown>();
    for (const { source } of parts)
      for (const [name, value] of Object.entries(sectionOf(source, section)))
        // Of two the first counts, which is where problems with it are shown.
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

/** What stands in the files a descriptor includes, by their paths below its folder; or why one cannot be read. */
export type IncludedFiles = ReadonlyMap<string, { text: string } | { unreadable: string }>;

/** An entry of `include` that is a path, and the file it means, below the descriptor's folder. */
type Inclusion = { index: number; file: string };

/** The files a text includes, for whoever has to read them. What is no path is left to the checks. */
export function includedBy(file: string, text: string): string[] {
  return inclusionsOf(file, readSource(text)).map((inclusion) => inclusion.file);
}

/** The paths count from the including file, so that a folder of files can be moved as it is. */
function inclusionsOf(file: string, { value }: SourceText): Inclusion[] {
  const include = isObject(value) && Array.isArray(value.include) ? value.include : [];
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return include.flatMap((entry, index) =>
    includedFile.safeParse(entry).success ? [{ index, file: folder + entry }] : [],
  );
}
