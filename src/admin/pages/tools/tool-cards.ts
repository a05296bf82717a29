import { lazy, type ComponentType } from 'react';
import { mayAnywhere, mayCompare } from '../../shell/core-pages.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { loadTexts } from '../../messages/texts.ts';

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
    Card: withTexts(async () => (await import('./import-card.tsx')).ImportCard),
  },
  export: {
    may: (descriptor, role) => mayAnywhere(descriptor, role, 'export'),
    Card: withTexts(async () => (await import('./export-card.tsx')).ExportCard),
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
