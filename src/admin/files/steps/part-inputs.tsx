import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton } from '@mui/material';
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';
import type { JobRequest } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Step } from '../../../files/steps/step.ts';
import { capitalise } from '../../client/http.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { CheckField } from '../../resource/check-field.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { TextInput } from '../text-input.tsx';
import type { StepOf } from './step-drafts.ts';

export type StepInputsProps<Kind extends Step['do']> = {
  step: StepOf<Kind>;
  onChange: (step: Step) => void;
  /** All columns of the file after the steps. */
  columns: readonly string[];
  jobId: string;
  layout: JobRequest['layout'];
  /** The complete steps that run before this one. */
  before: readonly Step[];
  /** The field that the column maps to. */
  field: Field | undefined;
};

/** The step that inputs belong to. */
type StepFrame = {
  /** What it is called: `2. Read numbers in Amount`. */
  title: string;
  /** What the server has against it; the path is that of the part. */
  problems: readonly Problem[];
  /** The id of a `datalist` of names for new columns. */
  names: string;
};

const Frame = createContext<StepFrame>({ title: '', problems: [], names: '' });

export const StepFrameProvider = Frame.Provider;

/** The title of the step, for the names of further controls. */
export function useStepTitle(): string {
  return useContext(Frame).title;
}

type PartName = keyof ReturnType<typeof useTexts<'import-steps'>>['parts'];

type PartProps = {
  /** The name of the part in the request. */
  part: PartName;
  /** Absent: the usual label of the part. */
  label?: string | undefined;
};

/** The label of a part, its accessible name, and its problem. */
function usePart({ part, label: ownLabel }: PartProps) {
  const { title, problems } = useContext(Frame);
  const { partOf, parts } = useTexts('import-steps');
  const label = ownLabel ?? parts[part];
  const problem = problems.find(({ path }) => path === part);
  return {
    label,
    name: fillTemplate(partOf, { part: label, step: title }),
    problem: problem && capitalise(problemText(problem)),
  };
}

type PartTextProps = PartProps & {
  value: string;
  onChange: (text: string) => void;
  maxLength?: number;
  hint?: string | undefined;
  /** Offers the labels of fields, by which a new column maps on its own. */
  isName?: boolean;
  isNumber?: boolean;
};

export function PartText(props: PartTextProps) {
  const { value, onChange, maxLength = 1_000, hint, isName, isNumber } = props;
  const { names } = useContext(Frame);
  const { label, name, problem } = usePart(props);
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      error={problem !== undefined}
      helperText={problem ?? hint}
      input={{
        maxLength,
        'aria-label': name,
        autoComplete: 'off',
        spellCheck: false,
        ...(isName && { list: names }),
        ...(isNumber && { inputMode: 'numeric' }),
      }}
    />
  );
}

type PartSelectProps = PartProps &
  Pick<ComponentProps<typeof NativeSelect<string>>, 'value' | 'options' | 'onChange'>;

export function PartSelect({ part, label, ...select }: PartSelectProps) {
  const { label: shown, name, problem } = usePart({ part, label });
  return <NativeSelect {...select} label={shown} accessibleName={name} problem={problem} />;
}

/** A step, and its parts of a type. */
type PartOf<Own extends Step, Type> = {
  step: Own;
  part: PartName & { [Name in keyof Own]-?: Own[Name] extends Type ? Name : never }[keyof Own];
  onChange: (step: Own) => void;
};

type StepTextProps<Own extends Step> = PartOf<Own, string | undefined> &
  Pick<PartTextProps, 'label' | 'maxLength' | 'isName'>;

/** The input of a text of a step. */
export function StepText<Own extends Step>({ step, onChange, ...props }: StepTextProps<Own>) {
  return (
    <PartText
      {...props}
      value={String(step[props.part] ?? '')}
      onChange={(text) => onChange({ ...step, [props.part]: text })}
    />
  );
}

type StepSelectProps<Own extends Step> = PartOf<Own, string | undefined> &
  Pick<PartSelectProps, 'options'> & {
    /** The choice for a step without the part. */
    usual?: string;
  };

/** The choice of a part of a step; the choice '' leaves the part out. */
export function StepSelect<Own extends Step>(props: StepSelectProps<Own>) {
  const { step, part, options, usual = '', onChange } = props;
  return (
    <PartSelect
      part={part}
      options={options}
      value={String(step[part] ?? usual)}
      onChange={(one) => onChange({ ...step, [part]: one === '' ? undefined : one })}
    />
  );
}

/** A part of a step that is on or off. */
export function StepCheck<Own extends Step>(props: PartOf<Own, boolean | undefined>) {
  const { step, part, onChange } = props;
  const { parts } = useTexts('import-steps');
  return (
    <CheckField
      label={parts[part]}
      checked={step[part] === true}
      onChange={(is) => onChange({ ...step, [part]: is })}
      sx={{ gridColumn: '1 / -1', '& .MuiFormControlLabel-label': { fontSize: '0.875rem' } }}
    />
  );
}

type PartListProps = {
  items: readonly string[];
  /** What the button adds; undefined if nothing can be added. */
  next: string | undefined;
  addLabel: string;
  onChange: (items: readonly string[]) => void;
  /** The input of one item. */
  renderItem: (item: string, at: number, onChange: (item: string) => void) => ReactNode;
};

/** The columns that a step splits into or joins: to change, add and remove. */
export function PartList({ items, next, addLabel, onChange, renderItem }: PartListProps) {
  const { removeInto } = useTexts('import-steps');
  const step = useStepTitle();
  return (
    <>
      {items.map((item, at) => (
        <Box key={at} sx={removableSx}>
          {renderItem(item, at, (changed) => onChange(items.with(at, changed)))}
          {items.length > 1 && (
            <IconButton
              size="small"
              aria-label={fillTemplate(removeInto, { at: at + 1, step })}
              onClick={() => onChange(items.toSpliced(at, 1))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {next !== undefined && items.length < MAX_LISTED_COLUMNS && (
        <Button startIcon={<AddIcon />} sx={addSx} onClick={() => onChange([...items, next])}>
          {addLabel}
        </Button>
      )}
    </>
  );
}

const MAX_LISTED_COLUMNS = 50;

const removableSx = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'center',
  '& > .MuiTextField-root': { flex: 1 },
};
const addSx = { alignSelf: 'center', justifySelf: 'start' };

/** The inputs of a step side by side, as many as fit. */
export function Parts({ children }: { children: ReactNode }) {
  return <Box sx={partsSx}>{children}</Box>;
}

const partsSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 210px), 1fr))',
  gap: 1.5,
  alignItems: 'start',
};
