import type { Job } from '../../contract/jobs.ts';
import { useQuery } from '@tanstack/react-query';
import { problemText } from '../messages/problem-text.ts';
import { Choice } from '../kit/choice.tsx';
import { useNumber } from '../kit/use-number.ts';
import { readProblems, type Outcome, type RowsFilter } from './jobs.ts';
import { useTexts } from '../messages/texts.ts';

type ProblemFilterProps = {
  job: Job;
  outcome: Outcome;
  filter: RowsFilter;
  onChange: (filter: RowsFilter) => void;
};

/** What is wrong with the rows, or deserves a look, by column and kind, the most frequent first; one of them shows its rows alone. */
export function ProblemFilter({ job, outcome, filter, onChange }: ProblemFilterProps) {
  const { outcomes: texts } = useTexts('transfer');
  const number = useNumber();
  const { data = [] } = useQuery({
    queryKey: ['job-problems', job.id, outcome, job.endedAt],
    queryFn: ({ signal }) => readProblems(job.id, outcome, signal),
  });
  if (data.length < 2) return null;
  const value = data.findIndex(
    ({ column, code }) => column === filter.column && String(code) === filter.code,
  );
  return (
    <Choice
      label={texts.which}
      value={value < 0 ? '' : String(value)}
      options={[
        ['', texts.allProblems],
        ...data.map((one, at) => {
          const text = [one.column, problemText(one)].filter((part) => part !== '').join(': ');
          return [String(at), `${text} (${number(one.count)})`] as const;
        }),
      ]}
      onChange={(at) => {
        const chosen = at === '' ? undefined : data[Number(at)];
        onChange(chosen ? { column: chosen.column, code: String(chosen.code) } : {});
      }}
    />
  );
}
