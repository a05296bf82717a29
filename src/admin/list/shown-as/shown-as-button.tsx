import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useArrangingFields, useShownAs } from './use-shown-as.ts';

const ShownAsMenu = lazyPart(() => import('./shown-as-menu.tsx'), 'ShownAsMenu');

const icons = { table: <TableIcon />, board: <BoardIcon />, calendar: <CalendarIcon /> };

/** Says whether the list is a table, a board or a calendar, and opens the choice. */
export function ShownAsButton() {
  const { translate } = useI18n();
  const fields = useArrangingFields();
  const { kind = 'table' } = useShownAs() ?? {};
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (fields.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={kind === 'table' ? 'inherit' : 'primary'}
        startIcon={icons[kind]}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderColor: 'divider', bgcolor: 'background.paper', height: 36, px: 1.5 }}
      >
        <Box component="span" sx={visuallyHidden}>
          {translate('grid.show_as')}{' '}
        </Box>
        {translate(`grid.as_${kind}`)}
      </Button>
      {anchor && <ShownAsMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
