import { Box, Button } from '@mui/material';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { mayOpen } from '../../../descriptor/settings/pages.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/loading/lazy-pages.tsx';
import { useText } from '../../messages/use-text.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { mayOnAnyResource, mayFindDuplicates } from '../../shell/core-pages.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';

/** The tools for many records at once, one per card. */
export function ToolsPage() {
  const { tools: texts } = useTexts('files');
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
            // Each card loads separately, so that a slow or broken one does not delay the others.
            <Box key={name} sx={name === 'import' ? { gridRow: 'span 2' } : undefined}>
              <Card />
            </Box>
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
  // Cards beside the tall first one follow closely below each other.
  gridTemplateRows: 'auto 1fr',
  alignItems: 'start',
  gap: 2,
  maxWidth: 1400,
};

/** A card of the tools page: who sees it, and its content in a chunk of its own. */
type ToolCard = { may(descriptor: Descriptor, role: string): boolean; Card: ComponentType };

const files = import.meta.glob('/src/admin/messages/*/files/files.ts');

/** In the order of the page. */
export const toolCards: Readonly<Record<string, ToolCard>> = {
  import: {
    may: (descriptor, role) => mayOnAnyResource(descriptor, role, 'import'),
    Card: lazyPart(() => import('./jobs-card.tsx'), 'ImportCard', files),
  },
  export: {
    may: (descriptor, role) => mayOnAnyResource(descriptor, role, 'export'),
    Card: lazyPart(() => import('./jobs-card.tsx'), 'ExportCard', files),
  },
  jobs: {
    may: (descriptor, role) =>
      mayOnAnyResource(descriptor, role, 'import') || mayOnAnyResource(descriptor, role, 'export'),
    Card: lazyPart(() => import('./jobs-card.tsx'), 'JobsCard', files),
  },
  duplicates: {
    may: mayFindDuplicates,
    Card: lazyPart(
      () => import('../duplicates/duplicates-card.tsx'),
      'DuplicatesCard',
      import.meta.glob('/src/admin/messages/*/pages/duplicates.ts'),
    ),
  },
};
