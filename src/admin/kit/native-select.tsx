import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';

type Options<Value extends string> = readonly (readonly [value: Value, text: string])[];

type NativeSelectProps<Value extends string> = {
  label: string;
  /** Hides the label visually, where the surroundings say the same; screen readers still read it. */
  isLabelHidden?: boolean;
  /** The name for screen readers, where the label alone would be ambiguous. */
  accessibleName?: string;
  /** What is wrong with the value. */
  problem?: string | undefined;
  /** Below the select, with the problem in it. */
  help?: ReactNode;
  value: Value;
  /** The label of a first option with the value ''. */
  none?: string;
  options: Options<Value>;
  /** More options, each group under its label. */
  groups?: readonly { label: string; options: Options<Value> }[];
  onChange: (value: Value) => void;
};

/** The browser's own select: typing finds an option, and a phone shows its usual list. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { label, isLabelHidden = false, value, none, options, groups = [], onChange } = props;
  const { problem, help = problem, accessibleName = isLabelHidden ? label : undefined } = props;
  return (
    <TextField
      select
      label={isLabelHidden ? undefined : label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      error={problem !== undefined}
      helperText={help}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': accessibleName },
        inputLabel: { shrink: true },
      }}
      sx={{ m: 0, ...(isLabelHidden && { minWidth: 130, width: 'auto' }) }}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(toOption)}
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.options.map(toOption)}
        </optgroup>
      ))}
    </TextField>
  );
}

function toOption([name, text]: Options<string>[number]) {
  return (
    <option key={name} value={name}>
      {text}
    </option>
  );
}

/** Inputs side by side, as many as fit if each is at least so wide. */
export const inputsSx = (least: number, maxWidth?: number) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`,
  gap: 1.5,
  maxWidth,
});
