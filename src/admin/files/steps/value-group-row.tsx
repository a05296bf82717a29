import { Box, Button } from '@mui/material';
import type { ValueGroup } from '../../../contract/column-values.ts';
import { requireItem } from '../../../fields/require-entry.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { LONGEST_VALUE } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { TextInput } from '../text-input.tsx';
import { shownValue } from './read-values.ts';

type ValueGroupRowProps = {
  group: ValueGroup;
  /** What its values become. */
  becomes: string;
  isMade: boolean;
  onType: (text: string) => void;
  onMake: () => void;
  onUndo: () => void;
};

/** A group of nearly equal values: choose one of them, or type another. */
export function ValueGroupRow(props: ValueGroupRowProps) {
  const { group, becomes, isMade, onType, onMake, onUndo } = props;
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const name = shownValue(requireItem(group.values, 0).value);
  return (
    <Box component="li" aria-label={fillTemplate(texts.groupOf, { value: name })} sx={rowSx}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}>
        {group.values.map(({ value, count }) => (
          <Button
            key={value}
            size="small"
            variant={value === becomes ? 'contained' : 'outlined'}
            aria-pressed={value === becomes}
            onClick={() => onType(value)}
            sx={{ textTransform: 'none', overflowWrap: 'anywhere' }}
          >
            {shownValue(value)} · {number(count)}
          </Button>
        ))}
      </Box>
      {isMade ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Hint>{fillTemplate(texts.made, { value: shownValue(becomes) })}</Hint>
          <Button
            size="small"
            aria-label={fillTemplate(texts.undoOf, { value: name })}
            onClick={onUndo}
          >
            {texts.undo}
          </Button>
        </Box>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <TextInput
            label={texts.becomes}
            value={becomes}
            onChange={onType}
            input={{
              maxLength: LONGEST_VALUE,
              'aria-label': fillTemplate(texts.becomesOf, { value: name }),
              autoComplete: 'off',
            }}
            sx={{ flex: 1, minWidth: 160 }}
          />
          <Button
            size="small"
            variant="outlined"
            aria-label={fillTemplate(texts.makeOneOf, { value: name })}
            onClick={onMake}
          >
            {texts.makeOne}
          </Button>
        </Box>
      )}
    </Box>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 1.5,
  alignItems: 'center',
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
