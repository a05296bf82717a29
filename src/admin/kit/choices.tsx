import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import type { ReactNode } from 'react';

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value | '';
  options: readonly { value: Value; label: ReactNode; isDisabled?: boolean }[];
  onChange: (value: Value) => void;
  /** How many options stand side by side where there is room; one without it. */
  columns?: number;
};

/** One of a few options, all in sight. Without a value none is chosen yet. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, value, options, onChange, columns = 1 } = props;
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }}>
      <FormLabel component="legend" sx={{ fontWeight: 600, fontSize: '0.875rem', mb: 0.5 }}>
        {label}
      </FormLabel>
      <RadioGroup
        value={value}
        onChange={(_, next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen) onChange(chosen.value);
        }}
        sx={columns === 1 ? undefined : besideSx(columns)}
      >
        {options.map(({ value: each, label: text, isDisabled = false }) => (
          <FormControlLabel
            key={each}
            value={each}
            disabled={isDisabled}
            control={<Radio size="small" sx={{ py: 0.5 }} />}
            label={text}
            sx={{ alignItems: 'flex-start', mr: 0, '& .MuiFormControlLabel-label': labelSx }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

const besideSx = (columns: number) => ({
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: `repeat(${Math.min(columns, MAX_COLUMNS)}, minmax(0, 1fr))`,
  },
  columnGap: 2,
  alignItems: 'start',
});

const MAX_COLUMNS = 3;

const labelSx = { minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem', pt: 0.5 };
