import { Box, Button } from '@mui/material';
import { Suspense, lazy, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { mayOpen } from '../../../descriptor/pages.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/lazy-pages.tsx';
import { useText } from '../../messages/use-text.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts, loadTexts } from '../../messages/texts.ts';
import { mayAnywhere, mayCompare } from '../../shell/core-pages.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';

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

/** One card of the page of tools: who sees it, and what is on it, in a chunk of its own. */
type ToolCard = {
  may(descriptor: Descriptor, role: string): boolean;
  Card: ComponentType;
};

const withTexts = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    const [Card] = await Promise.all([
      load(),
      loadTexts(import.meta.glob('/src/admin/messages/*/transfer.ts')),
    ]);
    return { default: Card };
  });

/** In the order of the page. */
export const toolCards: Readonly<Record<string, ToolCard>> = {
  import: {
    may: (descriptor, role) => mayAnywhere(descriptor, role, 'import'),
    Card: withTexts(async () => (await import('./jobs-card.tsx')).ImportCard),
  },
  export: {
    may: (descriptor, role) => mayAnywhere(descriptor, role, 'export'),
    Card: withTexts(async () => (await import('./jobs-card.tsx')).ExportCard),
  },
  jobs: {
    may: (descriptor, role) =>
      mayAnywhere(descriptor, role, 'import') || mayAnywhere(descriptor, role, 'export'),
    Card: withTexts(async () => (await import('./jobs-card.tsx')).JobsCard),
  },
  duplicates: {
    may: mayCompare,
    Card: lazy(async () => {
      const [card] = await Promise.all([
        import('../duplicates/duplicates-card.tsx'),
        loadTexts(import.meta.glob('/src/admin/messages/*/duplicates.ts')),
      ]);
      return { default: card.DuplicatesCard };
    }),
  },
};

/** Whether a role may do it with the records of any collection. */
