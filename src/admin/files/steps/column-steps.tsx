import { Box, Typography } from '@mui/material';
import { useId, useRef, useState } from 'react';
import type { InspectedColumn } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { MOST_STEPS, type Step } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { SimilarValues } from '../lazy-values.ts';
import type { Cleaning } from '../use-inspection.ts';
import { AddStep } from './add-step.tsx';
import { createStep } from './step-defaults.ts';
import { idOfStep, moveStep, replaceStep, stepsOfColumn } from './step-drafts.ts';
import { StepItem } from './step-item.tsx';
import { useSentence } from './use-sentence.ts';

export type ColumnStepsProps = {
  id: string;
  column: InspectedColumn;
  /** All columns of the file after the steps. */
  columns: readonly string[];
  /** The field that a column maps to. */
  fieldOf: (column: string) => Field | undefined;
  cleaning: Cleaning;
};

/** The steps that read or write a column: to add, change, order and remove them. */
export function ColumnSteps({ id, column, columns, fieldOf, cleaning }: ColumnStepsProps) {
  const texts = useTexts('import-steps');
  const sentence = useSentence();
  const frame = useRef<HTMLDivElement>(null);
  const names = useId();
  const [announcement, setSaid] = useState('');
  const [added, setAdded] = useState<string>();
  const { steps, answers, onChange } = cleaning;
  const { name, samples } = column;
  const shown = stepsOfColumn(steps, name);
  const title = fillTemplate(texts.title, { column: name });
  const add = (kind: Step['do']): void => {
    const step = createStep(kind, {
      column: name,
      samples: samples.map(String),
      columns,
      signColumn: fillTemplate(texts.signColumn, { column: name }),
    });
    setAdded(idOfStep(step));
    onChange([...steps, step]);
  };
  const move = (step: Step, by: -1 | 1): void => {
    const moved = moveStep(steps, step, { by, shown });
    const at = moved.indexOf(step) + 1;
    setSaid(fillTemplate(texts.placed, { step: sentence(step), at, all: moved.length }));
    onChange(moved);
  };
  const remove = (step: Step): void => {
    setSaid(fillTemplate(texts.removed, { step: sentence(step) }));
    onChange(steps.filter((one) => one !== step));
    // Its button is gone with it.
    frame.current?.focus();
  };
  return (
    <Box ref={frame} id={id} role="group" aria-label={title} tabIndex={-1} sx={frameSx}>
      <Typography component="h4" variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Hint>{shown.length > 0 ? texts.lead : `${texts.none} ${texts.lead}`}</Hint>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {shown.map((step, at) => (
          <StepItem
            key={idOfStep(step)}
            step={step}
            steps={steps}
            columns={columns}
            cleaning={cleaning}
            problems={answers.problemsOf(step)}
            field={'column' in step ? fieldOf(step.column) : undefined}
            names={names}
            isFirst={at === 0}
            isLast={at === shown.length - 1}
            isAdded={idOfStep(step) === added}
            onChange={(changed) => onChange(replaceStep(steps, step, changed))}
            onMove={(by) => move(step, by)}
            onRemove={() => remove(step)}
          />
        ))}
      </Box>
      {steps.length < MOST_STEPS ? (
        <AddStep column={name} onAdd={add} />
      ) : (
        <Hint>{texts.most}</Hint>
      )}
      <SimilarValues column={name} cleaning={cleaning} />
      <Box component={Status} sx={visuallyHidden}>
        {announcement}
      </Box>
      <FieldNames id={names} />
    </Box>
  );
}

/** The labels of the fields, as names for new columns: a column with such a name maps on its own. */
function FieldNames({ id }: { id: string }) {
  const { writable } = useResource();
  const say = useText();
  return (
    <datalist id={id}>
      {writable.map((field) => (
        <option key={field.name}>{say(field.label)}</option>
      ))}
    </datalist>
  );
}

const frameSx = {
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  p: { xs: 1, sm: 2 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'action.hover',
};
