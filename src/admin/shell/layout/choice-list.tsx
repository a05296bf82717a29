import CheckIcon from '@mui/icons-material/Check';
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { labelledBy } from './labelled-by.ts';

export type Choice = { value: string; label: string; lang?: string };

type ChoiceListProps = {
  anchor: HTMLElement;
  choices: readonly Choice[];
  current: string;
  onChoose: (choice: string) => void;
  onClose: () => void;
};

/** The entries of a menu with one current choice. */
export function ChoiceList({ anchor, choices, current, onChoose, onClose }: ChoiceListProps) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ list: labelledBy(anchor) }}>
      {choices.map(({ value, label, lang }) => (
        <MenuItem
          key={value}
          role="menuitemradio"
          aria-checked={value === current}
          selected={value === current}
          lang={lang}
          onClick={() => onChoose(value)}
        >
          <ListItemIcon>{value === current ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
          <ListItemText disableTypography>{label}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
}
