import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import {
  checkActionCode,
  checkFieldCode,
  checkHookCode,
  checkIcons,
} from '../../api/check-code.ts';
import { checkPageCode } from '../../descriptor/read/checks/page-checks.ts';
import type { DescriptorText } from '../../contract/structure/texts.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { includedBy, type IncludedFiles } from '../../descriptor/read/sources.ts';
import { parseDescriptor, type DescriptorProblem } from '../../descriptor/read/parse-descriptor.ts';
import { checkScreens } from './check-extensions.ts';
import { codeFor } from './installation-code.ts';
import { readDescriptorText } from './descriptor-text.ts';
import { Refusal, toLine } from '../refusal.ts';

/** The result of reading: the descriptor, or all its problems with their files. */
export type Reading = {
  outcome: { descriptor: Descriptor; warnings: FileProblem[] } | { problems: FileProblem[] };
  /** The descriptor's own file and all included files, even unreadable ones. */
  files: readonly string[];
  /** What those that can be read say, with paths relative to the folder of the descriptor. */
  texts: readonly DescriptorText[];
};

type FileProblem = DescriptorProblem & { file: string };

/** Reads a descriptor, or refuses with all its problems as `file:line:column`, which editors turn into links. */
export async function readDescriptor(path: string): Promise<Descriptor> {
  const { outcome } = await inspectDescriptor(path);
  if ('descriptor' in outcome) return outcome.descriptor;
  throw new Refusal(outcome.problems.map(toPlacedLine), { problems: outcome.problems });
}

/** Reads a descriptor and the files it includes. Only the descriptor's own file has to exist. */
export async function inspectDescriptor(path: string): Promise<Reading> {
  const text = await readDescriptorText(path);
  const included = await readIncluded(path, text);
  const toFile = (file: string): string => join(dirname(path), file);
  const outcome = inspectTexts(text, included, (file) =>
    relative('.', file === undefined ? path : toFile(file)),
  );
  return {
    outcome,
    files: [path, ...[...included.keys()].map(toFile)],
    texts: [{ path: basename(path), text }, ...toTexts(included)],
  };
}

/** The files that can be read. */
export function toTexts(included: IncludedFiles): DescriptorText[] {
  return [...included].flatMap(([path, part]) =>
    'text' in part ? [{ path, text: part.text }] : [],
  );
}

/** Checks texts as if they were files, together with the code of this installation. */
export function inspectTexts(
  text: string,
  included: IncludedFiles,
  toFile: (included: string | undefined) => string,
): Reading['outcome'] {
  const parsed = parseDescriptor(text, included, (descriptor) => {
    const { actions, routes, screens, hooks, fields: computed = [] } = codeFor(descriptor);
    const knownPages = Object.entries(screens.pages).map(([name, { resources }]) => ({
      name,
      resources,
    }));
    return [
      ...checkActionCode(descriptor, actions, routes),
      ...checkHookCode(descriptor, hooks),
      ...checkFieldCode(descriptor, computed),
      ...checkScreens(descriptor, screens.replace),
      ...checkPageCode(descriptor, knownPages),
      ...checkIcons(descriptor),
    ];
  });
  const inFile = (one: DescriptorProblem): FileProblem => ({ ...one, file: toFile(one.file) });
  return 'descriptor' in parsed
    ? { descriptor: parsed.descriptor, warnings: parsed.warnings.map(inFile) }
    : { problems: parsed.problems.map(inFile) };
}

export function toPlacedLine(problem: FileProblem): string {
  return `${problem.file}:${problem.line}:${problem.column} ${toLine(problem)}`;
}

/** Reads what a text includes, from files, or from where `read` finds it. */
export async function readIncluded(
  path: string,
  text: string,
  read = readPart,
): Promise<IncludedFiles> {
  const files = new Map<string, { text: string } | { unreadable: string }>();
  const paths = includedBy('', text);
  for (const file of paths) {
    if (files.has(file)) continue;
    const part = await read(path, file);
    files.set(file, part);
    // The loop also visits what is added here.
    if ('text' in part) paths.push(...includedBy(file, part.text));
  }
  return files;
}

async function readPart(
  path: string,
  file: string,
): Promise<{ text: string } | { unreadable: string }> {
  if (file === basename(path)) return { unreadable: 'it is the including file itself' };
  try {
    return { text: await readFile(join(dirname(path), file), 'utf8') };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { unreadable: code === 'ENOENT' ? 'there is no such file' : code };
  }
}
