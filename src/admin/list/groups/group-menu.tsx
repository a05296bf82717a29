import { Box, Button, Popover } from '@mui/material';
import { maxGroupLevels } from '../../../descriptor/filter/aggregates.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { useGroups } from './use-groups.ts';

type GroupMenuProps = { anchor: HTMLElement; onClose: () => void };

/** Chooses up to three fields to group by, the outermost first. */
export function GroupMenu({ anchor, onClose }: GroupMenuProps) {
  const texts = useTexts('groups');
  const { texts: app, say } = useI18n();
  const { fields, offered, group } = useGroups();
  const names = fields.map(({ name }) => name);
  const levels = Math.min(names.length + 1, maxGroupLevels);
  const choose = (level: number, name: string): void =>
    group(name === '' ? names.slice(0, level) : names.with(level, name));
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': app.grid.groupList,
          sx: { width: 300, p: 2 },
        },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {texts.by.slice(0, levels).map((label, level) => (
          <NativeSelect
            key={label}
            label={label}
            value={names[level] ?? ''}
            none={texts.none}
            options={offered
              .filter(({ name }) => name === names[level] || !names.includes(name))
              .map((field) => [field.name, say(field.label)] as const)}
            onChange={(name) =>
              level < names.length ? choose(level, name) : group([...names, name])
            }
          />
        ))}
        {names.length > 0 && (
          <Button size="small" color="inherit" onClick={() => group([])}>
            {texts.clear}
          </Button>
        )}
      </Box>
    </Popover>
  );
}
