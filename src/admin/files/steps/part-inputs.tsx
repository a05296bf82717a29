import { Box, TextField } from '@mui/material';
import { createContext, useContext, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { capitalise } from '../../client/http.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';

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

type PartProps = {
  /** The name of the part in the request. */
  part: string;
  label: string;
};

type PartTextProps = PartProps & {
  value: string;
  onChange: (text: string) => void;
  maxLength?: number;
  hint?: string;
  /** Offers the labels of fields, by which a new column maps on its own. */
  isName?: boolean;
  isNumber?: boolean;
};

export function PartText(props: PartTextProps) {
  const { part, label, value, onChange, maxLength = 1_000, hint, isName, isNumber } = props;
  const { names } = useContext(Frame);
  const { name, problem } = usePart(part, label);
  return (
    <TextField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={problem !== undefined}
      helperText={problem ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          maxLength,
          'aria-label': name,
          autoComplete: 'off',
          spellCheck: false,
          ...(isName && { list: names }),
          ...(isNumber && { inputMode: 'numeric' }),
        },
      }}
      sx={{ m: 0 }}
    />
  );
}

type PartSelectProps<Value extends string> = PartProps & {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
};

export function PartSelect<Value extends string>(props: PartSelectProps<Value>) {
  const { part, label, value, options, onChange } = props;
  const { name, problem } = usePart(part, label);
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': name },
        inputLabel: { shrink: true },
      }}
      sx={{ m: 0 }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

type PartCheckProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function PartCheck({ label, checked, onChange }: PartCheckProps) {
  return (
    <CheckField
      label={label}
      checked={checked}
      onChange={onChange}
      sx={{ gridColumn: '1 / -1', '& .MuiFormControlLabel-label': { fontSize: '0.875rem' } }}
    />
  );
}

/** The title of the step, for the names of further controls. */
export function useStepTitle(): string {
  return useContext(Frame).title;
}

/** The accessible name of a part, and its problem. */
function usePart(part: string, label: string): { name: string; problem: string | undefined } {
  const { title, problems } = useContext(Frame);
  const { partOf } = useTexts('import-steps');
  const problem = problems.find(({ path }) => path === part);
  return {
    name: fillTemplate(partOf, { part: label, step: title }),
    problem: problem && capitalise(problemText(problem)),
  };
}

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
