import { Box, Button } from '@mui/material';
import type { InspectedColumn } from '../../../contract/jobs.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { guessSpelling } from '../../../files/import/suggest/guess-spelling.ts';
import type { Step } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { changeChoice, type ColumnChoice } from '../job-settings.ts';
import type { Cleaning } from '../use-inspection.ts';
import { cellsOf } from './sample-cells.ts';

type ColumnAdviceProps = {
  column: InspectedColumn;
  field: Field;
  choice: ColumnChoice;
  cleaning: Cleaning;
};

/** What the samples of a column need before the field can hold them: a step, or another field. */
export function ColumnAdvice({ column, field, choice, cleaning }: ColumnAdviceProps) {
  const { columns: texts } = useTexts('files');
  const { say } = useI18n();
  const { name } = column;
  const samples = cellsOf(column).filter((cell) => cell !== null && cell !== '');
  const spelling = guessSpelling(field, samples);
  if (spelling) {
    const { find, by, example } = spelling;
    const step: Step = { do: 'replace', column: name, find, by, isPattern: true };
    return (
      <Offer
        says={fillTemplate(texts.spelling, example)}
        action={texts.respell}
        label={fillTemplate(texts.respellOf, { name })}
        onTake={() => cleaning.onChange([...cleaning.steps, step])}
      />
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

type CleaningOffersProps = Omit<ColumnAdviceProps, 'cleaning'> & {
  onChange: (choice: ColumnChoice) => void;
};

/** What the cells of a column have in common that the field should not store, each with a button that removes it. */
export function CleaningOffers({ column, field, choice, onChange }: CleaningOffersProps) {
  const { columns: texts } = useTexts('files');
  const { number } = useI18n();
  const { name, cleaning } = column;
  if (!cleaning) return null;
  const { cells, prefix, empty } = cleaning;
  const mayRemove =
    prefix !== undefined &&
    choice.prefix === undefined &&
    !field.kind.relation &&
    fitsWithout(column, field, { ...choice, prefix });
  // Where the field offers the sign as a value, it means something.
  const isValue = empty && field.kind.offers !== undefined && accepts(field, empty.sign);
  return (
    <>
      {mayRemove && (
        <Offer
          says={fillTemplate(texts.prefixed, { prefix })}
          action={texts.removePrefix}
          label={fillTemplate(texts.removePrefixOf, { prefix, name })}
          onTake={() => onChange(changeChoice(choice, { prefix }))}
        />
      )}
      {empty && choice.empty === undefined && !isValue && (
        <Offer
          says={fillTemplate(texts.signs, {
            sign: empty.sign,
            count: number(empty.count),
            cells: number(cells),
          })}
          action={texts.empty}
          label={fillTemplate(texts.emptySignOf, { sign: empty.sign, name })}
          onTake={() => onChange(changeChoice(choice, { empty: empty.sign }))}
        />
      )}
    </>
  );
}

/** Whether the field accepts the cells that it is shown without their prefix; an address would be none without it. */
function fitsWithout(column: InspectedColumn, field: Field, choice: ColumnChoice): boolean {
  return cellsOf(column).some((cell) => accepts(field, cell, choice));
}

type OfferProps = { says: string; action: string; label: string; onTake: () => void };

/** States something about a column, with a button that acts on it. */
export function Offer({ says, action, label, onTake }: OfferProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Hint variant="caption" sx={{ overflowWrap: 'anywhere' }}>
        {says}
      </Hint>
      <Button size="small" aria-label={label} onClick={onTake}>
        {action}
      </Button>
    </Box>
  );
}
