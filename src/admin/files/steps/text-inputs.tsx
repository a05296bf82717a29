import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { letterCases } from '../../../files/steps/step.ts';
import { useTexts } from '../../messages/texts.ts';
import { PartCheck, Parts, PartSelect, PartText, useStepTitle } from './part-inputs.tsx';
import type { StepInputsProps } from './step-inputs-props.ts';

export function ReplaceInputs({ step, onChange }: StepInputsProps<'replace'>) {
  const { parts } = useTexts('import-steps');
  const { find, by, isPattern = false } = step;
  return (
    <Parts>
      <PartText
        part="find"
        label={parts.find}
        value={find}
        onChange={(text) => onChange({ ...step, find: text })}
      />
      <PartText
        part="by"
        label={parts.by}
        value={by}
        onChange={(text) => onChange({ ...step, by: text })}
      />
      <PartCheck
        label={parts.isPattern}
        checked={isPattern}
        onChange={(is) => onChange({ ...step, isPattern: is })}
      />
    </Parts>
  );
}

export function RemoveInputs({ step, onChange }: StepInputsProps<'remove'>) {
  return (
    <Parts>
      <TwoTexts
        names={['prefix', 'suffix']}
        values={step}
        onChange={(changed) => onChange({ ...step, ...changed })}
      />
    </Parts>
  );
}

type TwoTextsProps<Name extends 'prefix' | 'suffix' | 'after' | 'before'> = {
  names: readonly Name[];
  values: Readonly<Partial<Record<Name, string | undefined>>>;
  onChange: (changed: Partial<Record<Name, string>>) => void;
};

/** Two texts of which one is enough. */
function TwoTexts<Name extends 'prefix' | 'suffix' | 'after' | 'before'>(
  props: TwoTextsProps<Name>,
) {
  const { names, values, onChange } = props;
  const { parts } = useTexts('import-steps');
  return names.map((name) => (
    <PartText
      key={name}
      part={name}
      label={parts[name]}
      value={values[name] ?? ''}
      onChange={(text) => onChange({ [name]: text } as Partial<Record<Name, string>>)}
    />
  ));
}

export function CaseInputs({ step, onChange }: StepInputsProps<'case'>) {
  const { parts, cases } = useTexts('import-steps');
  return (
    <Parts>
      <PartSelect
        part="to"
        label={parts.to}
        value={step.to}
        options={letterCases.map((one) => [one, cases[one]])}
        onChange={(to) => onChange({ ...step, to })}
      />
    </Parts>
  );
}

export function TakeInputs({ step, onChange }: StepInputsProps<'take'>) {
  return (
    <Parts>
      <TwoTexts
        names={['after', 'before']}
        values={step}
        onChange={(changed) => onChange({ ...step, ...changed })}
      />
    </Parts>
  );
}

export function PartOfListInputs({ step, onChange }: StepInputsProps<'part'>) {
  const { parts, numberHint } = useTexts('import-steps');
  const [text, setText] = useState(String(step.number));
  return (
    <Parts>
      <PartText
        part="separator"
        label={parts.separator}
        value={step.separator}
        maxLength={20}
        onChange={(separator) => onChange({ ...step, separator })}
      />
      <PartText
        part="number"
        label={parts.number}
        value={text}
        hint={numberHint}
        maxLength={5}
        onChange={(typed) => {
          setText(typed);
          onChange({ ...step, number: typed.trim() === '' ? 0 : Number(typed) });
        }}
      />
    </Parts>
  );
}

export function SplitInputs({ step, onChange }: StepInputsProps<'split'>) {
  const { parts, addInto } = useTexts('import-steps');
  const { separator, into } = step;
  return (
    <Parts>
      <PartText
        part="separator"
        label={parts.separator}
        value={separator}
        maxLength={20}
        onChange={(text) => onChange({ ...step, separator: text })}
      />
      {into.map((name, at) => (
        <Box key={at} sx={removableSx}>
          <PartText
            part="into"
            label={fillTemplate(parts.into, { at: at + 1 })}
            value={name}
            isName
            onChange={(text) => onChange({ ...step, into: into.with(at, text) })}
          />
          {into.length > 1 && (
            <RemovePart
              at={at}
              onClick={() => onChange({ ...step, into: into.toSpliced(at, 1) })}
            />
          )}
        </Box>
      ))}
      {into.length < MOST_PARTS && (
        <Button
          startIcon={<AddIcon />}
          sx={addSx}
          onClick={() => onChange({ ...step, into: [...into, ''] })}
        >
          {addInto}
        </Button>
      )}
    </Parts>
  );
}

export function JoinInputs({ step, columns, onChange }: StepInputsProps<'join'>) {
  const { parts, addColumn } = useTexts('import-steps');
  const { columns: joined, separator, into } = step;
  const free = columns.find((name) => !joined.includes(name) && name !== into);
  return (
    <Parts>
      {joined.map((name, at) => (
        <Box key={at} sx={removableSx}>
          <PartSelect
            part="columns"
            label={fillTemplate(parts.columns, { at: at + 1 })}
            value={name}
            options={[...new Set([...columns.filter((one) => one !== into), name])].map((one) => [
              one,
              one,
            ])}
            onChange={(one) => onChange({ ...step, columns: joined.with(at, one) })}
          />
          {joined.length > 1 && (
            <RemovePart
              at={at}
              onClick={() => onChange({ ...step, columns: joined.toSpliced(at, 1) })}
            />
          )}
        </Box>
      ))}
      {free !== undefined && joined.length < MOST_PARTS && (
        <Button
          startIcon={<AddIcon />}
          sx={addSx}
          onClick={() => onChange({ ...step, columns: [...joined, free] })}
        >
          {addColumn}
        </Button>
      )}
      <PartText
        part="separator"
        label={parts.separator}
        value={separator}
        maxLength={20}
        onChange={(text) => onChange({ ...step, separator: text })}
      />
      <PartText
        part="into"
        label={parts.joined}
        value={into}
        isName
        onChange={(text) => onChange({ ...step, into: text })}
      />
    </Parts>
  );
}

function RemovePart({ at, onClick }: { at: number; onClick: () => void }) {
  const { removeInto } = useTexts('import-steps');
  const step = useStepTitle();
  return (
    <IconButton
      size="small"
      aria-label={fillTemplate(removeInto, { at: at + 1, step })}
      onClick={onClick}
    >
      <CloseIcon fontSize="small" />
    </IconButton>
  );
}

/** The most columns that a step splits into or joins. */
const MOST_PARTS = 50;

const removableSx = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'center',
  '& > .MuiTextField-root': { flex: 1 },
};
const addSx = { alignSelf: 'center', justifySelf: 'start' };
