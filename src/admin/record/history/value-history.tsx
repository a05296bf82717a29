import CloseIcon from '@mui/icons-material/Close';
import { Box, Dialog, IconButton, Popover, Typography, useMediaQuery } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { toHistoryPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { PastFiles } from '../past-files.tsx';
import { ValueVersions } from './value-versions.tsx';
import { hasPast } from './to-changes.ts';

type ValueHistoryProps = {
  record: RaRecord;
  /** Undefined where the user has not chosen a cell, and chooses a field here. */
  field?: Field;
  /** The cell; undefined: in the middle of the window. */
  at?: DOMRect;
  onClose: () => void;
};

/** Who set a value of a record, when and by what, and what it was before. */
export function ValueHistory({ record, field: ofCell, at, onClose }: ValueHistoryProps) {
  const texts = useTexts('history');
  const say = useText();
  const { resource, readable } = useResource();
  const fields = readable.filter(hasPast);
  const [field, setField] = useState(ofCell ?? fields[0]);
  const heading = useId();
  return (
    <ValueFrame at={at} heading={heading} onClose={onClose}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, pt: 0.5 }}>
          <Typography component="h2" id={heading} variant="subtitle1" sx={{ fontWeight: 700 }}>
            {field && fillTemplate(texts.value.title, { field: say(field.label) })}
          </Typography>
          <Hint sx={{ overflowWrap: 'anywhere' }}>{displayTitle(resource, record)}</Hint>
        </Box>
        <IconButton size="small" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {ofCell === undefined && (
        <Box sx={{ mb: 2, mt: 1.5, display: 'grid' }}>
          <NativeSelect
            label={texts.field}
            value={field?.name ?? ''}
            options={fields.map(({ name, label }) => [name, say(label)] as const)}
            onChange={(name) => setField(fields.find((each) => each.name === name))}
          />
        </Box>
      )}
      {field && (
        <PastFiles id={String(record.id)}>
          <ValueVersions key={field.name} record={record} field={field} onDone={onClose} />
        </PastFiles>
      )}
      <Box sx={{ mt: 1.5 }}>
        <TextLink to={toHistoryPath(resource, record.id)}>{texts.value.whole}</TextLink>
      </Box>
    </ValueFrame>
  );
}

type ValueFrameProps = Pick<ValueHistoryProps, 'onClose'> & {
  at: DOMRect | undefined;
  /** The id of the element that names it. */
  heading: string;
  children: ReactNode;
};

/** The dialog opens beside the cell. Without a cell, or without room beside it, it opens in the middle of the window. */
function ValueFrame({ at, heading, onClose, children }: ValueFrameProps) {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const content = <Box sx={{ p: 2, pt: 1 }}>{children}</Box>;
  if (isNarrow || !at)
    return (
      <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={heading}>
        {content}
      </Dialog>
    );
  const isBelow = window.innerHeight - at.bottom > Math.min(360, at.top);
  return (
    <Popover
      open
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={{ top: isBelow ? at.bottom + 4 : at.top - 4, left: at.left }}
      transformOrigin={{ vertical: isBelow ? 'top' : 'bottom', horizontal: 'left' }}
      // The grid focuses its cell.
      disableRestoreFocus
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': heading, sx: { width: 440, maxHeight: 420 } },
      }}
    >
      {content}
    </Popover>
  );
}
