import { Box, Chip } from '@mui/material';
import type { Webhook } from '../../../contract/webhooks.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

/** Whether it works, and when it tries again. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const texts = useTexts('webhooks');
  const { enabled, failingSince, nextAt } = webhook;
  const working = failingSince === null ? 'enabled' : 'failing';
  const state = enabled ? working : 'disabled';
  const colour = { enabled: 'success', failing: 'error', disabled: 'default' } as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
      <Chip size="small" variant="outlined" color={colour[state]} label={texts.states[state]} />
      {enabled && nextAt && <span>{fillTemplate(texts.next, { when: showDateTime(nextAt) })}</span>}
    </Box>
  );
}
