import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ColumnValue, NearRecord } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Naming } from '../../../files/import/import-parts.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { OtherRecord } from './other-record.tsx';
import { shownValue } from './read-values.ts';

type NameRowProps = {
  counted: ColumnValue;
  /** The collection of the records. */
  to: string;
  by: Naming['by'];
  onDecide: (becomes: string) => void;
};

/** A name that no record has: the records that may be meant, another one, or none. */
export function NameRow({ counted, to, by, onDecide }: NameRowProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [isSearching, setSearching] = useState(false);
  const { value, count, near } = counted;
  const shown = shownValue(value);
  return (
    <Box component="li" aria-label={shown} sx={rowSx}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {shown}
        </Box>{' '}
        <Hint variant="caption" component="span">
          {fillTemplate(texts.rows, { count: number(count) })}
        </Hint>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}>
        {near?.map((record) => (
          <NearButton
            key={record._id}
            record={record}
            value={shown}
            onTake={() => onDecide(record.value)}
          />
        ))}
        {near?.length === 0 && <Hint variant="caption">{texts.noneNear}</Hint>}
        <Button
          size="small"
          aria-label={fillTemplate(texts.otherOf, { value: shown })}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {texts.other}
        </Button>
        <Button
          size="small"
          color="inherit"
          aria-label={fillTemplate(texts.keepOf, { value: shown })}
          onClick={() => onDecide(value)}
        >
          {texts.keep}
        </Button>
      </Box>
      {isSearching && (
        <OtherRecord
          to={to}
          by={by}
          label={fillTemplate(texts.otherOf, { value: shown })}
          onChoose={onDecide}
        />
      )}
    </Box>
  );
}

type NearButtonProps = { record: NearRecord; value: string; onTake: () => void };

function NearButton({ record, value, onTake }: NearButtonProps) {
  const { title, by, reason, score } = record;
  const texts = useTexts('import-values');
  const why = `${texts.reasons[reason]} · ${score}`;
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={fillTemplate(texts.takeOf, { record: `${shownValue(title)} ${why}`, value })}
      title={title.includes(by) ? undefined : by}
      onClick={onTake}
      sx={{ textTransform: 'none', textAlign: 'left', overflowWrap: 'anywhere' }}
    >
      <span>
        {shownValue(title)}{' '}
        <Hint variant="caption" component="span">
          {why}
        </Hint>
      </span>
    </Button>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  gap: 1,
  alignItems: 'start',
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
