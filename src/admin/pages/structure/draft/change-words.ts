import type { Refusal } from '../../../../descriptor/edits/open-files.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { problemText } from '../../../messages/problem-text.ts';
import type { Namespaces } from '../../../messages/namespaces.ts';

type Texts = Namespaces['structure-draft'];

/** A place of the descriptor as people know it: `books › title › required`. */
export function pathText(path: Path): string {
  const isResource = path[0] === 'resources' && path.length > 1;
  return path
    .filter((step, at) => !isResource || !(at === 0 || (at === 2 && step === 'fields')))
    .join(' › ');
}

/** Why an edit is not possible, and what to do instead. */
export function refusalText(
  { reason, path, problem, source = [] }: Refusal,
  { refused }: Texts,
): string {
  if (reason === 'name' && problem) return problemText(problem);
  return fillTemplate(refused[reason], {
    path: pathText(path),
    source: pathText(source),
    line: problem?.line ?? 1,
    problem: problem ? problemText(problem) : '',
  });
}

const LONGEST = 80;

/** A value as the text has it, cut if it is long. */
function valueText(value: unknown, unset: string): string {
  if (value === undefined) return unset;
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A value as the text has it, from shortly before where it differs from another one. */
export function differingText(value: unknown, other: unknown, unset: string): string {
  const [text = '', against = ''] = [value, other].map((one) => JSON.stringify(one) ?? '');
  const same = [...text].findIndex((one, at) => one !== against[at]);
  if (text.length <= LONGEST || same < LONGEST / 2) return valueText(value, unset);
  const from = same - LONGEST / 4;
  return `…${text.slice(from, from + LONGEST)}${text.length > from + LONGEST ? '…' : ''}`;
}
