import { Box, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { showDateTime } from '../../fields/text/date-format.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { useNow } from '../kit/use-now.ts';
import { useResource } from '../kit/use-resource.ts';
import { useGroups } from './groups/use-groups.ts';
import { useTree } from './grid/tree/tree-rows.tsx';
import { useShownAs } from './shown-as/use-shown-as.ts';
import { useCurrentView } from './list-views.ts';
import { useListMeta } from './list-pagination.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** What a printed list needs to be understood later: which list, which part of it, and as of when. */
export function PrintHead() {
  const { resource } = useResource();
  const { page, perPage, total = 0, data, filterValues } = useListContext();
  const { totalIsEstimate } = useListMeta();
  const { texts, say, number } = useI18n();
  const { view } = useCurrentView();
  const isArranged = useShownAs() !== undefined;
  const isTree = useTree() !== undefined;
  const { fields } = useGroups();
  const groups = isArranged ? [] : fields.map(({ label }) => say(label));
  const from = (page - 1) * perPage + 1;
  const { q } = filterValues as { q?: string };
  const facts = [
    ...(view ? [fillTemplate(texts.grid.viewOf, { name: view.name })] : []),
    showDateTime(useNow().toISOString()),
    ...(groups.length > 0
      ? [fillTemplate(texts.grid.groupedBy, { fields: groups.join(', ') })]
      : []),
    // Groups, a board, a calendar and a tree have no pages.
    ...(data && groups.length === 0 && !isTree
      ? [
          fillTemplate(texts.list.printPage, { page: number(page) }),
          fillTemplate(texts.list.range, {
            from: number(Math.min(from, total)),
            to: number(from + data.length - 1),
            total: number(total, totalIsEstimate),
          }),
        ]
      : []),
    ...(q ? [fillTemplate(texts.list.printSearch, { text: q })] : []),
  ];
  return (
    <Box sx={{ display: 'none', displayPrint: 'block', mb: 1.5 }}>
      <Typography variant="h1" component="h2">
        {say(resource.label)}
      </Typography>
      <Typography variant="body2">{facts.join(' · ')}</Typography>
    </Box>
  );
}
