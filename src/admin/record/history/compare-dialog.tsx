import { Box, FormControlLabel, Switch, Typography, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import type { PastRecord } from '../../../contract/past.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { MadeBy } from './made-by.tsx';
import { PastTitles } from './past-titles.tsx';
import { PastValue, wordsOf } from './past-value.tsx';
import { hasPast, isSameValue } from './to-changes.ts';
import { usePastRecord } from './use-history.ts';
import { WordDiff } from './word-diff.tsx';

type CompareDialogProps = { id: string; from: number; to: number; onClose: () => void };

/** Two versions of a record side by side, or one below the other where there is no room. */
export function CompareDialog({ id, from, to, onClose }: CompareDialogProps) {
  const texts = useTexts('history');
  const { resource } = useResource();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const one = usePastRecord(resource, id, from);
  const other = usePastRecord(resource, id, to);
  return (
    <DialogFrame
      title={fillTemplate(texts.compareTwo, { from, to })}
      maxWidth="lg"
      fullScreen={isNarrow}
      cancel={texts.close}
      focus="cancel"
      onClose={onClose}
    >
      {one.data && other.data ? (
        <Comparison one={one.data} other={other.data} />
      ) : (
        <QueryState error={one.error ?? other.error} isPending loading={texts.loading} />
      )}
    </DialogFrame>
  );
}

type ComparisonProps = { one: PastRecord; other: PastRecord };

function Comparison({ one, other }: ComparisonProps) {
  const texts = useTexts('history');
  const { readable } = useResource();
  const [isOnly, setOnly] = useState(true);
  const fields = readable.filter(hasPast);
  const differing = new Set(
    fields.filter(
      ({ name }) =>
        !isSameValue(one.record[name], other.record[name]) ||
        one.erased.includes(name) !== other.erased.includes(name),
    ),
  );
  const shown = isOnly ? fields.filter((field) => differing.has(field)) : fields;
  return (
    <>
      <FormControlLabel
        control={<Switch size="small" checked={isOnly} onChange={(_, only) => setOnly(only)} />}
        label={texts.onlyDifferences}
        sx={{ mb: 1 }}
      />
      <Box sx={gridSx}>
        <Box className="head" />
        <HeadOf past={one} />
        <HeadOf past={other} />
        {shown.map((field) => (
          <ComparedField
            key={field.name}
            field={field}
            one={one}
            other={other}
            isDifferent={differing.has(field)}
          />
        ))}
      </Box>
      {shown.length === 0 && (
        <Typography sx={{ mt: 2 }} color="text.secondary">
          {texts.same}
        </Typography>
      )}
    </>
  );
}

function HeadOf({ past }: { past: PastRecord }) {
  const texts = useTexts('history');
  return (
    <Box className="head">
      <Typography component="h3" variant="subtitle2">
        {fillTemplate(texts.version, { version: past.version })}
      </Typography>
      <MadeBy origin={past} />
    </Box>
  );
}

type ComparedFieldProps = ComparisonProps & { field: Field; isDifferent: boolean };

function ComparedField({ field, one, other, isDifferent }: ComparedFieldProps) {
  const texts = useTexts('history');
  const say = useText();
  const { name } = field;
  const words = isDifferent ? wordsOf(field, one.record[name], other.record[name]) : undefined;
  const valueOf = ({ erased, record }: PastRecord, side: 'before' | 'after') => {
    if (erased.includes(name)) return <em>{texts.erased}</em>;
    if (words) return <WordDiff {...words} side={side} isWhole />;
    return <PastValue field={field} value={record[name]} />;
  };
  return (
    <Box role="group" aria-label={say(field.label)} sx={{ display: 'contents' }}>
      <Box className="label">
        {isDifferent && (
          <Box component="span" role="img" aria-label={texts.differs} sx={{ mr: 0.75 }}>
            ≠
          </Box>
        )}
        {say(field.label)}
      </Box>
      {([one, other] as const).map((past, index) => (
        <Box key={index} className={isDifferent ? 'value different' : 'value'}>
          <Box component="span" sx={captionSx}>
            {`${fillTemplate(texts.version, { version: past.version })}: `}
          </Box>
          <PastTitles titles={past.titles}>
            {valueOf(past, index === 0 ? 'before' : 'after')}
          </PastTitles>
        </Box>
      ))}
    </Box>
  );
}

/** Where the values stand one below the other, no head says which version they are of. */
const captionSx = {
  typography: 'caption',
  display: 'block',
  color: 'text.secondary',
  '@media (min-width:600px)': visuallyHidden,
} as const;

const gridSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'minmax(110px, 1fr) repeat(2, minmax(0, 2.5fr))',
  },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  fontSize: '0.9375rem',
  '& > .head': {
    px: 1.5,
    py: 1,
    bgcolor: 'action.hover',
    '&:empty': { display: { xs: 'none', sm: 'block' } },
  },
  '& .label, & .value': { px: 1.5, py: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .label': {
    fontWeight: 600,
    fontSize: '0.875rem',
    borderTop: 1,
    borderColor: 'divider',
    pb: { xs: 0, sm: 1 },
  },
  '& .value': { borderTop: { sm: 1 }, borderColor: { sm: 'divider' } },
  '& .different': { bgcolor: 'action.selected' },
};
