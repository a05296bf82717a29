import { lazy, type ComponentType } from 'react';
import { mayDo } from '../../../descriptor/access.ts';
import { mayCompare } from '../../shell/core-pages.ts';
import { loadDuplicateTexts } from '../../duplicates/duplicate-texts.ts';
import type { Descriptor, Operation } from '../../../descriptor/descriptor.ts';
import { loadTransferTexts } from '../../views/transfer/transfer-texts.ts';

/** One card of the page of tools: who sees it, and what is on it, in a chunk of its own. */
export type ToolCard = {
  may(descriptor: Descriptor, role: string): boolean;
  Card: ComponentType;
};

const withTexts = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    const [Card] = await Promise.all([load(), loadTransferTexts()]);
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
        loadDuplicateTexts(),
      ]);
      return { default: card.DuplicatesCard };
    }),
  },
};

/** Whether a role may do it with the records of any collection. */
function mayAnywhere(descriptor: Descriptor, role: string, operation: Operation): boolean {
  return [...descriptor.resources.values()].some((resource) =>
    mayDo(descriptor, role, resource, operation),
  );
}
