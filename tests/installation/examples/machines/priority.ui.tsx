import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { defineScreen, type ScreenProps } from '../../../../src/admin/extending.ts';

function PriorityInput({ value, onChange, onBlur, control }: ScreenProps<'input'>) {
  return (
    <RadioGroup
      {...control}
      row
      value={value ?? ''}
      onChange={(_, chosen) => onChange(Number(chosen))}
      onBlur={onBlur}
    >
      {[1, 2, 3, 4, 5].map((level) => (
        <FormControlLabel
          key={level}
          value={level}
          label={level}
          control={<Radio size="small" />}
          sx={{ mr: 0.5 }}
        />
      ))}
    </RadioGroup>
  );
}

export const priorityInput = defineScreen('input', PriorityInput);
