import type { Path } from '../../../../descriptor/read/source-text.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';

/** What the check says about a part of the descriptor: about it as a whole, and about what is in it, by its next step. */
export function useProblems(path: Path) {
  const { check } = useStructureDraft().check;
  const place = path.join('.');
  const found = (check?.problems ?? [])
    .filter((problem) => problem.path === place || problem.path.startsWith(`${place}.`))
    .map((problem) => ({
      step: problem.path.slice(place.length + 1).split('.')[0] ?? '',
      text: problemText(problem),
    }));
  const join = (some: typeof found): string | undefined =>
    some.map(({ text }) => text).join(' ') || undefined;
  return {
    own: join(found.filter(({ step }) => step === '')),
    all: join(found),
    /** About what is none of these. */
    besides: (names: readonly string[]): string | undefined =>
      join(found.filter(({ step }) => step !== '' && !names.includes(step))),
  };
}
