import { Checkbox, FormControlLabel, type FormControlLabelProps } from '@mui/material';

type CheckFieldProps = Pick<FormControlLabelProps, 'label' | 'checked' | 'disabled' | 'sx'> & {
  /** Less high, for one of many. */
  isDense?: boolean;
  /** Of what says more about the choice. */
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
};

export function CheckField({ onChange, isDense, describedBy, ...props }: CheckFieldProps) {
  return (
    <FormControlLabel
      {...props}
      onChange={(_, checked) => onChange(checked)}
      control={
        <Checkbox
          size="small"
          {...(isDense && { sx: { py: 0.5 } })}
          slotProps={{ input: { 'aria-describedby': describedBy } }}
        />
      }
    />
  );
}
