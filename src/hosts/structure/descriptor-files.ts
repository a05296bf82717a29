import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DescriptorFiles } from '../../api/api-services.ts';
import type { FileProblem } from '../../contract/meta.ts';
import type { DescriptorText } from '../../contract/structure/texts.ts';
import { descriptorProblem } from '../../descriptor/read/descriptor-problem.ts';
import type { DescriptorProblemCode } from '../../fields/problems/descriptor-problem-codes.ts';
import type { Log } from '../../store/log-fields.ts';
import { inspectTexts, readIncluded, toTexts } from '../read/read-descriptor.ts';
import { unlessMissing } from '../unless-missing.ts';
import { commitFiles } from './commit-files.ts';
import { canReplace, replaceFile } from './replace-file.ts';

type FileParts = {
  /** Of the descriptor itself. */
  path: string;
  /** Whether each change becomes a commit. */
  commits: boolean;
  log: Log;
  follow(): Promise<void>;
};

/** The files of the descriptor as the API sees them: texts with paths relative to the folder of the descriptor. */
export function openDescriptorFiles({ path, commits, log, follow }: FileParts): DescriptorFiles {
  const name = basename(path);
  const recent = createRecent<ReturnType<typeof inspectTexts>>();
  const placeOf = (file: string): string => join(dirname(path), file);

  async function read(): Promise<DescriptorText[]> {
    // A server goes on without its file, and people can still see and repair the descriptor.
    const text = await unlessMissing(readFile(path, 'utf8'));
    if (text === undefined) return [];
    return [{ path: name, text }, ...toTexts(await readIncluded(path, text))];
  }

  return {
    name,
    read,
    inspect: async (files) => {
      const unfit = await findUnfit(files);
      if (unfit.length > 0) return { problems: unfit };
      const [main, ...rest] = sortMainFirst(files, name);
      return recent.of(files, () => {
        const included = new Map(rest.map((each) => [each.path, { text: each.text }]));
        return inspectTexts(main?.text ?? '', included, (file) => file ?? name);
      });
    },
    isWritable: () => canReplace(path),
    write: async (files, change) => {
      const now = new Map((await read()).map((each) => [each.path, each.text]));
      const changed = files.filter((each) => now.get(each.path) !== each.text);
      const places = changed.map((each) => placeOf(each.path));
      const checks = await Promise.all([path, ...places].map((place) => canReplace(place)));
      if (!checks.every(Boolean)) return false;
      // The descriptor itself comes last: it may include what has just been written.
      for (const each of sortMainFirst(changed, name).toReversed())
        await replaceFile(placeOf(each.path), each.text);
      if (commits && places.length > 0) await commitFiles(dirname(path), places, change, log);
      return true;
    },
    follow,
  };

  /** Texts that are no files of this descriptor: nobody includes them, or they would replace another file. */
  async function findUnfit(files: readonly DescriptorText[]): Promise<FileProblem[]> {
    const texts = new Map(files.map((each) => [each.path, each.text]));
    const main = texts.get(name);
    if (main === undefined) return [problemOf('D037', name, { reason: 'there is no such file' })];
    const named = await readIncluded(path, main, async (_, file) => {
      const text = texts.get(file);
      return text === undefined ? { unreadable: 'there is no such file' } : { text };
    });
    const known = new Set((await read()).map((each) => each.path));
    const unfit: FileProblem[] = [];
    for (const file of texts.keys()) {
      if (file === name) continue;
      if (!named.has(file)) unfit.push(problemOf('D112', file));
      else if (!known.has(file) && (await isOther(placeOf(file), texts.get(file))))
        unfit.push(problemOf('D113', file));
    }
    return unfit;
  }
}

/**
 * What the texts of a change and of what it began from say: its check, its plan and its application read both again and
 * again, and a large descriptor takes a tenth of a second.
 */
function createRecent<Outcome>() {
  const most = 2;
  const known = new Map<string, Outcome>();
  return {
    of(files: readonly DescriptorText[], inspect: () => Outcome): Outcome {
      const key = JSON.stringify(files.map(({ path, text }) => [path, text]));
      const outcome = known.get(key) ?? inspect();
      known.delete(key);
      known.set(key, outcome);
      for (const oldest of [...known.keys()].slice(0, -most)) known.delete(oldest);
      return outcome;
    },
  };
}

/** A file of the same text is what an undone change has left. */
async function isOther(path: string, text: string | undefined): Promise<boolean> {
  const present = await unlessMissing(readFile(path, 'utf8'));
  return present !== undefined && present !== text;
}

function problemOf(
  code: DescriptorProblemCode,
  file: string,
  params: Record<string, string> = {},
): FileProblem {
  return { ...descriptorProblem(code, '', params), file, line: 1, column: 1 };
}

function sortMainFirst(files: readonly DescriptorText[], name: string): readonly DescriptorText[] {
  return [
    ...files.filter((each) => each.path === name),
    ...files.filter((each) => each.path !== name),
  ];
}
