import { Chip } from '@mui/material';
import type { CellProps, FieldUi } from './field-ui.ts';
import { SomeOf } from './screen/some-of.ui.tsx';

export const tagsUi: FieldUi = {
  Cell: TagsCell,
  width: () => 'wide',
};

function TagsCell({ value, place }: CellProps) {
  return (
    <SomeOf
      members={value as readonly string[]}
      place={place}
      draw={(tags) =>
        tags.map((tag) => ({
          key: tag,
          node: (
            <Chip
              size="small"
              variant="outlined"
              label={tag}
              title={tag}
              sx={{ maxWidth: place === 'list' ? 160 : '100%' }}
            />
          ),
        }))
      }
    />
  );
}
