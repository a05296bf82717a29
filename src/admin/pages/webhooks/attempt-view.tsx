import { Box, Typography } from '@mui/material';
import type { WebhookAttempt, WebhookDelivery } from '../../../contract/webhooks.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

/** One attempt: when, how long, what was sent and what was answered. */
export function AttemptView({ attempt }: { attempt: WebhookAttempt }) {
  const texts = useTexts('webhooks');
  const { at, took, url, headers, body, answer } = attempt;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Box sx={{ mb: 2 }}>
      <Typography sx={{ fontWeight: 600 }}>
        {showDateTime(at)} · {fillTemplate(texts.took, { took })} · <Outcome of={attempt} />
      </Typography>
      {attempt.detail !== null && <Typography variant="body2">{attempt.detail}</Typography>}
      <Block label={texts.request} text={[`POST ${url}`, ...lines, '', body ?? texts.erased]} />
      {answer !== null && answer !== '' && <Block label={texts.answer} text={[answer]} />}
    </Box>
  );
}

/** The status, and why an attempt failed. */
export function Outcome({ of }: { of: Pick<WebhookDelivery, 'status' | 'error'> }) {
  const texts = useTexts('webhooks');
  const lines = of.error === null ? [of.status] : [texts.errors[of.error], of.status];
  return (
    <Box component="span" sx={{ color: of.error === null ? undefined : 'error.main' }}>
      {lines.filter((each) => each !== null).join(' · ')}
    </Box>
  );
}

function Block({ label, text }: { label: string; text: readonly string[] }) {
  return (
    <>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="pre" role="region" tabIndex={0} aria-label={label} sx={blockSx}>
        {text.join('\n')}
      </Box>
    </>
  );
}

const blockSx = {
  m: 0,
  p: 1,
  maxHeight: 240,
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.78125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};
