import { Box, Button } from '@mui/material';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { mayOpen } from '../../../descriptor/pages.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/lazy-pages.ts';
import { useText } from '../../messages/use-text.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { toolCards } from './tool-cards.ts';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** What can be done with many records at once, card by card. */
export function ToolsPage() {
  const { tools: texts } = useTexts('transfer');
  const { descriptor, role } = useConfig();
  const say = useText();
  const pages = descriptor.app.pages.filter(
    (page) => page.path.startsWith('/tools/') && mayOpen(descriptor, role, page),
  );
  const cards = Object.entries(toolCards).filter(([, { may }]) => may(descriptor, role));
  return (
    <>
      <PageTitle title={texts.title} />
      {cards.length + pages.length === 0 ? (
        <AccessDeniedPage />
      ) : (
        <Box sx={gridSx}>
          {cards.map(([name, { Card }]) => (
            // One that is slow or broken keeps no other waiting.
            <Suspense key={name} fallback={null}>
              <Box sx={name === 'import' ? { gridRow: 'span 2' } : undefined}>
                <Card />
              </Box>
            </Suspense>
          ))}
          {pages.map(({ name, path, label, help }) => (
            <ToolFrame key={name} title={say(label)} lead={help && say(help)}>
              <Button
                variant="contained"
                component={Link}
                to={path}
                aria-label={`${texts.open}: ${say(label)}`}
                sx={{ justifySelf: 'start' }}
              >
                {texts.open}
              </Button>
            </ToolFrame>
          ))}
        </Box>
      )}
    </>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  // What stands beside the tall first card follows close on what is above it.
  gridTemplateRows: 'auto 1fr',
  alignItems: 'start',
  gap: 2,
  maxWidth: 1400,
};
