import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { Box, Card, Typography } from '@mui/material';
import { useId } from 'react';
import type { Check } from '../../../contract/checks.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { TextWithCode } from './sign.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useSize } from '../../kit/use-size.ts';
import { useTexts } from '../../messages/texts.ts';

const icons = {
  ok: <CheckCircleIcon color="success" fontSize="small" />,
  warning: <WarningIcon color="warning" fontSize="small" />,
  failed: <ErrorIcon color="error" fontSize="small" />,
};

/** How each part of the installation is, for admins: what is wrong comes first, with what to do. */
export function PartChecks({ checks }: { checks: readonly Check[] }) {
  const { parts: texts } = useTexts('info');
  const id = useId();
  const wrong = checks.filter(({ state }) => state !== 'ok');
  const fine = checks.filter(({ state }) => state === 'ok');
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2, mb: 2 }}>
      <Typography component="h2" variant="h6" id={id}>
        {texts.title}
      </Typography>
      <Hint>{wrong.length === 0 ? texts.allFine : texts.lead}</Hint>
      <Box component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {[...wrong, ...fine].map((check) => (
          <Part key={check.name} check={check} />
        ))}
      </Box>
    </Card>
  );
}

function Part({ check }: { check: Check }) {
  const { parts: texts, reasons } = useTexts('info');
  const { number } = useI18n();
  const size = useSize();
  const { name, state, reason, params = {}, ms, at } = check;
  const shown = Object.entries(params).map(([key, value]) => [
    key,
    key === 'size' ? size(Number(value)) : value,
  ]);
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
      <Box sx={{ pt: 0.25, lineHeight: 0 }}>{icons[state]}</Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography>
          <b>{texts.names[name]}</b>: {texts.states[state]}
        </Typography>
        {reason && (
          <Typography>
            {fillTemplate(reasons[reason].says, Object.fromEntries(shown))}{' '}
            <TextWithCode text={reasons[reason].advice} />
          </Typography>
        )}
        <Hint variant="caption">
          {fillTemplate(texts.took, { moment: showDateTime(at), ms: number(ms) })}
        </Hint>
      </Box>
    </Box>
  );
}
