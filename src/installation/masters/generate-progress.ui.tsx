import { Box, LinearProgress, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useConfig } from '../../admin/client/config.tsx';
import type { Progress } from '../../contract/events.ts';
import { onServerEvent } from '../../admin/client/events/server-events.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { texts } from './generate-texts.ts';

/** What is being done, and of how much how much is done, as the server tells it. */
export function GenerateProgress({ dryRun }: { dryRun: boolean }) {
  const say = useText();
  const number = useNumber();
  const { _id: own } = useConfig().user;
  const [at, setAt] = useState<Progress>();
  useEffect(
    () =>
      onServerEvent((told) => {
        if (told.event === 'process.progress' && told.data.createdBy === own) setAt(told.data);
      }),
    [own],
  );
  const { phase, rows = 0, total = 0 } = at ?? {};
  const written = dryRun ? texts.comparing : texts.writing;
  const what = say(phase === 'writing' ? written : texts.reading);
  const count = fillTemplate(say(texts.ofTotal), { rows: number(rows), total: number(total) });
  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        <Status as="span">{what}</Status>
        {/* Not said aloud four times a second. */}
        {total > 0 && <span aria-hidden>{` · ${count}`}</span>}
      </Typography>
      <LinearProgress
        aria-label={what}
        {...(total > 0 && { variant: 'determinate', value: Math.min(100, (100 * rows) / total) })}
      />
    </Box>
  );
}
