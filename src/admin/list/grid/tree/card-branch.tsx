import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, IconButton } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { visuallyHidden } from '../../../kit/visually-hidden.ts';
import { useTexts } from '../../../messages/texts.ts';
import { MoreOf } from './more-row.tsx';
import type { Branch, TreeRows } from './plant-tree.ts';

type CardBranchProps = { tree: TreeRows; branch: Branch; record: RaRecord };

/** At the card of a record in a tree: its level, and the button that opens and closes it. */
export function CardBranch({ tree, branch: { level, isOpen }, record }: CardBranchProps) {
  const texts = useTexts('tree');
  const { resource } = useResource();
  const title = displayTitle(resource, record);
  return (
    <>
      <Box component="span" sx={visuallyHidden}>
        {fillTemplate(texts.level, { level })}
      </Box>
      {isOpen === undefined ? (
        <Box component="span" sx={{ width: 27 }} />
      ) : (
        <IconButton
          size="small"
          edge="start"
          aria-expanded={isOpen}
          aria-label={fillTemplate(isOpen ? texts.close : texts.open, { title })}
          onClick={() => tree.toggle(record, !isOpen)}
          sx={{ mt: -0.5 }}
        >
          <ExpandMoreIcon fontSize="small" sx={isOpen ? {} : { rotate: '-90deg' }} />
        </IconButton>
      )}
    </>
  );
}

/** What more there is after the card of a record. */
export function CardsBelow({ tree, record }: Omit<CardBranchProps, 'branch'>) {
  const more = tree.more.get(record.id) ?? [];
  return more.map((each) => (
    <Box
      component="li"
      key={each.parent?.id ?? ''}
      sx={{ pl: 1.5 + (each.level - 1) * 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <MoreOf more={each} />
    </Box>
  ));
}
