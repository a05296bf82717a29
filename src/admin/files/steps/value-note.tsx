import type { ColumnValues } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';

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
