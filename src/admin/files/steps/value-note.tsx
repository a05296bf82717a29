import { Typography } from '@mui/material';
import type { ColumnValues } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';

/** What an answer does not cover: rows behind those that were counted, and values that are not listed. */
export function ValueNote({ columnValues }: { columnValues: ColumnValues }) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const { rows, others } = columnValues;
  return (
    <>
      {!rows.isWhole && <Hint>{fillTemplate(texts.part, { count: number(rows.count) })}</Hint>}
      {others > 0 && <Hint>{fillTemplate(texts.others, { count: number(others) })}</Hint>}
    </>
  );
}

type ValuesStateProps = { data: ColumnValues | undefined; error: Error | null };

/** That values are read, why they could not be, or what the answer does not cover. */
export function ValuesState({ data, error }: ValuesStateProps) {
  const texts = useTexts('import-values');
  return (
    <>
      {!data && !error && <Typography component={Status}>{texts.loading}</Typography>}
      <ProblemAlert error={error} />
      {data && <ValueNote columnValues={data} />}
    </>
  );
}
