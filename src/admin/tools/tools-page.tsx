import { Box } from '@mui/material';
import { Suspense } from 'react';
import { useConfig } from '../config.tsx';
import { AccessDeniedPage } from '../pages/lazy-pages.ts';
import { PageTitle } from '../views/page-title.tsx';
import { useTransferTexts } from '../views/transfer/transfer-texts.ts';
import { toolCards } from './tool-cards.ts';

/** What can be done with many records at once, card by card. */
export function ToolsPage() {
  const { tools: texts } = useTransferTexts();
  const { descriptor, role } = useConfig();
  const cards = Object.entries(toolCards).filter(([, { may }]) => may(descriptor, role));
  return (
    <>
      <PageTitle title={texts.title} />
      {cards.length === 0 ? (
        <AccessDeniedPage />
      ) : (
        <Box sx={gridSx}>
          {cards.map(([name, { Card }]) => (
            // One that is slow or broken keeps no other waiting.
            <Suspense key={name} fallback={null}>
              <Card />
            </Suspense>
          ))}
        </Box>
      )}
    </>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  alignItems: 'start',
  gap: 2,
  maxWidth: 1400,
};
