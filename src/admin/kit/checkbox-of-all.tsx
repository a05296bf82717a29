import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';

type CheckboxOfAllProps = Pick<CheckboxProps, 'edge'> & {
  chosen: ReturnType<typeof toChosen>;
  label: string;
  /** Omitted where the keys of a grid reach it. */
  tabIndex?: number;
  onToggle: () => void;
};

/** How many of all records are chosen; `none` where there are none. */
export function toChosen(count: number, all: number): 'all' | 'some' | 'none' {
  if (count === 0) return 'none';
  return count === all ? 'all' : 'some';
}

/** A checkbox that selects all records or none; dashed when some are selected. */
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
          // MUI sets this state only in ARIA, which must not differ from the state of the input.
          ref: (input: HTMLInputElement | null) => {
            if (input) input.indeterminate = chosen === 'some';
          },
        },
      }}
    />
  );
}
