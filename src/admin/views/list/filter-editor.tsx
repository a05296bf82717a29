import { Box, Button, Dialog, Popover, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { uiOf } from '../field-value.tsx';
import { useFilterForm } from './use-filter-form.ts';

type FilterEditorProps = { field: Field; anchor: HTMLElement; onClose: () => void };

/** The conditions a field's type offers. The list follows while one chooses. */
export function FilterEditor({ field, anchor, onClose }: FilterEditorProps) {
  const { form, clear } = useFilterForm(field);
  const say = useText();
  const translate = useTranslate();
  const { Filter } = uiOf(field);
  const title = useId();
  const label = say(field.label);
  return (
    <Surface anchor={anchor} onClose={onClose} labelledBy={title}>
      <Typography id={title} component="h2" variant="subtitle2" sx={{ mb: 1.5 }}>
        {label}
      </Typography>
      <FormProvider {...form}>
        <Box
          component="form"
          ref={focusFirst}
          // The list follows anyway; Enter means "that is it".
          onSubmit={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          <Filter field={field} source={field.name} label={label} />
          <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1.5 }}>
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                clear();
                onClose();
              }}
            >
              {translate('list.clear')}
            </Button>
            <Button type="submit" size="small">
              {translate('list.done')}
            </Button>
          </Box>
        </Box>
      </FormProvider>
    </Surface>
  );
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, [role="combobox"]')?.focus();
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
