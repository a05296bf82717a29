import TextField from '@mui/material/TextField';

type ChoiceProps<Value extends string> = {
  label: string;
  /** The label is only spoken: what stands around says it to those who see it. */
  isLabelHidden?: boolean;
  value: Value;
  /** What the first option is called, whose value is ''. */
  none?: string;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
};

/** The browser's own list: typing finds in it, and a phone shows it as it shows all of them. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, isLabelHidden = false, value, none, options, onChange } = props;
  return (
    <TextField
      select
      label={isLabelHidden ? undefined : label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      slotProps={{
        select: { native: true },
        htmlInput: isLabelHidden ? { 'aria-label': label } : {},
        inputLabel: { shrink: true },
      }}
      sx={{ m: 0, ...(isLabelHidden && { minWidth: 130, width: 'auto' }) }}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
