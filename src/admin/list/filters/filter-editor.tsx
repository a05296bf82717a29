import { Box, Dialog, Popover, Skeleton, Typography, useMediaQuery } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { Field } from '../../../fields/type/field.ts';
import { useText } from '../../messages/use-text.ts';

const FilterForm = lazyPart(() => import('./filter-form.tsx'), 'FilterForm');

type FilterEditorProps = { field: Field; anchor: HTMLElement; onClose: () => void };

/** The editor of a field's conditions. It opens at once, even before its inputs are loaded. */
export function FilterEditor({ field, anchor, onClose }: FilterEditorProps) {
  const say = useText();
  const title = useId();
  return (
    <Surface anchor={anchor} onClose={onClose} labelledBy={title}>
      <Typography id={title} component="h2" variant="subtitle2" sx={{ mb: 1.5 }}>
        {say(field.label)}
      </Typography>
      <FilterForm
        fallback={<Skeleton variant="rounded" height={96} />}
        field={field}
        onClose={onClose}
      />
    </Surface>
  );
}

type SurfaceProps = {
  anchor: HTMLElement;
  onClose: () => void;
  labelledBy: string;
  children: ReactNode;
};

/** Beside the chip if there is room, else over everything. */
function Surface({ anchor, onClose, labelledBy, children }: SurfaceProps) {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const content = (
    <Box data-passing sx={{ p: 2, width: { sm: 360 } }}>
      {children}
    </Box>
  );
  if (isNarrow) {
    return (
      <Dialog open fullWidth onClose={onClose} aria-labelledby={labelledBy}>
        {content}
      </Dialog>
    );
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': labelledBy,
          sx: { mt: 0.5, overflow: 'visible' },
        },
      }}
    >
      {content}
    </Popover>
  );
}
