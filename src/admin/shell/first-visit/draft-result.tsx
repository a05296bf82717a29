import CopyIcon from '@mui/icons-material/ContentCopy';
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import type { CollectionDraft } from '../../../contract/meta.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { copyText } from '../../kit/use-copy.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';

/** The text of the new collection, what the check says about it, and where it goes. */
export function DraftResult({ draft: { text, file, problems } }: { draft: CollectionDraft }) {
  const { draft: texts } = useTexts('first-visit');
  const [announcement, setSaid] = useState('');
  const copy = (): void => {
    copyText(text).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.notCopied),
    );
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {problems.length === 0 ? (
        <Alert severity="success">{texts.fine}</Alert>
      ) : (
        <Alert severity="warning">
          {texts.problems}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {problems.map((each) => (
              <li key={`${each.path} ${each.code}`}>
                <code>{each.path}</code>: {problemText(each)} ({each.code})
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <Box component="pre" tabIndex={0} role="region" aria-label={texts.text} sx={textSx}>
        {text}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button autoFocus variant="contained" startIcon={<CopyIcon />} onClick={copy}>
          {texts.copy}
        </Button>
        <Status as="span">{announcement}</Status>
      </Box>
      <Box component="ol" sx={{ m: 0, pl: 2.5, '& li': { py: 0.25 } }}>
        {texts.steps.map((step) => (
          <li key={step}>{fillTemplate(step, { file: file ?? 'resources.json' })}</li>
        ))}
      </Box>
    </Box>
  );
}

const textSx = {
  m: 0,
  p: 1.5,
  maxHeight: '40vh',
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  bgcolor: 'background.default',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  // Long comments would be out of sight on a phone.
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};
