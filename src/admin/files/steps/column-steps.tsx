import { Box, Typography, Button, ListItemText, Menu, MenuItem } from '@mui/material';
import { useId, useRef, useState } from 'react';
import type { InspectedColumn } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { MOST_STEPS, type Step, stepKinds } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { openedSx } from '../columns/cells-as-rows.tsx';
import { SimilarValues } from '../lazy-values.ts';
import type { Cleaning } from '../use-inspection.ts';
import { createStep } from './step-defaults.ts';
import { idOfStep, moveStep, replaceStep, stepsOfColumn } from './step-drafts.ts';
import { StepItem } from './step-item.tsx';
import { useSentence } from './use-sentence.ts';
import AddIcon from '@mui/icons-material/Add';

type ColumnStepsProps = {
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
  const [announcement, announce] = useState('');
  const { steps, answers, onChange } = cleaning;
  const { name } = column;
  const { addedId, add } = useAddedStep(cleaning, column, columns);
  const shown = stepsOfColumn(steps, name);
  const title = fillTemplate(texts.title, { column: name });
  const move = (step: Step, by: -1 | 1): void => {
    const moved = moveStep(steps, step, { by, shown });
    const at = moved.indexOf(step) + 1;
    announce(fillTemplate(texts.placed, { step: sentence(step), at, all: moved.length }));
    onChange(moved);
  };
  const remove = (step: Step): void => {
    announce(fillTemplate(texts.removed, { step: sentence(step) }));
    onChange(steps.filter((one) => one !== step));
    // Its button is gone with it.
    frame.current?.focus();
  };
  return (
    <Box
      ref={frame}
      id={id}
      role="group"
      aria-label={title}
      tabIndex={-1}
      sx={{ ...openedSx, gridColumn: '1 / -1' }}
    >
      <Typography component="h4" variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Hint>{shown.length > 0 ? texts.lead : `${texts.none} ${texts.lead}`}</Hint>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {shown.map((step, at) => (
          <StepItem
            key={idOfStep(step)}
            {...{ step, steps, columns, cleaning, names }}
            problems={answers.problemsOf(step)}
            field={'column' in step ? fieldOf(step.column) : undefined}
            isFirst={at === 0}
            isLast={at === shown.length - 1}
            isAdded={idOfStep(step) === addedId}
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

/** Adds a step with what the samples of the column suggest. */
function useAddedStep(
  { steps, onChange }: Cleaning,
  { name, samples }: InspectedColumn,
  columns: readonly string[],
) {
  const texts = useTexts('import-steps');
  const [addedId, setAddedId] = useState<string>();
  const add = (kind: Step['do']): void => {
    const signColumn = fillTemplate(texts.signColumn, { column: name });
    const place = { column: name, samples: samples.map(String), columns, signColumn };
    const step = createStep(kind, place);
    setAddedId(idOfStep(step));
    onChange([...steps, step]);
  };
  return { addedId, add };
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

type AddStepProps = { column: string; onAdd: (kind: Step['do']) => void };

/** A menu of the kinds of steps, each with what it is for. */
function AddStep({ column, onAdd }: AddStepProps) {
  const texts = useTexts('import-steps');
  const button = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Step['do']>();
  return (
    <>
      <Button
        id={button}
        variant="outlined"
        size="small"
        startIcon={<AddIcon />}
        aria-label={fillTemplate(texts.addOf, { column })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ justifySelf: 'start', backgroundColor: 'background.paper' }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {texts.add}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-labelledby': button, dense: true },
          // Only then is the focus free for the inputs of the new step.
          transition: {
            onExited: () => {
              if (chosen) onAdd(chosen);
              setChosen(undefined);
            },
          },
        }}
      >
        {stepKinds.map((kind) => {
          const [name, what] = texts.kinds[kind];
          return (
            <MenuItem
              key={kind}
              onClick={() => {
                setChosen(kind);
                setAnchor(null);
              }}
              sx={{ whiteSpace: 'normal', maxWidth: 420 }}
            >
              <ListItemText primary={name} secondary={what} />
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
