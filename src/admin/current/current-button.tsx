import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { displayTitle } from '../../descriptor/title.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useConfig } from '../config.tsx';
import { useWorkplaceTexts } from '../dashboard/workplace-texts.ts';
import { withProgress } from '../layout/progress.ts';
import { ResourceIcon } from '../layout/resource-icon.ts';
import { useText } from '../use-text.ts';
import { useCurrentId } from './use-current-id.ts';
import { useCurrentRecord } from './use-current-record.ts';
import type { Resource } from '../../descriptor/descriptor.ts';

const CurrentPopover = lazy(async () => ({
  default: (await withProgress(import('./current-popover.tsx'))).CurrentPopover,
}));

/** Which record of `app.current` one works on, and the way to another one. */
export function CurrentButton() {
  const { descriptor } = useConfig();
  const resource = descriptor.resources.get(descriptor.app.current ?? '');
  return resource ? <ButtonOf resource={resource} /> : null;
}

function ButtonOf({ resource }: { resource: Resource }) {
  const say = useText();
  const texts = useWorkplaceTexts().current;
  const [id, choose] = useCurrentId();
  const record = useCurrentRecord(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = record && displayTitle(resource, record);
  const label = fillTemplate(texts.choose, {
    label: say(resource.label),
    title: title ?? texts.none,
  });
  return (
    <>
      <Button
        color="inherit"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={label}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          minWidth: 40,
          maxWidth: { xs: 40, sm: 200, lg: 300 },
          px: { xs: 1, sm: 1.25 },
          gap: 1,
          flexShrink: 0,
          color: id === undefined ? 'text.secondary' : 'text.primary',
        }}
      >
        <Box component="span" sx={{ position: 'relative', display: 'flex' }}>
          <ResourceIcon name={resource.icon} sx={{ fontSize: '1.25rem' }} />
          {id !== undefined && <Box component="span" sx={dotSx} />}
        </Box>
        <Typography
          component="span"
          noWrap
          sx={{ display: { xs: 'none', sm: 'block' }, font: 'inherit' }}
        >
          {title ?? say(resource.label)}
        </Typography>
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <CurrentPopover
            anchor={anchor}
            label={label}
            resource={resource}
            id={id}
            onChoose={(chosen) => {
              setAnchor(null);
              if (chosen !== id) choose(chosen);
            }}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where there is no room for its name, that one is chosen. */
const dotSx = {
  position: 'absolute',
  top: -2,
  right: -2,
  width: 8,
  height: 8,
  borderRadius: '50%',
  bgcolor: 'primary.main',
};
