import { Box, Button, Dialog, Popover, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { FilterLiveForm, useListContext, useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { uiOf } from '../field-value.tsx';
import { useResource } from '../use-resource.ts';
import { withoutField } from './filter-groups.ts';

type FilterEditorProps = { field: Field; anchor: HTMLElement; onClose: () => void };

/** The conditions a field's type offers. The list follows while one chooses. */
export function FilterEditor({ field, anchor, onClose }: FilterEditorProps) {
  const view = useResource();
  const say = useText();
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { Filter } = uiOf(field);
  const title = useId();
  const label = say(field.label);
  return (
    <Surface anchor={anchor} onClose={onClose} labelledBy={title}>
      <Typography id={title} component="h2" variant="subtitle2" sx={{ mb: 1.5 }}>
        {label}
      </Typography>
      {/* Enter sends the form, which the list follows anyway; it means "that is it". */}
      <Box onSubmit={onClose}>
        <FilterLiveForm debounce={300}>
          <Filter field={field} source={field.name} label={label} />
        </FilterLiveForm>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1.5 }}>
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            setFilters(withoutField(view, filterValues, field));
            onClose();
          }}
        >
          {translate('list.clear')}
        </Button>
        <Button size="small" onClick={onClose}>
          {translate('list.done')}
        </Button>
      </Box>
    </Surface>
  );
}

type SurfaceProps = {
  anchor: HTMLElement;
  onClose: () => void;
  labelledBy: string;
  children: ReactNode;
};

/** By the chip where there is room, over everything where there is none. */
function Surface({ anchor, onClose, labelledBy, children }: SurfaceProps) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const content = <Box sx={{ p: 2, width: { sm: 360 } }}>{children}</Box>;
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
