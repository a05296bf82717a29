import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, IconButton, Paper, Typography } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Step } from '../../../files/steps/step.ts';
import { capitalise } from '../../client/http.ts';
import { Hint } from '../../kit/hint.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Cleaning } from '../use-inspection.ts';
import { StepFrameProvider } from './part-inputs.tsx';
import { toSentStep, toSentSteps } from './step-drafts.ts';
import { StepInputs } from './step-inputs.tsx';
import { StepEffect } from './step-preview.tsx';
import { useSentence } from './use-sentence.ts';

type StepItemProps = {
  step: Step;
  /** All steps of the import. */
  steps: readonly Step[];
  columns: readonly string[];
  cleaning: Cleaning;
  problems: readonly Problem[];
  field: Field | undefined;
  names: string;
  isFirst: boolean;
  isLast: boolean;
  /** Whether somebody has just added it. */
  isAdded: boolean;
  onChange: (step: Step) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** A step with its inputs and what it does. */
export function StepItem(props: StepItemProps) {
  const { step, steps, columns, cleaning, problems, field, names, isAdded, onChange } = props;
  const texts = useTexts('import-steps');
  const sentence = useSentence();
  const item = useFocusOf(isAdded);
  const at = steps.indexOf(step);
  const title = `${at + 1}. ${sentence(step)}`;
  const isComplete = toSentStep(step) !== undefined;
  const incomplete = texts.incomplete[step.do as keyof typeof texts.incomplete];
  // Problems of a part without an input of its own.
  const others = problems.filter(
    ({ path }) => CHECKS.includes(path) || !Object.hasOwn(texts.parts, path),
  );
  return (
    <Paper
      ref={item}
      component="li"
      variant="outlined"
      tabIndex={-1}
      aria-label={title}
      sx={itemSx}
    >
      <Head {...props} title={title} place={{ at: at + 1, all: steps.length }} />
      <StepFrameProvider value={{ title, problems, names }}>
        <StepInputs
          step={step}
          columns={columns}
          jobId={cleaning.jobId}
          layout={cleaning.layout}
          before={toSentSteps(steps.slice(0, at)).map(({ sent }) => sent)}
          field={field}
          onChange={onChange}
        />
      </StepFrameProvider>
      {others.map((one) => (
        <Alert key={one.path} severity="error">
          {capitalise(problemText(one))}
        </Alert>
      ))}
      {!isComplete && <Alert severity="info">{incomplete}</Alert>}
      {isComplete && problems.length === 0 && (
        <StepEffect title={title} step={step} answers={cleaning.answers} />
      )}
    </Paper>
  );
}

/** The parts whose inputs cannot show a problem. */
const CHECKS = ['isPattern', 'serial'];

type HeadProps = Pick<StepItemProps, 'isFirst' | 'isLast' | 'onMove' | 'onRemove'> & {
  title: string;
  place: { at: number; all: number };
};

function Head({ title, place, isFirst, isLast, onMove, onRemove }: HeadProps) {
  const texts = useTexts('import-steps');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          component="h5"
          variant="body2"
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        {place.all > 1 && <Hint variant="caption">{fillTemplate(texts.place, place)}</Hint>}
      </Box>
      <HeadButton
        label={fillTemplate(texts.up, { step: title })}
        isOff={isFirst}
        onClick={() => onMove(-1)}
      >
        <MoveUpIcon fontSize="small" />
      </HeadButton>
      <HeadButton
        label={fillTemplate(texts.down, { step: title })}
        isOff={isLast}
        onClick={() => onMove(1)}
      >
        <MoveDownIcon fontSize="small" />
      </HeadButton>
      <HeadButton label={fillTemplate(texts.remove, { step: title })} onClick={onRemove}>
        <CloseIcon fontSize="small" />
      </HeadButton>
    </Box>
  );
}

type HeadButtonProps = {
  label: string;
  /** A step that reached an end keeps the focus on its button, which then does nothing. */
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function HeadButton({ label, isOff = false, onClick, children }: HeadButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
      sx={isOff ? { opacity: 0.35 } : {}}
    >
      {children}
    </IconButton>
  );
}

/** Moves the focus to a step that somebody has just added. */
function useFocusOf(isAdded: boolean) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAdded) return;
    const first = item.current?.querySelector<HTMLElement>('input, select');
    (first ?? item.current)?.focus();
  }, [isAdded]);
  return item;
}

const itemSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  p: { xs: 1, sm: 1.5 },
};
