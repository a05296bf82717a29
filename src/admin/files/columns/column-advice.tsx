import { Box, Button } from '@mui/material';
import type { InspectedColumn } from '../../../contract/jobs.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { guessSpelling } from '../../../files/import/suggest/guess-spelling.ts';
import type { Step } from '../../../files/steps/step.ts';
import { cellsOf } from './sample-cells.ts';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import type { ColumnChoice } from '../job-settings.ts';
import type { Cleaning } from '../use-inspection.ts';

type ColumnAdviceProps = {
  column: InspectedColumn;
  field: Field;
  choice: ColumnChoice;
  cleaning: Cleaning;
};

/** What the samples of a column need before the field can hold them: a step, or another field. */
export function ColumnAdvice({ column, field, choice, cleaning }: ColumnAdviceProps) {
  const { columns: texts } = useTexts('files');
  const say = useText();
  const { name } = column;
  const samples = cellsOf(column).filter((cell) => cell !== null && cell !== '');
  const spelling = guessSpelling(field, samples);
  if (spelling) {
    const { find, by, example } = spelling;
    const step: Step = { do: 'replace', column: name, find, by, isPattern: true };
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Hint variant="caption">{fillTemplate(texts.spelling, example)}</Hint>
        <Button
          size="small"
          aria-label={fillTemplate(texts.respellOf, { name })}
          onClick={() => cleaning.onChange([...cleaning.steps, step])}
        >
          {texts.respell}
        </Button>
      </Box>
    );
  }
  // Names of records are looked up only in the dry run.
  const isChecked = samples.length > 0 && !field.kind.relation;
  if (!isChecked || samples.some((cell) => accepts(field, cell, choice))) return null;
  return (
    <Hint variant="caption" component="div" sx={{ color: 'warning.main' }}>
      {fillTemplate(texts.misfit, { field: say(field.label) })}
    </Hint>
  );
}
