import { Checkbox, FormControlLabel, type FormControlLabelProps } from '@mui/material';

type CheckFieldProps = Pick<FormControlLabelProps, 'label' | 'checked' | 'disabled' | 'sx'> & {
  onChange: (checked: boolean) => void;
};

export function CheckField({ onChange, ...props }: CheckFieldProps) {
  return (
    <FormControlLabel
      {...props}
      onChange={(_, checked) => onChange(checked)}
      control={<Checkbox size="small" />}
    />
  );
}
