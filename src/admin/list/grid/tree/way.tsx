import { Box } from '@mui/material';
import { createContext, use } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { useResource } from '../../../kit/use-resource.ts';

const Ancestors = lazyPart(() => import('../../../../fields/screen/ancestors.ui.tsx'), 'Ancestors');

const WaysContext = createContext(false);

/** Whether each row names the records above it, because a filter has taken it out of its tree. */
export const WaysShown = WaysContext.Provider;

/** The titles of the records above one, beside its title: `Tools › Saws › `. */
export function Way({ record }: { record: RaRecord }) {
  const { resource } = useResource();
  if (!use(WaysContext)) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      <Ancestors resource={resource.name} record={record} />
    </Box>
  );
}
