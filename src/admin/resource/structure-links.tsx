import StructureIcon from '@mui/icons-material/AccountTreeOutlined';
import AddIcon from '@mui/icons-material/Add';
import { IconButton, ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { toStructurePath } from '../kit/screen-paths.ts';
import { TextLink } from '../kit/text-link.tsx';
import { useText } from '../messages/use-text.ts';
import { useTexts } from '../messages/texts.ts';
import { useResource } from '../kit/use-resource.ts';

type StructureItemProps = { from: keyof typeof places; onClose: () => void };

/** Where an entry of a menu leads. */
const places = { list: '?tab=list', column: '?add=column' };

/** An entry of a menu that leads to the columns of the collection; from a column it begins a new field. */
export function StructureItem({ from, onClose, ...props }: StructureItemProps) {
  const texts = useTexts('structure-links');
  const { resource } = useResource();
  const isList = from === 'list';
  return (
    <MenuItem
      {...props}
      component={Link}
      to={`${toStructurePath(resource.name)}${places[from]}`}
      dense={!isList}
      onClick={onClose}
      sx={isList ? { minHeight: { xs: 44, md: 36 } } : {}}
    >
      {isList && (
        <ListItemIcon sx={{ '& svg': { fontSize: 20 } }}>
          <StructureIcon />
        </ListItemIcon>
      )}
      <ListItemText>{texts[from]}</ListItemText>
    </MenuItem>
  );
}

/** Leads to a new field. It stands behind the last column head and does not belong to the grid. */
export function AddFieldLink({ left, height }: { left: number; height: number }) {
  const texts = useTexts('structure-links');
  const { resource } = useResource();
  return (
    <IconButton
      component={Link}
      to={`${toStructurePath(resource.name)}${places.column}`}
      aria-label={texts.column}
      title={texts.column}
      sx={{ position: 'absolute', top: 0, left, width: 44, height, zIndex: 4, borderRadius: 0 }}
    >
      <AddIcon sx={{ fontSize: 18 }} />
    </IconButton>
  );
}

/** Leads from anywhere to the fields of a collection. */
export function StructureLink({ resource }: { resource: Resource }) {
  const texts = useTexts('structure-links');
  const say = useText();
  return (
    <TextLink to={toStructurePath(resource.name)} sx={{ fontSize: '0.875rem' }}>
      {fillTemplate(texts.link, { name: say(resource.label) })}
    </TextLink>
  );
}
