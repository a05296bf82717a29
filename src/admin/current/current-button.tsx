import { Badge, Button, Popover, Typography } from '@mui/material';
import { useState } from 'react';
import { displayTitle } from '../../descriptor/title.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useConfig } from '../config.tsx';
import { useWorkplaceTexts } from '../dashboard/workplace-texts.ts';
import { ResourceIcon } from '../layout/resource-icon.ts';
import { useText } from '../use-text.ts';
import { CurrentChoice } from './current-choice.tsx';
import { useCurrentId } from './use-current-id.ts';
import { useCurrentRecord } from './use-current-record.ts';
import type { Resource } from '../../descriptor/descriptor.ts';

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
        <Badge color="primary" variant="dot" invisible={id === undefined}>
          <ResourceIcon name={resource.icon} sx={{ fontSize: '1.25rem' }} />
        </Badge>
        <Typography
          component="span"
          noWrap
          sx={{ display: { xs: 'none', sm: 'block' }, font: 'inherit' }}
        >
          {title ?? say(resource.label)}
        </Typography>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { width: 'min(360px, calc(100vw - 24px))', p: 1.5 },
          },
        }}
      >
        <CurrentChoice
          resource={resource}
          id={id}
          onChoose={(chosen) => {
            setAnchor(null);
            if (chosen !== id) choose(chosen);
          }}
        />
      </Popover>
    </>
  );
}
