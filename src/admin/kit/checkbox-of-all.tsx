import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';

type CheckboxOfAllProps = Pick<CheckboxProps, 'edge'> & {
  chosen: 'all' | 'some' | 'none';
  label: string;
  /** Left out where the keys of a grid lead to it. */
  tabIndex?: number;
  onToggle: () => void;
};

/** Chooses all there are, or none; dashed when some are chosen. */
export function CheckboxOfAll({ chosen, label, tabIndex, onToggle, ...props }: CheckboxOfAllProps) {
  return (
    <Checkbox
      {...props}
      size="small"
      checked={chosen === 'all'}
      indeterminate={chosen === 'some'}
      onChange={onToggle}
      slotProps={{
        input: {
          'aria-label': label,
          tabIndex,
          // MUI only says so in ARIA, which must not differ from the state of the input.
          ref: (input: HTMLInputElement | null) => {
            if (input) input.indeterminate = chosen === 'some';
          },
        },
      }}
    />
  );
}
